"""What every test has: the Hypothesis profile, nobody who tried anything too often, and nothing kept."""

import pytest
from django.core.cache import cache
from hypothesis import HealthCheck, settings

from ofcscore import limits
from tests.hostile.tally import pytest_terminal_summary

__all__ = ["nothing_counted", "nothing_kept", "pytest_terminal_summary"]

# Examples share one database transaction in tests marked django_db; deadlines say more about the machine than the code.
settings.register_profile("ofcscore", deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
settings.load_profile("ofcscore")


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    """All tests come from one address, so none may begin with what the others did there."""
    limits.forget()


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """What a test writes is rolled back after it, versions and all."""
    cache.clear()
