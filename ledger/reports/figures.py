"""Averages, spreads and shares in whole numbers: hundredths of a unit, tenths of a per cent."""

from math import isqrt

from ofcscore.engine.explain import MINUS

# With fewer than this, an average says more about luck than about play.
ENOUGH = 100


def per_hand(units: int, hands: int) -> int:
    """The average in hundredths, rounded to the nearest, halves away from zero; 0 without hands.

    >>> per_hand(1, 8), per_hand(-1, 8), per_hand(2, 3)
    (13, -13, 67)
    """
    size = (200 * abs(units) + hands) // (2 * hands) if hands else 0
    return size if units >= 0 else -size


def spread(count: int, total: int, squares: int) -> int | None:
    """The standard deviation of so many numbers, in hundredths, from their sum and the sum of their squares; None for
    fewer than two. It is that of a sample: divided by one less than there are.

    >>> spread(4, 0, 2 * 3**2 + 2 * 1**2)
    258
    """
    if count < 2:
        return None
    square = (count * squares - total * total) * 100**2
    return (isqrt(4 * square // (count * (count - 1))) + 1) // 2


def two_places(hundredths: int) -> str:
    """Hundredths as people write them, without a sign.

    >>> two_places(125), two_places(-8)
    ('1.25', '0.08')
    """
    whole, rest = divmod(abs(hundredths), 100)
    return f"{whole}.{rest:02}"


def signed_two_places(hundredths: int) -> str:
    """Hundredths with their sign.

    >>> signed_two_places(125), signed_two_places(-8), signed_two_places(0)
    ('+1.25', '−0.08', '0.00')
    """
    sign = "+" if hundredths > 0 else MINUS if hundredths < 0 else ""
    return sign + two_places(hundredths)


def share(count: int, of: int, what: str = "") -> str:
    """So many of so many, and in per cent.

    >>> print(share(3, 40), share(2, 3, "pairs"), share(0, 0), sep="; ")
    3 of 40 (7.5 %); 2 of 3 pairs (66.7 %); none so far
    """
    if not of:
        return "none so far"
    whole, tenth = divmod((2000 * count + of) // (2 * of), 10)
    return f"{count} of {of}{what and f' {what}'} ({whole}.{tenth}\N{NO-BREAK SPACE}%)"


def too_few(count: int, what: str = "hands") -> str:
    """What a figure made of so few has to say of itself; empty for enough of them.

    >>> too_few(12), too_few(1), too_few(100)
    ('12 hands: too few to say much', '1 hand: too few to say much', '')
    """
    if count >= ENOUGH:
        return ""
    return f"{count} {what[:-1] if count == 1 else what}: too few to say much"
