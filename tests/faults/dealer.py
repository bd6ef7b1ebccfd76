"""A dealer who saves, corrects, undoes and restores hands, and does not give up: what is not answered is sent again
with the same key, as the phone's form does it.
"""

import random
import threading
import time
import uuid
from collections.abc import Callable, Mapping
from contextlib import suppress

from ofcscore.engine.cards import DECK
from tests.engine.strategies import row_text, strongest_last
from tests.faults.phone import PATIENCE, Answer, NoAnswerError, Phone
from tests.faults.sent import CORRECTION, HAND, RESTORE, SEATS, UNDO, Account, Sent
from tests.ledger.pages import with_boards

# Of a hundred things that a dealer does.
HABITS = {HAND: 70, CORRECTION: 15, UNDO: 15}
# How often a phone loses its connection before it has read the answer.
DROPS = 0.08
# In seconds: until a phone tries again, and until a connection is lost. The real phone waits two, and then longer.
LONGEST_WAIT = 0.2
LONGEST_READ = 0.04
# Corrected and undone are hands of just now.
LATELY = 4
# What a check that came too late is answered.
MOVED_ON = (404, 409, 422)


class Dealer(threading.Thread):
    """One dealer at work until ``over`` is set; what is begun then is still finished. ``failure`` is what stopped them
    before that, which nothing should.
    """

    def __init__(
        self, phone: Phone, account: Account, table: Callable[[], str], over: threading.Event, rng: random.Random
    ) -> None:
        super().__init__(daemon=True)
        self.phone = phone
        self.account = account
        self.table = table
        self.over = over
        self.rng = rng
        self.failure = ""
        self.is_done = False

    def run(self) -> None:
        habits = {HAND: self._score, CORRECTION: self._correct, UNDO: self._press}
        try:
            while not self.over.is_set():
                (what,) = self.rng.choices(list(HABITS), list(HABITS.values()))
                habits[what](self.table())
            self.is_done = True
        except Exception as error:
            self.failure = f"{type(error).__name__}: {error}"
        finally:
            self.phone.hang_up()

    def _score(self, table: str) -> None:
        """Enter a hand, until it is saved: when somebody else was first it becomes the next one, with another key."""
        path, boards = f"{table}score/", self._boards()
        while not self._enter(Sent(HAND, table, 0, boards=boards), path):
            pass

    def _correct(self, table: str) -> None:
        """Correct a hand of just now, unless somebody is at it already."""
        number = self._recent(table)
        if number:
            sent = Sent(CORRECTION, table, number, boards=self._boards())
            self._enter(sent, f"{table}hands/{number}/correct/", correction_reason="misread")

    def _press(self, table: str) -> None:
        """Undo a hand of just now, or restore it where it is undone."""
        number = self._recent(table)
        if not number:
            return
        page = self._get(f"{table}hands/{number}/")
        for what in (UNDO, RESTORE):
            path = f"{table}hands/{number}/{what}/"
            button = page.button(path)
            if button:
                self._settle(Sent(what, table, number, int(button["revision"]) + 1), path, button)

    def _enter(self, sent: Sent, path: str, **typed: str) -> bool:
        """Fill in the form of a hand, check it and save it; whether it is saved."""
        page = self._get(path)
        if page.status != 200:
            # Somebody has undone it.
            assert sent.what == CORRECTION, f"{path} answered with {page.status}"
            return False
        form = with_boards(page.form(), sent.boards) | typed
        answer = self._until_answered("check", lambda: self.phone.post(path, {**form, "action": "check"}))
        if answer.status == 302:
            answer = self._get(answer.location)
        if answer.status != 200:
            assert answer.status in MOVED_ON, f"the check of {path} answered with {answer.status}"
            return False
        form = answer.form()
        sent.key = uuid.UUID(form["key"])
        if sent.what == HAND:
            sent.number = int(form["number"])
        else:
            sent.revision = int(form["revision"]) + 1
        return self._settle(sent, path, {**form, "action": "save"})

    def _settle(self, sent: Sent, path: str, form: Mapping[str, str]) -> bool:
        """Send something that changes the books until it is answered; whether with yes."""
        self.account.begin(sent)
        answer = self._until_answered(sent.what, lambda: self._send(sent, path, form))
        leads_to = answer.location.split("?")[0]
        sent.is_acknowledged = answer.status == 302 and leads_to == sent.table
        sent.is_refused = answer.status == 409
        assert sent.is_acknowledged or sent.is_refused, f"{path} answered with {answer.status} {leads_to}"
        return sent.is_acknowledged

    def _send(self, sent: Sent, path: str, form: Mapping[str, str]) -> Answer | None:
        """One try. Now and then the connection is lost before there is an answer."""
        sent.tries += 1
        sent.last_try_at = time.time()
        if self.rng.random() < DROPS:
            sent.drops += 1
            self.phone.hang_up_on(path, form, after=self.rng.uniform(0, LONGEST_READ))
            return None
        return self.phone.post(path, form)

    def _get(self, path: str) -> Answer:
        return self._until_answered("page", lambda: self.phone.get(path))

    def _until_answered(self, what: str, ask: Callable[[], Answer | None]) -> Answer:
        """Ask until there is an answer that is no error of the server's own. Raises NoAnswerError after very long."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            with self.account.flying(what), suppress(NoAnswerError):
                answer = ask()
                if answer is not None and answer.status < 500:
                    return answer
                if answer is not None:
                    self.account.failed_with(answer.status)
            time.sleep(self.rng.uniform(0, LONGEST_WAIT))
        raise NoAnswerError(f"a {what} was not answered for {PATIENCE} s")

    def _recent(self, table: str) -> int:
        """The number of one of the last hands, 0 where there is none."""
        last = self.account.last_hand(table)
        return self.rng.randint(max(1, last - LATELY), last) if last else 0

    def _boards(self) -> tuple[str, ...]:
        """Boards that were never dealt before: nobody doubts which hand is which."""
        deck = self.rng.sample(DECK, 13 * SEATS)
        return tuple(row_text(strongest_last(tuple(deck[13 * seat : 13 * seat + 13]))) for seat in range(SEATS))
