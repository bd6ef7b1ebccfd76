"""``manage.py backup``: a copy of everything, checked, while the server runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from ledger.services.backups import database_backup
from ledger.services.errors import RefusedError


class Command(BaseCommand):
    help = "Copies the whole database into a new file while the server goes on, and checks the copy and its books."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", type=Path, default=Path(), help="a new file, or a folder to put a dated one in"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        target: Path = options["file"]
        try:
            if target.is_dir():
                ending = "dump" if connection.vendor == "postgresql" else "sqlite3"
                target /= f"ofcscore-{timezone.localtime():%Y-%m-%d-%H%M%S}.{ending}"
            backup = database_backup(target=target)
        except RefusedError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}.") from error
        for problem in backup.problems:
            self.stderr.write(problem)
        if backup.problems:
            raise CommandError(f"{target} is a whole copy, but of books with {len(backup.problems)} differences.")
        self.stdout.write(f"Copied to {target}: {backup.found}.")
