"""The admin's pages: staff look at everything in the books and change nothing of it; nobody else is let in."""

from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from ledger.models import Membership, Session, Transfer, User
from ledger.models.append_only import AppendOnlyModel
from ledger.services.accounts import user_create
from tests.ledger.conftest import PASSWORD
from tests.ledger.evenings import EVENINGS
from tests.ledger.tables import nothing_saved, start

pytestmark = pytest.mark.django_db
MODELS = [model for model in admin.site._registry if model._meta.app_label == "ledger"]
# What can be set right here; everything else is only looked at.
CHANGED_HERE = {User, Membership}
# Of every list: the session, who asks, how many rows there are, and the rows. Tables can be filtered by currency.
QUERIES = {model.__name__: 4 for model in MODELS} | {"Session": 5}


@pytest.fixture
def staff(db: None) -> User:
    user = user_create(username="dee", password=PASSWORD)
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    user.refresh_from_db()
    return user


def address(model: type[Any], page: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def test_everything_but_photos_and_links_is_there() -> None:
    missing = {model.__name__ for model in apps.get_app_config("ledger").get_models()} - {
        model.__name__ for model in MODELS
    }
    assert missing == {"HandPhoto", "Link", "LinkAccess"}, "a new table has to be listed, or to be named here"


@pytest.mark.parametrize("who", [None, "stranger", "viewer", "scorer", "ann_user", "guest"])
def test_nobody_but_staff_is_let_in(
    who: str | None, session: Session, browser_of: Callable[[User | None], Client], request: pytest.FixtureRequest
) -> None:
    browser = browser_of(request.getfixturevalue(who) if who else None)
    pages = ["index", "password_change", "jsi18n"]
    addresses = [reverse(f"admin:{page}") for page in pages]
    addresses += [address(model, page) for model in MODELS for page in ("changelist", "add")]
    addresses += [address(Session, page, session.pk) for page in ("change", "delete", "history")]
    for path in addresses:
        for answer in (browser.get(path), browser.post(path)):
            assert answer.status_code == 302
            assert answer.url.partition("?")[0] in (reverse("admin:login"), reverse("login"))
    assert browser.get(reverse("admin:login")).status_code == 200


def test_an_account_without_rights_is_not_let_in_for_being_staff(staff: User, session: Session) -> None:
    User.objects.filter(pk=staff.pk).update(is_superuser=False)
    browser = Client()
    browser.force_login(staff)
    assert browser.get(reverse("admin:index")).status_code == 200
    assert {browser.get(address(model, "changelist")).status_code for model in MODELS} == {403}


@pytest.mark.parametrize("model", [model for model in MODELS if model not in CHANGED_HERE], ids=lambda m: m.__name__)
def test_the_books_are_looked_at_and_not_changed(model: type[Any], staff: User, ann_user: User) -> None:
    for evening in EVENINGS.values():
        evening(ann_user)
    browser = Client()
    browser.force_login(staff)
    assert browser.get(address(model, "changelist")).status_code == 200
    row = model._default_manager.first()
    with nothing_saved():
        assert browser.get(address(model, "add")).status_code == 403
        assert browser.post(address(model, "add"), {}).status_code == 403
        everything = {"action": "delete_selected", "_selected_action": [1], "post": "yes"}
        browser.post(address(model, "changelist"), everything)
        if row is not None:
            assert browser.get(address(model, "change", row.pk)).status_code == 200
            assert browser.post(address(model, "change", row.pk), {"units": 7}).status_code == 403
            assert browser.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403


def test_every_row_of_the_books_is_read_only() -> None:
    for model in MODELS:
        if issubclass(model, AppendOnlyModel):
            page, request = admin.site._registry[model], None
            assert not page.has_add_permission(request)  # type: ignore[arg-type]
            assert not page.has_change_permission(request)  # type: ignore[arg-type]
            assert not page.has_delete_permission(request)  # type: ignore[arg-type]


@pytest.mark.parametrize("evenings", [1, 4])
def test_lists_make_this_many_queries(evenings: int, staff: User, ann_user: User) -> None:
    for _ in range(evenings):
        for evening in EVENINGS.values():
            evening(ann_user)
    browser = Client()
    browser.force_login(staff)
    counts = {}
    for model in MODELS:
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(address(model, "changelist")).status_code == 200
        counts[model.__name__] = len(queries)
    assert counts == QUERIES


def test_rows_are_found_by_the_id_of_their_session(staff: User, ann_user: User) -> None:
    session = EVENINGS["played"](ann_user)
    EVENINGS["closed"](ann_user)
    browser = Client()
    browser.force_login(staff)
    without = {User, Membership}
    for model in MODELS:
        if model not in without:
            found = browser.get(address(model, "changelist"), {"q": session.public_id})
            assert found.status_code == 200, model
    listed = browser.get(address(Transfer, "changelist"), {"q": session.public_id}).context["cl"]
    assert {row.session_id for row in listed.result_list} == {session.pk}
    assert listed.result_count == Transfer.objects.filter(session=session).count()


def test_accounts_and_memberships_are_set_right(staff: User, ann_user: User) -> None:
    session = start(ann_user)
    browser = Client()
    browser.force_login(staff)
    path = address(Membership, "add")
    answer = browser.post(path, {"club": session.club_id, "user": staff.pk, "role": "viewer"})
    assert answer.status_code == 302
    assert Membership.objects.get(user=staff).role == Membership.Role.VIEWER
    form = {"username": "ann", "date_joined_0": "2026-03-14", "date_joined_1": "12:00:00"}
    assert browser.post(address(User, "change", ann_user.pk), form).status_code == 302
    ann_user.refresh_from_db()
    assert not ann_user.is_active
    assert browser.post(address(User, "delete", ann_user.pk), {"post": "yes"}).status_code == 403
