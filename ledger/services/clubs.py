"""What a club is called."""

from ledger.models import Club
from ledger.services.errors import RefusedError
from ledger.services.people import clean_name
from ledger.services.transactions import write_transaction

LONGEST_CLUB_NAME = 60


def club_rename(*, club: Club, name: str) -> Club:
    """Give a club another name. Raises RefusedError for one that is empty, too long or unreadable."""
    cleaned = clean_name(name, called="The name", field="name", longest=LONGEST_CLUB_NAME)
    if not cleaned:
        raise RefusedError("Write the name of the club.", field="name")
    with write_transaction():
        Club.objects.filter(pk=club.pk).update(name=cleaned)
    club.name = cleaned
    return club
