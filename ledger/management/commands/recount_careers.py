"""Count what careers are read from anew, from the journal: after an upgrade, or when check_ledger asks for it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ledger.models import Session
from ledger.services.tallies import tallies_recount
from ledger.services.transactions import lock_session, write_transaction
from ofcscore.engine.errors import OFCError


class Command(BaseCommand):
    help = "Counts every session's hands anew, for the careers of its players."

    def handle(self, *args: Any, **options: Any) -> None:
        counted, failed = 0, 0
        for session in Session.objects.order_by("pk"):
            try:
                with write_transaction():
                    tallies_recount(lock_session(session))
            except OFCError as error:
                failed += 1
                self.stderr.write(f"Session {session.public_id} ({session.name}) cannot be counted: {error}")
            else:
                counted += 1
        self.stdout.write(f"{counted} session{'s'[: counted != 1]} counted anew.")
        if failed:
            raise CommandError(f"{failed} session{'s'[: failed != 1]} could not be counted. check_ledger says more.")
