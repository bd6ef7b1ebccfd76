"""The real settings, and the floors among the site's addresses."""

from ofcscore.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.floors"
