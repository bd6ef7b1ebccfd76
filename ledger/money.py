"""Money at the edge: whole minor units in the books, text on the page."""

from typing import NamedTuple


class Currency(NamedTuple):
    """How amounts of a currency are written: its sign, and how many digits stand for its minor unit."""

    code: str
    sign: str
    digits: int = 2


CURRENCIES = {
    currency.code: currency
    for currency in (
        Currency("EUR", "€"),
        Currency("USD", "$"),
        Currency("GBP", "£"),
        Currency("CAD", "CA$"),
        Currency("AUD", "A$"),
        Currency("CHF", "CHF "),
        Currency("SEK", "SEK "),
        Currency("NOK", "NOK "),
        Currency("DKK", "DKK "),
        Currency("PLN", "PLN "),
        Currency("CZK", "CZK "),
        Currency("JPY", "¥", 0),
        Currency("INR", "₹"),
        Currency("HKD", "HK$"),
        Currency("RUB", "RUB "),
    )
}


# In minor units.
LARGEST_UNIT_VALUE = 1_000_000_00


def parse_amount(text: str, currency: str) -> int:
    """An amount in minor units. Takes a point or a comma before the minor units and no thousands separators.

    >>> parse_amount("2.5", "EUR")
    250

    Raises ValueError for anything else.
    """
    whole, _, minor = text.strip().replace(",", ".").partition(".")
    digits = CURRENCIES[currency].digits
    if not (whole.isascii() and whole.isdigit()) or (minor and not (minor.isascii() and minor.isdigit())):
        raise ValueError(text)
    if len(minor.rstrip("0")) > digits:
        raise ValueError(text)
    return int(whole + minor[:digits].ljust(digits, "0"))


def format_amount(amount: int, currency: str) -> str:
    """An amount of minor units as people write it, without minor units where there are none.

    >>> format_amount(250, "EUR"), format_amount(100, "EUR")
    ('€2.50', '€1')
    """
    sign, digits = CURRENCIES[currency].sign, CURRENCIES[currency].digits
    whole, minor = divmod(amount, 10**digits)
    return f"{sign}{whole}.{minor:0{digits}}" if minor else f"{sign}{whole}"


def format_due(amount: int, currency: str) -> str:
    """What somebody has to pay: an amount of money, or of units where there is no currency.

    >>> format_due(250, "EUR"), format_due(1, ""), format_due(2, "")
    ('€2.50', '1 unit', '2 units')
    """
    if currency:
        return format_amount(amount, currency)
    return f"{amount} unit{'' if amount == 1 else 's'}"


def format_signed(amount: int, currency: str) -> str:
    """An amount of minor units with its sign; empty where there is no currency.

    >>> format_signed(250, "EUR"), format_signed(-100, "EUR"), format_signed(0, "EUR")
    ('+€2.50', '−€1', '€0')
    """
    if not currency:
        return ""
    sign = "+" if amount > 0 else "\N{MINUS SIGN}" if amount < 0 else ""
    return sign + format_amount(abs(amount), currency)


def format_plain(amount: int, currency: str) -> str:
    """An amount of minor units as one types it, without a sign; empty where there is no currency.

    >>> format_plain(250, "EUR"), format_plain(100, "EUR"), format_plain(0, "")
    ('2.50', '1', '')
    """
    return format_amount(amount, currency).removeprefix(CURRENCIES[currency].sign) if currency else ""


def parse_unit_value(text: str, currency: str) -> int:
    """What one unit is worth, in minor units; 0 where there is no currency and so no money.

    Raises ValueError with a sentence for people.
    """
    if not currency:
        return 0
    try:
        amount = parse_amount(text, currency)
    except ValueError:
        raise ValueError("Write an amount, as in 1 or 0.50.") from None
    if amount > LARGEST_UNIT_VALUE:
        raise ValueError("A unit is worth at most 1 000 000.")
    return amount
