"""What `make check` says of the pinned packages: what is known to be wrong with a version is found."""

import subprocess
import sys
from pathlib import Path

import pytest

from contrib.audit import ADVISORIES, UnreadableError, problems, read_advisories, read_pins

ROOT = Path(__file__).parent.parent
PINNED = [ROOT / f"requirements{kind}.txt" for kind in ("", "-dev", "-postgres")]
# What was installed once and not kept up.
OLD = """
# a comment
Django==5.2.1  # the LTS
gunicorn==21.2.0 ; sys_platform != 'win32'
pillow==10.1.0
asgiref==3.8.1
"""


def audit(*paths: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "contrib/audit.py", *map(str, paths)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def found(pins: str) -> list[str]:
    return [line.split(",")[0] for line in problems(read_pins(pins), read_advisories(ADVISORIES.read_text()))]


def test_nothing_is_known_of_what_is_pinned() -> None:
    done = audit(*PINNED)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(" 0 that apply. No service was asked: make audit does.\n")
    pins = {pin for path in PINNED for pin in read_pins(path.read_text())}
    assert done.stdout.startswith(f"{len(pins)} pins, ")


def test_an_old_installation_is_full_of_it(tmp_path: Path) -> None:
    file = tmp_path / "requirements.txt"
    file.write_text(OLD)
    done = audit(PINNED[0], file)
    assert done.returncode == 1
    for line in (
        "django 5.2.1: CVE-2025-64459, SQL by _connector",
        "gunicorn 21.2.0: CVE-2024-1135",
        "pillow 10.1.0: ",
    ):
        assert f"\n{line}" in f"\n{done.stdout}"
    assert "asgiref" not in done.stdout
    assert f"django {django_pinned()}" not in done.stdout


def django_pinned() -> str:
    return next(str(pin.version) for pin in read_pins(PINNED[0].read_text()) if pin.package == "django")


@pytest.mark.parametrize(
    ("pin", "is_affected"),
    [
        ("django==5.2.7", True),
        ("django==5.2.8", False),
        ("DJANGO==5.2.7", True),
        ("django==5.2.7rc1", True),
        ("django==4.2.24", False),
        ("djangorestframework==5.2.7", False),
    ],
)
def test_a_range_ends_where_it_says(pin: str, is_affected: bool) -> None:
    assert any("CVE-2025-64459" in line for line in found(pin)) == is_affected


@pytest.mark.parametrize(
    "line",
    [
        "django",
        "django>=5.2",
        "django==5.2.*",
        "django==5.2.1,==5.2.2",
        "-r other.txt",
        "django===x",
        "./folder",
        "a b",
    ],
)
def test_what_cannot_be_read_is_not_taken_for_harmless(line: str, tmp_path: Path) -> None:
    with pytest.raises(UnreadableError):
        read_pins(f"asgiref==3.8.1\n{line}\n")
    file = tmp_path / "requirements.txt"
    file.write_text(line)
    assert audit(file).returncode == 2


@pytest.mark.parametrize("row", ["django,,CVE-1,x", "django,5.2,CVE-1,x", ",<5,CVE-1,x", "django,<5,,x", "django"])
def test_nor_is_a_line_of_the_list(row: str) -> None:
    with pytest.raises(UnreadableError):
        read_advisories(f"package,affected,advisory,about\n{row}\n")


@pytest.mark.parametrize("paths", [(), ("nowhere.txt",), ("/dev/null",)])
def test_nothing_to_look_through_is_no_good_news(paths: tuple[str, ...]) -> None:
    done = audit(*map(Path, paths))
    assert done.returncode == 2
    assert done.stderr


def test_the_list_is_of_packages_that_are_here() -> None:
    """What is about others would only look like care."""
    pinned = {pin.package for path in PINNED for pin in read_pins(path.read_text())}
    advisories = read_advisories(ADVISORIES.read_text())
    assert {advisory.package for advisory in advisories} <= pinned
    names = [(advisory.package, advisory.name, str(advisory.affected)) for advisory in advisories]
    assert len(set(names)) == len(names)
