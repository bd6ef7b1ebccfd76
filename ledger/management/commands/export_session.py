"""``manage.py export_session``: a whole session as a file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ledger.models import Session
from ledger.services.exports import session_json


class Command(BaseCommand):
    help = "Writes a whole session as JSON (docs/export-format.md), to a file or to standard output."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("session", help="the id of the session: what stands in its address after /t/")
        parser.add_argument("file", nargs="?", type=Path, help="where to; standard output when left out")

    def handle(self, *args: Any, **options: Any) -> None:
        session = Session.objects.filter(public_id=options["session"]).first()
        if session is None:
            raise CommandError(f"There is no session {options['session']}.")
        content = session_json(session)
        if options["file"] is None:
            self.stdout.write(content.decode(), ending="")
            return
        try:
            options["file"].write_bytes(content)
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be written: {error.strerror}.") from None
