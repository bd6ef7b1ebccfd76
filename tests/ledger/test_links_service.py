"""Links: one of a kind, dead at once when they are made anew, and what they let people do until then."""

import pytest
from django.db import IntegrityError, transaction

from ledger.models import Link, LinkAccess, Membership, Session, User
from ledger.services.errors import ConflictError, RefusedError
from ledger.services.links import (
    invitation_accept,
    link_revoke,
    member_change,
    member_remove,
    scorer_link_accept,
)
from tests.ledger.links import let_score, make
from tests.ledger.tables import start

pytestmark = pytest.mark.django_db

Role = Membership.Role


def may_score(user: User, session: Session) -> bool:
    return Session.objects.writable_by(user).filter(pk=session.pk).exists()


def may_read(user: User, session: Session) -> bool:
    return Session.objects.readable_by(user).filter(pk=session.pk).exists()


def role_of(user: User, session: Session) -> str:
    return Session.objects.readable_by(user).get(pk=session.pk).role


def membership(session: Session, user: User) -> Membership:
    return session.club.memberships.get(user=user)


class TestMaking:
    @pytest.mark.parametrize("kind", Link.Kind)
    def test_a_new_link_takes_the_place_of_the_old_one(self, session: Session, kind: Link.Kind) -> None:
        old = make(session, kind)
        new = make(session, kind)
        assert len(old.token) == len(new.token) == 32
        assert old.token != new.token
        assert [link.pk for link in Link.objects.live()] == [new.pk]
        old.refresh_from_db()
        assert old.revoked_by == session.created_by

    def test_the_three_are_independent_and_so_are_two_tables(self, session: Session) -> None:
        other = start(session.created_by)
        links = [make(each, kind) for each in (session, other) for kind in ("view", "scorer")]
        links.append(make(session, "invitation"))
        assert len({link.token for link in links}) == Link.objects.live().count() == 5
        link_revoke(session=session, user=session.created_by, kind=Link.Kind.VIEW)
        assert Link.objects.live().count() == 4

    def test_an_invitation_is_for_the_club_from_whichever_table(self, session: Session) -> None:
        make(session, "invitation")
        make(start(session.created_by), "invitation")
        assert Link.objects.live().count() == 1

    @pytest.mark.parametrize("role", ["owner", "", "x"])
    def test_nobody_is_invited_to_own_a_club(self, session: Session, role: str) -> None:
        with pytest.raises(RefusedError, match="watch or keep score"):
            make(session, "invitation", role)
        assert not Link.objects.exists()

    def test_switching_off_twice_is_once(self, session: Session) -> None:
        make(session)
        off = {"session": session, "user": session.created_by, "kind": Link.Kind.VIEW}
        assert link_revoke(**off)
        assert not link_revoke(**off)

    @pytest.mark.parametrize(
        "odd",
        [
            {"kind": "view"},
            {"kind": "view", "with_session": True, "role": "viewer"},
            {"kind": "invitation", "with_session": True, "role": "viewer"},
            {"kind": "invitation", "role": "owner"},
            {"kind": "key", "with_session": True},
        ],
    )
    def test_the_database_refuses_a_link_to_nowhere(self, session: Session, odd: dict) -> None:
        where = session if odd.pop("with_session", False) else None
        with pytest.raises(IntegrityError, match="a_link_leads_somewhere"), transaction.atomic():
            Link.objects.create(club=session.club, session=where, created_by=session.created_by, **odd)


