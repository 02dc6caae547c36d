"""The menus to lay the contract (C4.1): the best ways directly, all others in two steps.

The first step chooses the melds (sevens, and spades from the 5), the second one the cards.
"""

from collections.abc import Sequence
from typing import Any, Final

from bot.face.menus import MAX_MENU_ITEMS, menus
from bot.face.screen import Act, Button, Focus, MenuItem, Row, Style
from bot.face.step import BACK, Step
from bot.games.capit.face.labels import sentence
from bot.games.capit.face.menus import cards_of
from bot.games.capit.face.ways import (
    as_cards,
    as_meld,
    cards_line,
    reading,
    shape_of,
    ways_to_fill,
    wilds_in,
    wilds_line,
)
from bot.games.capit.rules.actions import Action, LayContract
from bot.games.capit.rules.plans import Plan, plans
from bot.games.capit.rules.view import View

__all__ = ["contract_rows", "contract_step"]

_WAYS: Final = "ways "
_WAY: Final = "way "
"""Focuses: a page of the plans, and one of them."""


def contract_rows(view: View, legal: Sequence[Action]) -> tuple[Row, ...]:
    """Return the menu of the best ways to lay the contract, and the button to all others."""
    items = [_item(view, way) for way in legal if isinstance(way, LayContract)]
    more = Button("Other ways to lay it", Focus(f"{_WAYS}1"), Style.GOOD)
    return (*menus("Lay the contract", items), (more,)) if items else ()


def contract_step(view: View, legal: Sequence[Action], focus: str) -> Step[Any] | None:
    """Return the step of the focus, None if it belongs to another part of the hand."""
    laid = any(isinstance(action, LayContract) for action in legal)
    if not laid or not focus.startswith((_WAYS, _WAY)):
        return None
    found = plans(cards_of(view.hand), view.contract, view.options.run_suit)
    pages = -(-len(found) // MAX_MENU_ITEMS)
    page = next((page for page in range(pages) if focus == f"{_WAYS}{page + 1}"), None)
    if page is not None:
        return _plans(found, page, pages)
    number = next((at for at in range(len(found)) if focus == f"{_WAY}{at + 1}"), None)
    return None if number is None else _ways(view, found[number], number)


def _plans(found: Sequence[Plan], page: int, pages: int) -> Step[Any]:
    """Offer one page of the plans."""
    first = page * MAX_MENU_ITEMS
    items = [
        MenuItem(reading(plan.shapes), Focus(f"{_WAY}{at}"), wilds_line(plan.wilds))
        for at, plan in enumerate(found[first : first + MAX_MENU_ITEMS], start=first + 1)
    ]
    row: tuple[Button, ...] = (BACK,)
    if pages > 1:
        before = Button("Before", Focus(f"{_WAYS}{(page - 1) % pages + 1}"))
        after = Button("More", Focus(f"{_WAYS}{(page + 1) % pages + 1}"))
        row = (before, Button(f"Page {page + 1} of {pages}"), after, BACK)
    text = (
        "What do you want to lay? Ways with few wild cards come first. You choose the cards next."
    )
    return Step(text, {}, (*menus("What do you want to lay?", items), row))


def _ways(view: View, plan: Plan, number: int) -> Step[Any]:
    """Offer the choices of cards for a plan."""
    items = [
        MenuItem(
            cards_line(melds),
            Act(str(LayContract(tuple(map(as_cards, melds))))),
            wilds_line(wilds_in(melds)),
        )
        for melds in ways_to_fill(view.hand, plan.shapes)
    ]
    back = Button("Back", Focus(f"{_WAYS}{number // MAX_MENU_ITEMS + 1}"))
    text = sentence(f"{reading(plan.shapes)}: with which cards?")
    return Step(text, {}, (*menus("With which cards?", items), (back,)))


def _item(view: View, way: LayContract) -> MenuItem:
    melds = [as_meld(cards, view.options.run_suit) for cards in way.melds]
    return MenuItem(reading([*map(shape_of, melds)]), Act(str(way)), cards_line(melds))
