"""``manage.py demo``: an evening to look at."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ledger.services.demo import USERNAME, demo_create
from ledger.services.errors import RefusedError


class Command(BaseCommand):
    help = "Adds one club with one evening of sixteen hands, and prints the name and password to log in with."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            _, password = demo_create()
        except RefusedError:
            raise CommandError(
                f"The demo is here already: log in as {USERNAME}. A new password: manage.py changepassword {USERNAME}"
            ) from None
        self.stdout.write(f"The demo evening is there. Log in as {USERNAME} with the password {password}")
