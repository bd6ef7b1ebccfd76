"""Settings for tests: the real ones, with a database of their own, in a real file with the real options."""

import os
import tempfile
from pathlib import Path

os.environ.setdefault("SECRET_KEY", "tests-only-" + 64 * "x")
os.environ["PLAIN_HTTP"] = "true"
os.environ["RATE_LIMIT_STORAGE"] = "memory://"
os.environ["DATABASE_URL"] = os.environ.get("TEST_DATABASE_URL", "sqlite:///unused.sqlite3")

from ofcscore.settings import *  # noqa: E402, F403
from ofcscore.settings import DATABASES, STORAGES  # noqa: E402

SCRATCH = Path(tempfile.mkdtemp(prefix="ofcscore-"))
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"] = {"NAME": SCRATCH / "test.sqlite3"}
# An empty folder: WhiteNoise warns when there is none.
STATIC_ROOT = SCRATCH
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# The manifest storage wants collected files, which `make check` makes and tests should not need.
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
