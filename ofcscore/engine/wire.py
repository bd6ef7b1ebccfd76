"""Hands in and results out as JSON: the format of ``manage.py score``, described in docs/scoring-format.md."""

import json
from collections.abc import Mapping
from typing import Any, TypeGuard

from ofcscore.engine.board import Board, BoardResult
from ofcscore.engine.errors import NotAllowedError, UnreadableError
from ofcscore.engine.explain import foul_reason
from ofcscore.engine.jokers import has_joker
from ofcscore.engine.rules import HIGHEST_STACK, ROWS, Ruleset, quoted
from ofcscore.engine.scoring import HandResult, PairResult, score_hand
from ofcscore.engine.stakes import Payment

_PLAYER_KEYS = ("name", "board", "fantasyland", "dead", "stack", "owner")


def score_line(line: bytes) -> dict[str, Any]:
    """Score one hand from one line of JSON. Raises OFCError, always with a sentence, for anything it cannot score."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise UnreadableError(f"This line is not JSON: {error}.") from None
    boards, rules, button = hand_from_json(data)
    return hand_to_json(score_hand(boards, rules, button))


def hand_from_json(data: object) -> tuple[list[Board], Ruleset, int]:
    """The boards and the rules of a hand, and the place of who has the button, the last one if nothing is said:
    ``{"rules": …, "players": [{"name": …, "board": …}, …], "button": 0}``.

    Other keys of the hand are notes of its author and left alone; other keys of a player are refused, lest one is a
    slip.

    Raises UnreadableError or NotAllowedError, or what :meth:`Ruleset.from_json` raises.
    """
    if not isinstance(data, Mapping) or "rules" not in data or not isinstance(data.get("players"), list):
        raise UnreadableError("A hand is an object with rules and a list of players.")
    players = data["players"]
    boards = [_board_from_json(player, place) for place, player in enumerate(players)]
    rules = Ruleset.from_json(data["rules"])
    for place, player in enumerate(players):
        _check_stack_and_owner(player, boards[place].name, place, rules)
    button = data.get("button", len(boards) - 1)
    if "button" in data and not (_is_whole(button) and 0 <= button < len(boards)):
        raise UnreadableError("The button is the place of one of the players, counted from 0.")
    return boards, rules, button


def _check_stack_and_owner(data: Mapping[str, Any], name: str, place: int, rules: Ruleset) -> None:
    """Stacks are for table stakes, owners for criss-cross; where these are played, everybody has one (R9, R10)."""
    games = {"stack": ("table stakes", rules.plays_for_stacks), "owner": ("criss-cross", rules.criss_cross)}
    for key, (game, played) in games.items():
        if played and key not in data:
            raise NotAllowedError(f"{name}’s {key} is missing, and these rules play {game}.", player=place)
        if key in data and not played:
            raise NotAllowedError(f"{name}’s {key} is for {game}, which these rules do not play.", player=place)


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _board_from_json(data: object, place: int) -> Board:
    if not isinstance(data, Mapping):
        raise UnreadableError(f"Player {place + 1} is not an object with a name and a board.", player=place)
    unknown = [key for key in data if key not in _PLAYER_KEYS]
    if unknown:
        message = f"Player {place + 1} has {quoted(unknown[0])}, which is none of: {', '.join(_PLAYER_KEYS)}."
        raise UnreadableError(message, player=place)
    name = data.get("name", f"Player {place + 1}")
    cards = data.get("board", "")
    fantasyland = data.get("fantasyland", 0)
    dead = data.get("dead", False)
    stack = data.get("stack", 0)
    owner = data.get("owner", "")
    if not isinstance(name, str) or not name.strip():
        raise UnreadableError(f"The name of player {place + 1} is not a text.", player=place)
    if not isinstance(cards, str):
        raise UnreadableError(f"{name}’s board is not a text.", player=place)
    if not _is_whole(fantasyland):
        raise UnreadableError(f"{name}’s fantasyland is not a number of cards.", player=place)
    if not isinstance(dead, bool):
        raise UnreadableError(f"{name}’s dead is not true or false.", player=place)
    if not _is_whole(stack) or not 0 <= stack <= HIGHEST_STACK:
        raise UnreadableError(f"{name}’s stack is not a whole number of units, 0 to {HIGHEST_STACK}.", player=place)
    if not isinstance(owner, str) or ("owner" in data and not owner.strip()):
        raise UnreadableError(f"{name}’s owner is not a name.", player=place)
    return Board(name, cards, fantasyland, dead, stack, owner)


def hand_to_json(result: HandResult) -> dict[str, Any]:
    """A scored hand as plain JSON data; every pair is seen from its first player's side."""
    boards = zip(result.boards, result.units, strict=True)
    wild = any(has_joker(board.cards) for board in result.boards)
    hand = {
        "players": [_board_to_json(board, units, wild) for board, units in boards],
        "pairs": [_pair_to_json(result, pair) for pair in result.pairs],
    }
    if result.payments:
        hand["payments"] = [_payment_to_json(result, payment) for payment in result.payments]
    return hand


def _payment_to_json(result: HandResult, payment: Payment) -> dict[str, Any]:
    return {
        "payer": result.boards[payment.payer].name,
        "payee": result.boards[payment.payee].name,
        "due": payment.due,
        "paid": payment.paid,
        "payer_stack": [payment.payer_stack, payment.payer_left],
        "payee_stack": [payment.payee_stack, payment.payee_left],
    }


def _board_to_json(board: BoardResult, units: int, wild: bool) -> dict[str, Any]:
    """One board; ``wild`` says whether anybody in this hand holds a joker: every kicker can decide then (R8.3)."""
    hands = [hand.full_name if wild else hand.name for hand in board.hands]
    names = hands if hands else [None] * len(ROWS)
    line = {
        "name": board.name,
        "fouled": board.fouled,
        "reason": foul_reason(board),
        "rows": {
            row: {"hand": name, "royalty": royalty}
            for row, name, royalty in zip(ROWS, names, board.royalties, strict=True)
        },
        "royalties": board.royalty_units,
        "fantasyland_next": board.fantasyland_next,
        "units": units,
    }
    return line | {"plays_as": board.plays_as} if board.jokers else line


def _pair_to_json(result: HandResult, pair: PairResult) -> dict[str, Any]:
    line = {
        "players": [result.boards[pair.first].name, result.boards[pair.second].name],
        "rows": dict(zip(ROWS, pair.rows, strict=True)),
        "bonus": pair.bonus,
        "royalties": pair.royalties,
        "units": pair.units,
    }
    return line | {"moon": pair.moon} if pair.moon else line
