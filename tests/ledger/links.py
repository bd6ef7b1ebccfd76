"""Links of a table as its owner makes them, and people who came by them."""

from django.test import Client

from ledger.models import Link, Session, User
from ledger.services.links import link_make, scorer_link_accept

KINDS = {"take_over": Link.Kind.SCORER, "join": Link.Kind.INVITATION}


def make(session: Session, kind: str = "view", role: str = "viewer") -> Link:
    """A new link, in place of the old one."""
    return link_make(session=session, user=session.created_by, kind=Link.Kind(kind), role=role)


def link_for(session: Session, name: str) -> Link:
    """A new link for the address of this name."""
    return make(session, KINDS.get(name, Link.Kind.VIEW))


def let_score(session: Session, user: User) -> Link:
    """A new link, by which this user keeps score."""
    link = make(session, "scorer")
    scorer_link_accept(link=link, user=user)
    return link


def address(link: Link) -> str:
    """Where the link leads."""
    return {"view": "/v", "scorer": "/s", "invitation": "/join"}[link.kind] + f"/{link.token}/"


def look(client: Client, link: Link, version: int) -> tuple[int, str]:
    """What a page that shows this version is answered when it asks for a newer one."""
    answer = client.get(f"{address(link)}now/?v={version}")
    return answer.status_code, answer.content.decode()
