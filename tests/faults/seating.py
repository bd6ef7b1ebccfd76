"""Who comes to the evening: phones of owners with a password, of guests, and of whoever came by a link."""

import re

from tests.faults.phone import Phone

NAMES = {"names_0": "Ann", "names_1": "Bob", "names_2": "Cy"}
WHO = {"username": "ann", "password": "thirteen-cards-a-board"}
SCORER_LINK = re.compile(rb'href="[^"]*(/s/[A-Za-z0-9_-]+/)"')
# A phone, and the paths of its tables in the order in which it goes to them.
Seated = tuple[Phone, list[str]]
# Guests who keep score alone.
LONERS = 3


def seat_everybody(port: int, tables: int) -> list[Seated]:
    """Eight phones, each with so many ``tables``.

    Ann has a password and two phones, and somebody helps her by a link; a guest and a friend share tables, too; the
    others are alone.
    """
    ann, other_phone = Phone(port), Phone(port)
    ann.submit("/signup/", "signup", **WHO)
    other_phone.submit("/login/", "login", **WHO)
    ann_tables = start_tables(ann, tables)
    guest = Phone(port)
    guest_tables = start_tables(guest, tables)
    alone = [Phone(port) for _ in range(LONERS)]
    return [
        (ann, ann_tables),
        (other_phone, ann_tables),
        (friend_of(ann, ann_tables), ann_tables),
        (guest, guest_tables),
        (friend_of(guest, guest_tables), guest_tables),
        *((phone, start_tables(phone, tables)) for phone in alone),
    ]


def start_tables(phone: Phone, count: int) -> list[str]:
    """New tables; whoever is not logged in becomes a guest. Gives their paths."""
    return [phone.submit("/start/", "start", **NAMES) for _ in range(count)]


def friend_of(owner: Phone, tables: list[str]) -> Phone:
    """The phone of somebody who keeps score at the tables by their links, and belongs to no club."""
    friend = Phone(owner.port)
    for table in tables:
        owner.submit(f"{table}share/", "make-scorer", action="make")
        found = SCORER_LINK.search(owner.get(f"{table}share/").content)
        assert found, "there is no link"
        friend.submit(found[1].decode(), "come-in")
    return friend
