"""What lies beside the program for those who run it: the image, the units, and the question that the image asks."""

import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CONTRIB = ROOT / "contrib"
UNITS = sorted([*CONTRIB.glob("*.service"), *CONTRIB.glob("*.timer")])
DOCKERFILE = (ROOT / "Dockerfile").read_text()


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd-analyze here")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    """As they are, but for the place and the user, which a server has and this machine may not."""
    for unit in UNITS:
        text = unit.read_text().replace("/opt/ofcscore/.venv/bin/python", sys.executable)
        text = re.sub(r"^(User|Group)=.*\n", "", text.replace("/opt/ofcscore", str(ROOT)), flags=re.MULTILINE)
        (tmp_path / unit.name).write_text(text)
    command = ["systemd-analyze", "verify", "--man=no", *(str(tmp_path / unit.name) for unit in UNITS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    about_ours = [line for line in done.stderr.splitlines() if "ofcscore" in line]
    assert (about_ours, done.returncode) == ([], 0)


def test_the_units_hang_together() -> None:
    assert [unit.name for unit in UNITS] == ["ofcscore-backup.service", "ofcscore-backup.timer", "ofcscore.service"]
    for unit in UNITS[0], UNITS[2]:
        lines = unit.read_text().splitlines()
        assert {"User=ofcscore", "ProtectSystem=strict", "EnvironmentFile=/opt/ofcscore/.env"} <= set(lines)


def test_the_image_holds_what_is_there_and_no_more() -> None:
    copied = [name for names in re.findall(r"^COPY (.+) \S+$", DOCKERFILE, re.MULTILINE) for name in names.split()]
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert set(copied) == let_in
    assert all((ROOT / name).exists() for name in copied)


def test_the_image_has_no_secret_and_no_root() -> None:
    assert not re.search(r"^(ENV|ARG).*SECRET", DOCKERFILE, re.MULTILINE)
    assert re.findall(r"^(?:USER|CMD|ENTRYPOINT)\b.*", DOCKERFILE, re.MULTILINE)[0] == "USER ofcscore"


@pytest.fixture(params=[200, 503])
def server(request: pytest.FixtureRequest) -> Iterator[HTTPServer]:
    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.server.asked.append((self.path, self.headers["Host"]))
            self.send_response(request.param)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Answer)
    server.asked, server.status = [], request.param
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def check(port: int, hosts: str) -> int:
    command = [sys.executable, str(CONTRIB / "healthcheck.py")]
    environment = {"PORT": str(port), "ALLOWED_HOSTS": hosts}
    return subprocess.run(command, env=environment, capture_output=True, check=False).returncode


def test_the_health_check_asks_under_a_name_of_the_site(server: HTTPServer) -> None:
    names = {"ofc.example, b.example": "ofc.example", ".example": "example", "*": "localhost", "": "localhost"}
    assert {check(server.server_port, hosts) for hosts in names} == {0 if server.status == 200 else 1}
    assert server.asked == [("/healthz", host) for host in names.values()]


def test_no_answer_is_not_well(server: HTTPServer) -> None:
    server.shutdown()
    server.server_close()
    assert check(server.server_port, "") == 1
