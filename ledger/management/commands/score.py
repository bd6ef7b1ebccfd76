"""``manage.py score``: hands in as JSON Lines, results out as JSON Lines (docs/scoring-format.md)."""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ofcscore.engine.errors import OFCError
from ofcscore.engine.wire import score_line


class Command(BaseCommand):
    help = "Scores hands given as JSON Lines, one hand a line; exits with status 1 when a line cannot be scored."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="a file of JSON Lines; standard input when left out")

    def handle(self, *args: Any, **options: Any) -> None:
        if sys.stdout is None and not options.get("stdout"):
            raise CommandError("There is no standard output to write the results to.")
        try:
            failed = self._score(_lines(options["file"]))
            self.stdout.flush()
        except OSError as error:
            # Python must not complain once more when it flushes at its end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if isinstance(error, BrokenPipeError):
                # Whoever reads has seen enough, as head has.
                return
            raise CommandError(f"The results cannot be written: {error.strerror}.") from None
        if failed:
            sys.exit(1)

    def _score(self, lines: Iterable[bytes]) -> bool:
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


def _lines(path: Path | None) -> Iterator[bytes]:
    """The lines of a file, or of standard input. Raises CommandError when they cannot be read, or not to their end."""
    if path is None and sys.stdin is None:
        raise CommandError("There is no standard input to read hands from. Name a file.")
    try:
        with path.open("rb") if path else nullcontext(sys.stdin.buffer) as lines:
            yield from lines
    except OSError as error:
        raise CommandError(f"{path or 'Standard input'} cannot be read: {error.strerror}.") from None
