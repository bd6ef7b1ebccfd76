"""ofcscore as it is served: gunicorn with the project's own configuration, on a database of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[2]
HOST = "127.0.0.1"
# Far more than it needs: a bound for when something is broken, on the slowest machine.
PATIENCE = 60


class Server:
    """One server process, which can be stopped and started again on the same port and the same database. What
    ``environment`` says goes before what is set here.
    """

    def __init__(self, folder: Path, **environment: str) -> None:
        self.port = free_port()
        self.url = f"http://{HOST}:{self.port}"
        self._log = folder / "gunicorn.log"
        # Everything that a .env file beside manage.py could say otherwise, and that the tests' own settings do say.
        self._environment = os.environ | {
            "ALLOWED_HOSTS": f"{HOST},localhost",
            "BEHIND_PROXY": "false",
            "CSRF_TRUSTED_ORIGINS": "",
            "DATABASE_URL": f"sqlite:///{folder / 'browser.sqlite3'}",
            "DEBUG": "false",
            "DJANGO_SETTINGS_MODULE": "ofcscore.settings",
            "PLAIN_HTTP": "true",
            # All phones of a test come from one address.
            "RATE_LIMIT_STORAGE": "none",
            "SECRET_KEY": "tests-only-" + 64 * "y",
            "TIME_ZONE": "UTC",
            **environment,
        }
        self.command = [sys.executable, "-m", "gunicorn"]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def process_id(self) -> int:
        """That of gunicorn's first process, which runs those that answer."""
        assert self._process is not None, "It does not run."
        return self._process.pid

    def start(self) -> None:
        """Start serving unless it does, and wait until it answers."""
        if self._process is not None:
            return
        command = [*self.command, "--bind", f"{HOST}:{self.port}", "ofcscore.wsgi"]
        with self._log.open("ab") as log:
            # A group of its own, so that all its processes can be killed at one moment.
            self._process = subprocess.Popen(
                command, cwd=ROOT, env=self._environment, stdout=log, stderr=log, process_group=0
            )
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise AssertionError(f"The server does not answer:\n{self._log.read_text()}")
            time.sleep(0.05)

    def stop(self) -> None:
        """Stop serving, and wait until it has stopped. What was asked of it before is still answered."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise
        finally:
            self._process = None

    def kill(self) -> None:
        """End every process of the server where it stands, as a power cut or the kernel does."""
        assert self._process is not None, "It does not run."
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(PATIENCE)
        self._process = None

    def manage(self, *arguments: str) -> str:
        """What a management command prints, run against this server's database."""
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(command, cwd=ROOT, env=self._environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{' '.join(arguments)}:\n{done.stdout}{done.stderr}"
        return done.stdout

    def _answers(self) -> bool:
        try:
            with urlopen(f"{self.url}/", timeout=PATIENCE) as answer:
                return bool(answer.status == 200)
        except HTTPError as error:
            raise AssertionError(f"The server answers with {error.code}:\n{self._log.read_text()}") from error
        except (URLError, ConnectionError):
            return False


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port
