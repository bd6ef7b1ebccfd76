"""Hands in and results out as JSON: the format of ``manage.py score``, described in docs/scoring-format.md."""

import json
from collections.abc import Mapping
from typing import Any

from ofcscore.engine.board import Board, BoardResult
from ofcscore.engine.errors import UnreadableError
from ofcscore.engine.explain import foul_reason
from ofcscore.engine.rules import ROWS, Ruleset
from ofcscore.engine.scoring import HandResult, PairResult, score_hand

_PLAYER_KEYS = ("name", "board", "fantasyland", "dead")


def score_line(line: bytes) -> dict[str, Any]:
    """Score one hand from one line of JSON. Raises OFCError, always with a sentence, for anything it cannot score."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise UnreadableError(f"This line is not JSON: {error}.") from None
    boards, rules = hand_from_json(data)
    return hand_to_json(score_hand(boards, rules))


def hand_from_json(data: object) -> tuple[list[Board], Ruleset]:
    """The boards and the rules of a hand: ``{"rules": …, "players": [{"name": …, "board": …}, …]}``.

    Other keys of the hand are notes of its author and left alone; other keys of a player are refused, lest one is a
    slip.

    Raises OFCError when it is not of that shape or the rules are odd; the cards are not read yet.
    """
    if not isinstance(data, Mapping) or "rules" not in data or not isinstance(data.get("players"), list):
        raise UnreadableError("A hand is an object with rules and a list of players.")
    boards = [_board_from_json(player, place) for place, player in enumerate(data["players"])]
    return boards, Ruleset.from_json(data["rules"])


def _board_from_json(data: object, place: int) -> Board:
    if not isinstance(data, Mapping):
        raise UnreadableError(f"Player {place + 1} is not an object with a name and a board.", player=place)
    unknown = [key for key in data if key not in _PLAYER_KEYS]
    if unknown:
        message = f"Player {place + 1} has “{unknown[0]}”, which is none of: {', '.join(_PLAYER_KEYS)}."
        raise UnreadableError(message, player=place)
    name = data.get("name", f"Player {place + 1}")
    cards = data.get("board", "")
    fantasyland = data.get("fantasyland", 0)
    dead = data.get("dead", False)
    if not isinstance(name, str) or not name.strip():
        raise UnreadableError(f"The name of player {place + 1} is not a text.", player=place)
    if not isinstance(cards, str):
        raise UnreadableError(f"{name}’s board is not a text.", player=place)
    if not isinstance(fantasyland, int) or isinstance(fantasyland, bool):
        raise UnreadableError(f"{name}’s fantasyland is not a number of cards.", player=place)
    if not isinstance(dead, bool):
        raise UnreadableError(f"{name}’s dead is not true or false.", player=place)
    return Board(name, cards, fantasyland, dead)


def hand_to_json(result: HandResult) -> dict[str, Any]:
    """A scored hand as plain JSON data; every pair is seen from its first player's side."""
    boards = zip(result.boards, result.units, strict=True)
    return {
        "players": [_board_to_json(board, units) for board, units in boards],
        "pairs": [_pair_to_json(result, pair) for pair in result.pairs],
    }


def _board_to_json(board: BoardResult, units: int) -> dict[str, Any]:
    names = [hand.name for hand in board.hands] if board.hands else [None] * len(ROWS)
    return {
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


def _pair_to_json(result: HandResult, pair: PairResult) -> dict[str, Any]:
    line = {
        "players": [result.boards[pair.first].name, result.boards[pair.second].name],
        "rows": dict(zip(ROWS, pair.rows, strict=True)),
        "bonus": pair.bonus,
        "royalties": pair.royalties,
        "units": pair.units,
    }
    return line | {"moon": pair.moon} if pair.moon else line
