"""Count what careers are read from anew, from the journal: after an upgrade, or when check_ledger asks for it."""

from typing import Any

from django.core.management.base import BaseCommand

from ledger.models import Session
from ledger.services.tallies import tallies_recount
from ledger.services.transactions import lock_session, write_transaction


class Command(BaseCommand):
    help = "Count every session's hands anew for the careers of its players."

    def handle(self, *args: Any, **options: Any) -> None:
        sessions = list(Session.objects.order_by("pk"))
        for session in sessions:
            with write_transaction():
                tallies_recount(lock_session(session))
        self.stdout.write(f"{len(sessions)} session{'s'[: len(sessions) != 1]} counted anew.")
