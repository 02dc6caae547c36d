"""Menus of a hand of CAP-IT: as many as their lines need."""

from collections.abc import Mapping, Sequence
from itertools import starmap
from typing import Final

from bot.games.capit.cards import Card, points
from bot.games.capit.state import Hand
from bot.render.capit.labels import card_label, card_words
from bot.render.markdown import shorten
from bot.render.numbers import counted
from bot.render.screen import Act, Focus, Menu, MenuItem, Row

__all__ = ["LINES", "card_items", "cards_of", "menus"]

LINES: Final = 25
"""Lines of a menu at most."""

_ABOUT: Final = 100
"""Characters of a line's label, and of what stands beneath it."""

_END: Final = 40
"""Characters of a line that a menu's name may hold."""


def menus(placeholder: str, items: Sequence[MenuItem]) -> tuple[Row, ...]:
    """Return the menus that hold so many items, none if there are none.

    Where there are several, each says from which line to which it goes: as far as a colon, and
    without a word that the name of all ends with.
    """
    lines = [_short(item) for item in items]
    parts = [tuple(lines[at : at + LINES]) for at in range(0, len(lines), LINES)]
    if len(parts) <= 1:
        return tuple(Menu(placeholder, part) for part in parts)
    said = placeholder.rpartition(" ")[2] + " "
    ends = [(_end(part[0], said), _end(part[-1], said)) for part in parts]
    names = [f"{placeholder}: {first} … {last}" for first, last in ends]
    return tuple(starmap(Menu, zip(names, parts, strict=True)))


def _end(item: MenuItem, said: str) -> str:
    return shorten(item.label.partition(": ")[0].removeprefix(said), _END)


def _short(item: MenuItem) -> MenuItem:
    about = shorten(item.description, _ABOUT)
    return MenuItem(shorten(item.label, _ABOUT), item.does, about)


def cards_of(hand: Hand) -> tuple[Card, ...]:
    """Return the cards of a hand, sorted."""
    return tuple(sorted(held.card for held in hand))


def card_items(
    hand: Hand, does: Mapping[Card, Act | Focus], why: Mapping[Card, str]
) -> list[MenuItem]:
    """Return a line for each card of ``does``, with what there is to say about it."""
    return [
        MenuItem(card_label(card), does[card], _about(hand, card, why.get(card, "")))
        for card in does
    ]


def _about(hand: Hand, card: Card, why: str) -> str:
    """Name a card, and say how many of it there are, whether one is new, and what it costs."""
    same = [held for held in hand if held.card == card]
    parts = (
        card_words(card),
        f"you have {len(same)}" if len(same) > 1 else "",
        "new" if any(held.fresh for held in same) else "",
        why or counted(points(card), "point"),
    )
    return " · ".join(filter(None, parts))
