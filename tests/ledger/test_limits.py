"""Counting how often something is done, and by whom."""

import os
import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings as configured
from django.test import RequestFactory
from hypothesis import given
from hypothesis import strategies as st
from limits.errors import StorageError

from ofcscore import limits
from ofcscore.limits import LOGIN_BY_NAME, Limit, TooOftenError, address_of, in_words
from tests.ledger.limits import Clock, use_up

FEW = Limit("few", 4, 15, "Too many.")
WINDOW = 15 * 60


def is_stopped(limit: Limit, *who: str | int | None) -> bool:
    try:
        limit.expect(*who)
    except TooOftenError:
        return True
    return False


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock().install(monkeypatch)


def test_it_is_so_many_times_and_no_more() -> None:
    for _ in range(FEW.most):
        FEW.take("here")
    with pytest.raises(TooOftenError, match=r"^Too many\. Try again in \d+ (minutes|seconds)\.$"):
        FEW.take("here")
    FEW.take("there")
    assert not is_stopped(LOGIN_BY_NAME, "here"), "another limit"


def test_a_clock_that_goes_on_frees_whoever_waited(clock: Clock) -> None:
    use_up(FEW, "here")
    for _ in range(50):
        FEW.note("here")
    with pytest.raises(TooOftenError) as refused:
        FEW.expect("here")
    assert 0 < refused.value.seconds <= WINDOW
    clock.now += refused.value.seconds
    FEW.expect("here")
    clock.now += 2 * WINDOW
    for _ in range(FEW.most):
        FEW.take("here")


@given(pauses=st.lists(st.floats(0, 700), min_size=5, max_size=30))
def test_the_wait_that_is_told_is_the_wait(pauses: list[float]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        limits.forget()
        clock = Clock().install(patch)
        for pause in pauses:
            clock.now += pause
            FEW.note("here")
        try:
            FEW.expect("here")
        except TooOftenError as error:
            began = clock.now
            clock.now = began + error.seconds - 1.01
            assert is_stopped(FEW, "here") or clock.now < began
            clock.now = began + error.seconds
            FEW.expect("here")
    limits.forget()


@given(pauses=st.lists(st.floats(0, 300), min_size=1, max_size=60))
def test_in_no_stretch_of_that_time_is_it_done_twice_as_often(pauses: list[float]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        limits.forget()
        clock = Clock().install(patch)
        done: list[float] = []
        for pause in pauses:
            clock.now += pause
            if not is_stopped(FEW, "here"):
                FEW.note("here")
                done.append(clock.now)
        for moment in done:
            assert len([each for each in done if moment - WINDOW < each <= moment]) < 2 * FEW.most
    limits.forget()


def test_who_cannot_be_told_apart_is_not_stopped_for_one_another(caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(2 * FEW.most):
        FEW.take(None)
        FEW.take(None, "ann")
    assert "not counted" in caplog.text


def test_a_storage_that_does_not_answer_stops_nobody(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*args: object) -> None:
        raise StorageError(OSError("refused"))

    limiter = limits.limiter_at(configured.RATE_LIMIT_STORAGE)
    use_up(FEW, "here")
    monkeypatch.setattr(limiter, "test", fail)
    monkeypatch.setattr(limiter, "hit", fail)
    FEW.take("here")
    assert "the counts cannot be read" in caplog.text
    assert "the counts cannot be written" in caplog.text


def test_without_a_storage_nothing_is_counted(settings: Any) -> None:
    settings.RATE_LIMIT_STORAGE = "none"
    for _ in range(2 * FEW.most):
        FEW.take("here")
    limits.forget()


def test_no_name_and_no_address_is_kept() -> None:
    FEW.note("192.0.2.7", "ann\x00/🂡\ud800")
    limiter = limits.limiter_at(configured.RATE_LIMIT_STORAGE)
    assert limiter is not None
    [key] = limiter.storage.storage  # type: ignore[attr-defined]
    assert key.startswith("LIMITS:ofcscore/few/") or key.startswith("ofcscore/few/")
    assert "192" not in key.split("/")[2]
    assert "ann" not in key


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(1, "a second"), (2, "2 seconds"), (90, "90 seconds"), (91, "2 minutes"), (120, "2 minutes"), (121, "3 minutes")],
)
def test_a_wait_is_told_in_words_and_never_too_short(seconds: int, words: str) -> None:
    assert in_words(seconds) == words


@pytest.mark.parametrize(
    ("sent", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", None),
        ("unix:", None),
        ("192.0.2.7:4711", None),
        ("192.0.2.07", None),
        ("9" * 5000, None),
    ],
)
def test_an_address_is_that_of_a_household(sent: str, counted: str | None) -> None:
    assert address_of(RequestFactory(REMOTE_ADDR=sent).get("/")) == counted


def test_without_any_address_it_is_not_known(settings: Any) -> None:
    request = RequestFactory().get("/")
    del request.META["REMOTE_ADDR"]
    assert address_of(request) is None
    settings.BEHIND_PROXY = True
    assert address_of(RequestFactory().get("/")) is None, "the proxy's own would be everybody's"


@pytest.mark.parametrize("sent", ["192.0.2.7", "203.0.113.9, 192.0.2.7", "x,,192.0.2.7 ", '"evil", ,192.0.2.7'])
def test_behind_a_proxy_only_what_it_wrote_itself_is_believed(sent: str, settings: Any) -> None:
    request = RequestFactory(headers={"X-Forwarded-For": sent}).get("/")
    assert address_of(request) == "127.0.0.1"
    settings.BEHIND_PROXY = True
    assert address_of(request) == "192.0.2.7"


@pytest.mark.parametrize("sent", ["", ",", "192.0.2.7,", "192.0.2.7, unknown", "192.0.2.7;203.0.113.9", "\x00", "ä"])
def test_what_no_proxy_writes_is_not_known(sent: str, settings: Any) -> None:
    settings.BEHIND_PROXY = True
    assert address_of(RequestFactory(headers={"X-Forwarded-For": sent}).get("/")) is None


@pytest.mark.parametrize(
    ("storage", "words"),
    [
        ("memory://", ""),
        ("none", ""),
        ("", "unknown storage"),
        ("nowhere://x", "unknown storage"),
        ("async+memory://", ""),
    ],
)
def test_a_storage_that_cannot_be_stops_the_start(storage: str, words: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", "import django; django.setup()"],
        cwd=configured.BASE_DIR,
        env=os.environ
        | {"DJANGO_SETTINGS_MODULE": "ofcscore.settings", "SECRET_KEY": 60 * "x", "RATE_LIMIT_STORAGE": storage},
        capture_output=True,
        text=True,
        check=False,
    )
    is_refused = storage not in ("memory://", "none")
    assert (run.returncode != 0) == is_refused
    assert ("RATE_LIMIT_STORAGE" in run.stderr) == is_refused
    assert words in run.stderr
