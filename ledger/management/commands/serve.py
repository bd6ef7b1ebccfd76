"""``manage.py serve``: what ``make run`` does once everything is installed."""

import os
import socket
import sys
from argparse import ArgumentParser
from errno import EADDRINUSE
from io import StringIO
from pathlib import Path
from typing import Any, NoReturn

import segno
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from ledger.models import Hand, Session, Tally

# Reserved for documentation: nothing is sent there, only the way there is looked up.
FAR_AWAY = ("192.0.2.1", 9)


class Command(BaseCommand):
    help = "Brings the database up to date and serves the site to this machine and to the phones on its network."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, **options: Any) -> None:
        port = options["port"]
        refuse_taken(port)
        call_command("migrate", verbosity=0)
        if Hand.objects.exists() and not Tally.objects.exists():
            # The books are older than careers.
            call_command("recount_careers", stdout=self.stdout)
        call_command("collectstatic", interactive=False, verbosity=0)
        self._offer_demo()
        lan = lan_address()
        self.stdout.write(f"\nOn this machine: http://127.0.0.1:{port}/")
        if lan:
            url = f"http://{lan}:{port}/"
            self.stdout.write(f"On a phone in the same network: {url}\n")
            picture = StringIO()
            segno.make(url).terminal(out=picture, compact=True)
            self.stdout.write(picture.getvalue())
        self.stdout.write("Stop with Ctrl-C. The data stays.")
        self.stdout.flush()
        start_server(port, [host for host in ("127.0.0.1", "localhost", socket.gethostname(), lan) if host])

    def _offer_demo(self) -> None:
        if Session.objects.exists():
            return
        if not sys.stdin.isatty():
            self.stdout.write("No tables yet. `make demo` adds an evening to look at.")
        elif input("No tables yet. Add a demo evening to look at? [y/N] ").strip().lower() in ("y", "yes"):
            call_command("demo", stdout=self.stdout)


def refuse_taken(port: int) -> None:
    """Raise CommandError when another program listens on the port already."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("", port))
        except (OSError, OverflowError) as error:
            taken = isinstance(error, OSError) and error.errno == EADDRINUSE
            why = "is taken by another program" if taken else "cannot be used"
            raise CommandError(f"Port {port} {why}. Choose another, as in: make run PORT=8001") from None


def lan_address() -> str:
    """The address by which the local network reaches this machine; empty when it has no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(FAR_AWAY)
        except OSError:
            return ""
        address: str = probe.getsockname()[0]
        return address


def local_time_zone() -> str:
    """The name of this machine's time zone, where its system says so by a link; else UTC."""
    _, found, name = str(Path("/etc/localtime").resolve()).partition("zoneinfo/")
    return name if found else "UTC"


def start_server(port: int, hosts: list[str]) -> NoReturn:
    """Become gunicorn, answering to ``hosts`` only. What the environment already says is left as it is."""
    defaults = {"PLAIN_HTTP": "true", "ALLOWED_HOSTS": ",".join(hosts), "TIME_ZONE": local_time_zone()}
    # A line a request would push the address and its picture off the screen.
    defaults["LOG_LEVEL"] = "WARNING"
    server = [sys.executable, "-m", "gunicorn", "--bind", f"0.0.0.0:{port}", "--log-level", "warning", "ofcscore.wsgi"]
    os.execve(sys.executable, server, defaults | os.environ)  # noqa: S606 (our own server, no shell)
