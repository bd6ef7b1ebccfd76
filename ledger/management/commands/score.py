"""``manage.py score``: hands in as JSON Lines, results out as JSON Lines (docs/scoring-format.md)."""

import json
import os
import sys
from argparse import ArgumentParser
from contextlib import nullcontext
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

from ofcscore.engine.errors import OFCError
from ofcscore.engine.wire import score_line


class Command(BaseCommand):
    help = "Scores hands given as JSON Lines, one hand a line; exits with status 1 when a line cannot be scored."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="a file of JSON Lines; standard input when left out")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            lines = options["file"].open("rb") if options["file"] else nullcontext(sys.stdin.buffer)
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}.") from None
        with lines as hands:
            try:
                failed = self._score(hands)
                self.stdout.flush()
            except BrokenPipeError:
                # Whoever reads has seen enough, as head has; nor must Python complain when it flushes at its end.
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
                return
        if failed:
            sys.exit(1)

    def _score(self, lines: BinaryIO) -> bool:
        """Write the result of each line that is not empty; whether any of them could not be scored."""
        failed = False
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                answer = score_line(line)
            except OFCError as error:
                answer = {"error": str(error), "line": number}
                failed = True
            self.stdout.write(json.dumps(answer))
        return failed
