"""What became of an evening, in words and numbers."""

from collections import Counter

from tests.faults.books import found_saved
from tests.faults.evening import Result
from tests.faults.sent import CORRECTION, HAND, RESTORE, UNDO, Sent

TITLES = {"hands": (HAND,), "corrections": (CORRECTION,), "undos, restores": (UNDO, RESTORE)}
# Sentences shown of each kind of breach.
SHOWN = 5


def report(result: Result, *, seed: int, seconds: float) -> str:
    """All of it, a fact a line; ``seconds`` is how long it took."""
    account, books = result.account, result.books
    struck = Counter(what for kill in account.kills for what in kill)
    nothing = sum(not kill for kill in account.kills)
    lines = [
        f"{result.database.name}, seed {seed}: {len(account.kills)} kills, {seconds:.0f} s in all",
        f"  in flight at a kill: {_counts(struck)}; nothing {nothing}",
        *(f"  {title}: {_line(result, account.of(*kinds))}" for title, kinds in TITLES.items()),
        f"  answers that the server could not: {_counts(account.errors)}",
        f"  books: {len(books.balances)} tables, {len(books.hands())} hands, {len(books.revisions)} revisions",
        f"  audit: {result.audit.splitlines()[-1] if result.audit else 'failed'}",
        f"  breaches: {', '.join(f'{kind} {len(found)}' for kind, found in result.breaches.items())}",
    ]
    for kind, found in result.breaches.items():
        lines += [f"  {kind}: {sentence}" for sentence in found[:SHOWN]]
    return "\n".join(lines)


def _line(result: Result, sent: list[Sent]) -> str:
    facts = {
        "sent": len(sent),
        "acknowledged": sum(one.is_acknowledged for one in sent),
        "refused since somebody was first": sum(one.is_refused for one in sent),
        "sent again": sum(one.tries > 1 for one in sent),
        "tries": sum(one.tries for one in sent),
        "dropped by the phone": sum(one.drops for one in sent),
        "found already saved": found_saved(result.books, sent),
    }
    return ", ".join(f"{what} {count}" for what, count in facts.items())


def _counts(counter: Counter[str] | Counter[int]) -> str:
    return ", ".join(f"{what} {count}" for what, count in counter.most_common()) or "none"
