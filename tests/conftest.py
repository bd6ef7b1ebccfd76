"""What every test may use: the Hypothesis profile, and a table with Ann, Bob and Cy."""

from hypothesis import HealthCheck, settings

# Examples share one database transaction in tests marked django_db; deadlines say more about the machine than the code.
settings.register_profile("ofcscore", deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
settings.load_profile("ofcscore")
