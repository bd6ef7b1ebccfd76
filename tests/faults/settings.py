"""The real settings, but for static files: they need not be collected first, since nobody looks at a page here."""

from ofcscore.settings import *  # noqa: F403
from ofcscore.settings import STORAGES

STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
