"""Settings, all from the environment (or a .env file beside manage.py) and safe when nothing is set.

docs/operating.md lists the variables. Without SECRET_KEY nothing starts; without PLAIN_HTTP everything is HTTPS.
"""

from pathlib import Path

from csp.constants import NONE, SELF
from environs import Env, validate

from ofcscore.limits import validate_storage

BASE_DIR = Path(__file__).resolve().parent.parent

env = Env()
env.read_env(BASE_DIR / ".env", recurse=False)

VERSION = "0.1.0"
SECRET_KEY = env.str("SECRET_KEY", validate=validate.Length(min=50))
DEBUG = env.bool("DEBUG", default=False)
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=[])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "csp",
    "django_htmx",
    "ledger",
]
MIDDLEWARE = [
    "ofcscore.middleware.log_requests",
    # Before all that may answer by itself, so that static files and redirects have it too.
    "csp.middleware.CSPMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "ofcscore.middleware.headers",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "ofcscore.middleware.LoginRequired",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "ofcscore.middleware.note_answers",
]
ROOT_URLCONF = "ofcscore.urls"
WSGI_APPLICATION = "ofcscore.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "ledger.views.site.theme_chosen",
            ],
            "builtins": ["ledger.templatetags.poker"],
        },
    }
]
# Lets the widgets' templates be ours.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# Writes take the lock at once (IMMEDIATE), because a deferred transaction that turns into a write fails without
# waiting. FULL, because a commit that was confirmed is somebody's money and must outlive a power cut. The connection
# is kept, as opening the file anew for each request costs more than the request.
DATABASES = {
    "default": env.dj_db_url("DATABASE_URL", default=f"sqlite:///{BASE_DIR / 'ofcscore.sqlite3'}", conn_max_age=None)
}
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 10,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL",
    }
else:
    # As long as SQLite's: waiting on would hold up a thread, and so others.
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("options", "-c lock_timeout=10s")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "ledger.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
# A guest's tables hang on this cookie, so it lasts a year from the last visit.
SESSION_COOKIE_AGE = 365 * 24 * 60 * 60

LANGUAGE_CODE = "en-gb"
TIME_ZONE = env.str("TIME_ZONE", default="UTC")
USE_I18N = False
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "ofcscore.storage.HashedStaticFilesStorage"},
}

# ofcscore/logs.py says what is in a line. Django would also tell each 4xx, with its path; the line of the request does.
LOG_LEVEL = env.str("LOG_LEVEL", default="INFO", validate=validate.OneOf(["DEBUG", "INFO", "WARNING", "ERROR"]))
LOG_FORMAT = env.str("LOG_FORMAT", default="plain", validate=validate.OneOf(["plain", "json"]))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"()": "ofcscore.logs.PlainFormatter"},
        "json": {"()": "ofcscore.logs.JSONFormatter"},
    },
    "handlers": {"stdout": {"class": "logging.StreamHandler", "stream": "ext://sys.stdout", "formatter": LOG_FORMAT}},
    "loggers": {
        "django": {"handlers": ["stdout"], "level": LOG_LEVEL},
        "django.request": {"level": "ERROR"},
        "ofcscore": {"handlers": ["stdout"], "level": LOG_LEVEL},
    },
}

# Plain HTTP is for a laptop serving the phones at one table; everything else is HTTPS only.
HTTPS = not env.bool("PLAIN_HTTP", default=False)
SECURE_SSL_REDIRECT = HTTPS
# Asked by the machine itself, from behind the proxy, and nothing secret.
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "ledger.views.problems.csrf_failure"
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# ofcscore/limits.py has the numbers.
RATE_LIMIT_STORAGE = env.str("RATE_LIMIT_STORAGE", default="memory://", validate=validate_storage)
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
# A hand of four boards is a few hundred bytes; little else is sent here.
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
# Except for photos of the table; that they are not too large is seen to before the usual handlers keep a byte of them.
FILE_UPLOAD_HANDLERS = [
    "ledger.views.uploads.LimitedUpload",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]
