"""Card text: docs/rules.md R1.1 and R1.2."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofcscore.engine.cards import DECK, JOKERS, SUIT_GLYPHS, card_name, parse_cards
from ofcscore.engine.errors import OFCError, UnreadableError

HOLLOW = {"s": "♤", "h": "♡", "d": "♢", "c": "♧"}
CYRILLIC = {"А": "A", "К": "K", "Т": "T", "с": "c"}


def test_r1_1_the_deck_has_each_of_fifty_two_cards_once() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert {card[0] for card in DECK} == set("23456789TJQKA")
    assert {card[1] for card in DECK} == set("shdc")


@pytest.mark.parametrize("text", ["X1X2", "x1x2", "X1, x2", " X1\tX2\n"])
def test_r8_2_a_joker_is_written_with_its_number(text: str) -> None:
    assert parse_cards(text) == JOKERS
    assert parse_cards(f"10h{text}7c") == ("Th", *JOKERS, "7c")
    assert [card_name(joker) for joker in JOKERS] == ["joker 1", "joker 2"]


@pytest.mark.parametrize("joker", ["X", "X0", "X3", "Xx", "xh", "Jo", "🃏", "Х1"])
def test_r8_2_anything_else_is_no_joker(joker: str) -> None:
    """R8.2: the last one is a Cyrillic letter."""
    with pytest.raises(UnreadableError, match="is not a card") as caught:
        parse_cards(joker)
    assert ("X1 and X2" in str(caught.value)) is (joker[0] in "xX")


def spellings(card: str) -> list[str]:
    rank, suit = card[0], card[1]
    ranks = {rank, rank.lower(), *(["10"] if rank == "T" else [])}
    suits = {suit, suit.upper()}
    for glyphs in (SUIT_GLYPHS, HOLLOW):
        suits |= {glyphs[suit] + variation for variation in ("", "\ufe0e", "\ufe0f")}
    return [written + mark for written in sorted(ranks) for mark in sorted(suits)]


@pytest.mark.parametrize("card", DECK)
def test_r1_2_every_spelling_of_a_card_reads_the_same(card: str) -> None:
    for spelling in spellings(card):
        for text in (spelling, f" {spelling}\t", f",{spelling},", f"{spelling}\n"):
            assert parse_cards(text) == (card,), ascii(text)


@pytest.mark.parametrize("card", DECK)
def test_r1_2_a_card_reads_as_the_name_it_is_shown_by(card: str) -> None:
    assert parse_cards(card_name(card)) == (card,)


def test_card_names_are_all_different_and_say_ten() -> None:
    assert len({card_name(card) for card in DECK}) == 52
    assert [card_name(card) for card in ("Td", "As", "2c", "9h")] == ["10♦", "A♠", "2♣", "9♥"]


@pytest.mark.parametrize(
    "text",
    ["QhTd7c", "Qh Td 7c", "qh,10d,7c", " Q♥, 10♦ 7♣ ", "QH10D7C", "Q♥\ufe0e10♦\ufe0e7♣\ufe0e", "Qh\u00a0Td\n7c"],
)
def test_r1_2_gaps_between_cards_do_not_matter(text: str) -> None:
    assert parse_cards(text) == ("Qh", "Td", "7c")


@given(st.lists(st.sampled_from(DECK)))
def test_r1_2_text_in_the_one_form_reads_as_itself(cards: list[str]) -> None:
    assert "".join(parse_cards("".join(cards))) == "".join(cards)
    assert parse_cards(", ".join(map(card_name, cards))) == tuple(cards)


def test_s21_ten_hearts_however_it_is_written() -> None:
    """R1.2: four usual ways to enter a ten."""
    assert {parse_cards(text) for text in ("10h", "th", "TH", "T♥")} == {("Th",)}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1h", "“1h” is not a card."),
        ("Qh 1h", "“1h” is not a card."),
        ("10", "“10” has no suit."),
        ("10", "10h"),
        ("Qh k", "“k” has no suit."),
        ("Qh k", "Kh"),
        ("Q h", "“Q” has no suit."),
        ("hQ", "“hQ” is not a card."),
        ("11h", "“11” is not a card."),
        ("0h", "“0h” is not a card."),
        ("Qhh", "“h” is not a card."),
        ("Qx", "“Qx” is not a card."),
        ("10x", "“10x” is not a card."),
        ("Qh/7c", "“/7” is not a card."),
        ("Qh\ufe0f\ufe0f", "is not a card."),
        ("🂭", "“🂭” is not a card."),
    ],
)
def test_r1_2_an_error_names_the_piece_that_is_wrong(text: str, sentence: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        parse_cards(text)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("letter", CYRILLIC)
def test_r1_2_a_letter_that_only_looks_latin_is_named(letter: str) -> None:
    text = f"9{letter}" if letter == "с" else f"{letter}h"
    assert parse_cards(text.replace(letter, CYRILLIC[letter])), "the Latin twin is fine"
    with pytest.raises(UnreadableError) as caught:
        parse_cards(f"Qd {text}")
    for word in (f"“{text}” is not a card", f"“{letter}”", "Latin letter", "Cyrillic"):
        assert word in str(caught.value)


@pytest.mark.parametrize("text", ["\u212ah", "9\u017f", "٣h", "３h", "Qｈ"])
def test_r1_2_no_other_alphabet_reads_as_a_card_by_folding_case(text: str) -> None:
    """The Kelvin sign lowers to k and the long s raises to S; digits exist in many scripts."""
    with pytest.raises(UnreadableError):
        parse_cards(text)


@given(st.text() | st.text(alphabet="23456789TJQKA10shdcX♠♥♦♣\ufe0e ,/АК"))
def test_r1_2_any_text_gives_cards_or_an_error_with_a_sentence(text: str) -> None:
    try:
        cards = parse_cards(text)
    except OFCError as error:
        assert isinstance(error, UnreadableError)
        assert str(error).startswith("“") and str(error).endswith(".")
    else:
        assert set(cards) <= {*DECK, *JOKERS}
