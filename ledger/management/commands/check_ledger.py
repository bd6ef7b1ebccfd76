"""``manage.py check_ledger``: are the books right?"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ledger.services.checks import audit_ledger


class Command(BaseCommand):
    help = "Scores every hand again from its cards, adds up every balance, and fails on any difference."

    def handle(self, *args: Any, **options: Any) -> None:
        audit = audit_ledger()
        for problem in audit.problems:
            self.stderr.write(problem)
        if audit.problems:
            raise CommandError(f"{len(audit.problems)} differences in {audit.looked_at}.")
        self.stdout.write(f"The books balance: {audit.looked_at}, no difference.")