class TestScoringByALink:
    def test_it_opens_one_table_and_nothing_else(self, session: Session, guest: User) -> None:
        other = start(session.created_by)
        let_score(session, guest)
        assert may_score(guest, session)
        assert list(Session.objects.readable_by(guest)) == [session]
        assert not may_read(guest, other)
        assert role_of(guest, session) == ""
        assert not Membership.objects.filter(user=guest).exists()

    def test_accepting_twice_is_once(self, session: Session, guest: User) -> None:
        link = let_score(session, guest)
        assert scorer_link_accept(link=link, user=guest)
        assert LinkAccess.objects.count() == 1

    @pytest.mark.parametrize("how", ["revoked", "made anew"])
    def test_it_ends_with_the_link(self, session: Session, guest: User, how: str) -> None:
        link = let_score(session, guest)
        if how == "revoked":
            link_revoke(session=session, user=session.created_by, kind=Link.Kind.SCORER)
        else:
            make(session, "scorer")
        assert not may_score(guest, session)
        assert not may_read(guest, session)
        with pytest.raises(ConflictError, match="does not work any more"):
            scorer_link_accept(link=link, user=guest)

    @pytest.mark.parametrize("kind", ["view", "invitation"])
    def test_other_links_that_are_made_anew_change_nothing(self, session: Session, guest: User, kind: str) -> None:
        let_score(session, guest)
        make(session, kind)
        make(session, kind)
        assert may_score(guest, session)

    @pytest.mark.parametrize("kind", ["view", "invitation"])
    def test_having_come_by_another_kind_of_link_is_no_right(self, session: Session, guest: User, kind: str) -> None:
        LinkAccess.objects.create(club=session.club, link=make(session, kind), user=guest)
        assert not may_score(guest, session)
        assert not may_read(guest, session)

    def test_a_viewer_scores_by_it_and_a_scorer_needs_none(self, session: Session, viewer: User, scorer: User) -> None:
        link = let_score(session, viewer)
        assert may_score(viewer, session)
        assert role_of(viewer, session) == "viewer"
        assert Session.objects.readable_by(viewer).get().can_be_written
        assert scorer_link_accept(link=link, user=scorer) is None
        assert not LinkAccess.objects.filter(user=scorer).exists()


class TestInvitations:
    @pytest.mark.parametrize("role", ["viewer", "scorer"])
    def test_it_makes_a_member_who_stays_one(self, session: Session, guest: User, role: str) -> None:
        invitation_accept(link=make(session, "invitation", role), user=guest)
        make(session, "invitation", role)
        assert role_of(guest, session) == role
        assert may_score(guest, session) == (role == "scorer")

    def test_a_member_is_never_lowered(self, session: Session, scorer: User) -> None:
        link = make(session, "invitation", "viewer")
        for user in (scorer, session.created_by):
            before = membership(session, user).role
            assert invitation_accept(link=link, user=user).role == before
        assert not LinkAccess.objects.exists()

    def test_a_viewer_who_is_invited_to_score_becomes_a_scorer(self, session: Session, viewer: User) -> None:
        invitation_accept(link=make(session, "invitation", "scorer"), user=viewer)
        assert membership(session, viewer).role == Role.SCORER

    def test_a_dead_one_lets_nobody_in(self, session: Session, guest: User) -> None:
        link = make(session, "invitation")
        make(session, "invitation")
        with pytest.raises(ConflictError):
            invitation_accept(link=link, user=guest)
        assert not may_read(guest, session)


class TestMembers:
    def test_the_last_owner_stays(self, session: Session, scorer: User) -> None:
        owner = membership(session, session.created_by)
        for attempt in (
            lambda: member_remove(membership=owner),
            lambda: member_change(membership=owner, role="viewer"),
        ):
            with pytest.raises(RefusedError, match="needs an owner"):
                attempt()
        member_change(membership=membership(session, scorer), role="owner")
        member_remove(membership=owner)
        assert not may_read(session.created_by, session)

    @pytest.mark.parametrize("how", ["removed", "lowered"])
    def test_whoever_may_not_score_any_more_may_not_by_a_link_either(
        self, session: Session, viewer: User, how: str
    ) -> None:
        let_score(session, viewer)
        member_change(membership=membership(session, viewer), role="scorer")
        if how == "removed":
            member_remove(membership=membership(session, viewer))
        else:
            member_change(membership=membership(session, viewer), role="viewer")
        assert not may_score(viewer, session)
        assert may_read(viewer, session) == (how == "lowered")

    def test_the_same_role_changes_nothing_and_an_odd_one_is_refused(self, session: Session, viewer: User) -> None:
        assert member_change(membership=membership(session, viewer), role="viewer") is None
        with pytest.raises(RefusedError, match="Choose a role"):
            member_change(membership=membership(session, viewer), role="king")

    def test_who_is_gone_meanwhile_is_a_conflict(self, session: Session, viewer: User) -> None:
        gone = membership(session, viewer)
        member_remove(membership=gone)
        for attempt in (
            lambda: member_remove(membership=Membership(pk=9999, club=session.club, user=viewer)),
            lambda: member_change(membership=Membership(pk=9999, club=session.club, user=viewer), role="owner"),
        ):
            with pytest.raises(ConflictError, match="not in the club any more"):
                attempt()

    def test_of_another_club_a_link_is_kept(self, session: Session, viewer: User, stranger: User) -> None:
        theirs = Session.objects.get(created_by=stranger)
        let_score(theirs, viewer)
        member_remove(membership=membership(session, viewer))
        assert may_score(viewer, theirs)
