"""How hostile inputs are drawn: so many of them, and none remembered from before, so that what passes here passes
everywhere.
"""

from hypothesis import HealthCheck, Phase, settings


def drawn(examples: int, *, is_seeded: bool = False) -> settings:
    """The same inputs every time: those that follow from the test, or from the seed that it names besides."""
    return settings(
        max_examples=examples,
        database=None,
        derandomize=not is_seeded,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.generate, Phase.shrink),
    )
