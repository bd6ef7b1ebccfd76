"""``manage.py check_ledger``: are the books right?"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.template.defaultfilters import pluralize

from ledger.services.checks import audit_ledger


class Command(BaseCommand):
    help = "Scores every hand again from its cards, adds up every balance, and fails on any difference."

    def handle(self, *args: Any, **options: Any) -> None:
        audit = audit_ledger()
        for problem in audit.problems:
            self.stderr.write(problem)
        counts = {"session": audit.sessions, "hand": audit.hands, "transfer": audit.transfers}
        looked_at = ", ".join(f"{count} {what}{pluralize(count)}" for what, count in counts.items())
        if audit.problems:
            raise CommandError(f"{len(audit.problems)} differences in {looked_at}.")
        self.stdout.write(f"The books balance: {looked_at}, no difference.")
