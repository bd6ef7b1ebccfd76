"""One process that saves hands: ``python -m tests.ledger.writer DATABASE_URL SESSION HANDS`` on a session by its id.

Another may be first at any time; then it takes the form anew, as a dealer does.
"""

import os
import sys


def main(session: int, hands: int) -> None:
    """Save so many hands."""
    from ledger.models import Session
    from ledger.services.errors import ConflictError
    from tests.ledger.boards import QUIET
    from tests.ledger.tables import record

    saved = 0
    while saved < hands:
        try:
            record(Session.objects.get(pk=session), QUIET)
        except ConflictError:
            continue
        saved += 1


if __name__ == "__main__":
    import django

    os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.settings", "TEST_DATABASE_URL": sys.argv[1]}
    django.setup()
    main(int(sys.argv[2]), int(sys.argv[3]))
