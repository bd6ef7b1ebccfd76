"""``manage.py restore``: a copy put where the database belongs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ledger.services.backups import database_restore
from ledger.services.errors import RefusedError


class Command(BaseCommand):
    help = "Puts a copy that backup made where the database belongs and nothing is, and checks its books."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            backup = database_restore(source=options["file"])
        except RefusedError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}.") from error
        for problem in backup.problems:
            self.stderr.write(problem)
        if backup.problems:
            raise CommandError(f"{backup.path} is put back, but its books have {len(backup.problems)} differences.")
        self.stdout.write(f"Put back to {backup.path}: {backup.found}.")
