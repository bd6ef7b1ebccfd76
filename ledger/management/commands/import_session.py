"""``manage.py import_session``: a session from its file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ledger.models import User
from ledger.services.errors import LedgerError
from ledger.services.imports import session_import
from ledger.services.session_file import MOST_BYTES


class Command(BaseCommand):
    help = "Brings in a session that export_session wrote, into the club of a user, and prints its id."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the file of the session")
        parser.add_argument("--user", required=True, help="the name of the user whose club it goes into")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username__iexact=options["user"]).first()
        if user is None:
            raise CommandError(f"There is no user called {options['user']}.")
        try:
            with options["file"].open("rb") as file:
                content = file.read(MOST_BYTES + 1)
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}.") from None
        try:
            session = session_import(user=user, content=content)
        except LedgerError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(session.public_id)
