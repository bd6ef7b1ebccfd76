"""A connection that breaks while a form is sent: what came of it is not taken for the form."""

import socket
from urllib.parse import urlencode

import pytest
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from tests.browser.server import HOST
from tests.faults.steps import Scene

pytestmark = pytest.mark.django_db

PAID = "SELECT units FROM ledger_transfer"
# In bytes: how much is missing of a form whose last field, in letters of one byte, is at least so long.
CUTS = (1, 2, 3, 10, 20)
REASON = "late for the table, and not for the first time"


def send(scene: Scene, path: str, body: bytes, content_type: str, cut: int) -> int:
    """Send a form but for its last bytes, and end there; the status of the answer."""
    head = {
        "Host": f"{HOST}:{scene.phone.port}",
        "Origin": f"http://{HOST}:{scene.phone.port}",
        "Content-Type": content_type,
        "Content-Length": str(len(body)),
        "Cookie": "; ".join(f"{name}={value}" for name, value in scene.phone.cookies.items()),
    }
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items()), "", ""]
    with socket.create_connection((HOST, scene.phone.port), timeout=10) as connection:
        connection.sendall("\r\n".join(lines).encode() + body[: len(body) - cut])
        connection.shutdown(socket.SHUT_WR)
        return int(connection.recv(1024).split()[1])


@pytest.mark.parametrize("is_multipart", [False, True], ids=["as browsers send it", "as scripts do"])
def test_part_of_a_form_is_not_taken_for_the_form(scene: Scene, is_multipart: bool) -> None:
    path = f"{scene.table}adjustments/"
    form = scene.phone.get(path).button(path) | {"payer": "0", "payees": "1", "units": "3000", "reason": REASON}
    body, content_type = urlencode(form).encode(), "application/x-www-form-urlencoded"
    if is_multipart:
        body, content_type = encode_multipart(BOUNDARY, form), MULTIPART_CONTENT
    for cut in CUTS:
        assert send(scene, path, body, content_type, cut) == 403, f"without its last {cut} bytes"
        assert scene.database.rows(PAID) == []
    assert send(scene, path, body, content_type, 0) == 302
    assert scene.database.rows(PAID) == [(3000,)]
