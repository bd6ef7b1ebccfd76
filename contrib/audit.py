"""Looks for the pinned packages in the advisories that are written down beside this file; exits with 1 for each that
applies, and with 2 when a line cannot be read. It asks nobody, so it is the same everywhere, and knows only what is in
the list: `make audit` asks a service that knows all.
"""

import csv
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version

ADVISORIES = Path(__file__).with_name("advisories.csv")
# When the list was last looked through; it goes with the list.
LOOKED_THROUGH = "2026-11-30"


class UnreadableError(Exception):
    """A line that is not as it should be; what cannot be read is not taken for harmless."""


@dataclass(frozen=True)
class Pin:
    """A package in the one version that is installed."""

    package: str
    version: Version


@dataclass(frozen=True)
class Advisory:
    """What is wrong with some versions of a package."""

    package: str
    affected: SpecifierSet
    name: str
    about: str

    def applies_to(self, pin: Pin) -> bool:
        return self.package == pin.package and self.affected.contains(pin.version, prereleases=True)


def read_pins(text: str) -> list[Pin]:
    """The pins of a file of requirements, for whatever machine they are. Raises UnreadableError for any other line."""
    pins = []
    for line in text.splitlines():
        wanted = line.partition(" #")[0].strip()
        if not wanted or wanted.startswith("#"):
            continue
        try:
            requirement = Requirement(wanted)
        except InvalidRequirement:
            raise UnreadableError(f"This is no requirement: {line}") from None
        [specifier, *others] = [*requirement.specifier] or [None]
        if specifier is None or others or specifier.operator != "==" or "*" in specifier.version:
            raise UnreadableError(f"This is not pinned to one version: {line}")
        pins.append(Pin(canonicalize_name(requirement.name), Version(specifier.version)))
    return pins


def read_advisories(text: str) -> list[Advisory]:
    """The list of advisories. Raises UnreadableError for a line that names no package, range or advisory."""
    found = []
    for row in csv.DictReader(text.splitlines()):
        try:
            affected = SpecifierSet(row["affected"])
        except (InvalidSpecifier, KeyError, TypeError):
            raise UnreadableError(f"This names no range of versions: {row}") from None
        if not row["package"] or not row["advisory"] or not len(affected):
            raise UnreadableError(f"This is not whole: {row}")
        found.append(Advisory(canonicalize_name(row["package"]), affected, row["advisory"], row["about"]))
    return found


def problems(pins: Iterable[Pin], advisories: Iterable[Advisory]) -> list[str]:
    """A line for each advisory that applies to a pin."""
    known = list(advisories)
    return [
        f"{pin.package} {pin.version}: {advisory.name}, {advisory.about} (affected: {advisory.affected})"
        for pin in dict.fromkeys(pins)
        for advisory in known
        if advisory.applies_to(pin)
    ]


def main(paths: list[str]) -> int:
    try:
        pins = dict.fromkeys(pin for path in paths for pin in read_pins(Path(path).read_text()))
        advisories = read_advisories(ADVISORIES.read_text())
        if not pins or not advisories:
            raise UnreadableError("There is nothing to look through.")
    except (OSError, UnreadableError) as error:
        print(error, file=sys.stderr)  # noqa: T201
        return 2
    found = problems(pins, advisories)
    print(*found, sep="\n", end="\n" if found else "")  # noqa: T201
    print(  # noqa: T201
        f"{len(pins)} pins, {len(advisories)} advisories known on {LOOKED_THROUGH}, {len(found)} that apply."
        " No service was asked: make audit does."
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
