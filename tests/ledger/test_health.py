"""What programs ask that watch over the server."""

import pytest
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

pytestmark = pytest.mark.django_db


def test_it_answers_with_one_word_one_query_and_no_cookie(client: Client) -> None:
    with CaptureQueriesContext(connection) as queries:
        answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok")
    assert answer["Content-Type"] == "text/plain"
    assert "no-store" in answer["Cache-Control"]
    assert not answer.cookies
    assert len(queries) == 1
    assert client.head("/healthz").status_code == 200


def test_it_is_the_same_for_who_is_logged_in(browser: Client) -> None:
    answer = browser.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok")
    assert not answer.cookies


def test_a_database_that_does_not_answer_is_one_word(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise DatabaseError("details of the server")

    monkeypatch.setattr(connection, "cursor", fail)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (503, b"unavailable")


def test_a_file_without_tables_is_not_well(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE django_migrations RENAME TO elsewhere")
    assert client.get("/healthz").status_code == 503


def test_only_to_the_site_s_own_names(client: Client) -> None:
    assert client.get("/healthz", headers={"Host": "evil.example"}).status_code == 400


def test_over_plain_http_even_where_pages_are_not(client: Client, settings: object) -> None:
    settings.SECURE_SSL_REDIRECT = True
    answers = [client.get(path).status_code for path in ("/healthz", "/", "/healthz/", "/x/healthz")]
    assert answers == [200, 301, 301, 301]
