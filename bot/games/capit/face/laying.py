"""The menus of a hand whose contract is laid (C4.2): to lay off, to lay melds, to replace wilds."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from bot.face.face import Act, Button, Focus, MenuItem, Row, Scene, Style, menus
from bot.face.markdown import counted
from bot.face.step import BACK, Step
from bot.games.capit.face.labels import (
    Sorting,
    card_items,
    card_label,
    cards_label,
    cards_line,
    cards_of,
    exchange,
    freed,
    has_other_ways,
    in_order,
    meld_cards,
    meld_label,
    off_item,
    target,
    ways_to_fill,
    whose,
    wilds_in,
    wilds_line,
)
from bot.games.capit.rules.actions import Action, Cards, LayMeld, LayOff, LayOffs, Swap
from bot.games.capit.rules.choices import shed
from bot.games.capit.rules.melds import Kind, Meld
from bot.games.capit.rules.view import View

if TYPE_CHECKING:
    from bot.games.capit.rules.cards import Card


_OFF: Final = "off "
_MELD: Final = "meld"
_ALL: Final = "all off"
_SWAP: Final = "swap"
"""Focuses: a card to lay off, new melds, the preview of laying all off, and a replacement."""

_LONGEST: Final = 60
"""The longest action of a button, in characters; further cards can be laid off afterwards."""


def laying_rows(scene: Scene[View], legal: Sequence[Action], sorting: Sorting) -> tuple[Row, ...]:
    """Return the menu of cards that can be laid off, and the buttons to melds and replacements."""
    return (*_off_menus(scene, legal, sorting), *_buttons(scene.view, legal))


def laying_step(scene: Scene[View], legal: Sequence[Action], focus: str) -> Step[Any] | None:
    """Return the step of the focus, None if it belongs to another part of the hand."""
    if focus.startswith(_OFF):
        return _which_meld(scene, legal, focus)
    if focus.startswith(_MELD):
        return _new_melds(scene.view, legal, focus)
    return _shed_step(scene, legal, focus) or _swap_step(scene, legal, focus)


def _buttons(view: View, legal: Sequence[Action]) -> Iterator[Row]:
    melds = sum(isinstance(action, LayMeld) for action in legal)
    new = (Button(f"New meld ({melds})", Focus(_MELD), Style.GOOD),) if melds else ()
    if row := (*_shed_button(view, legal), *new, *_swap_button(legal)):
        yield row


def _off_menus(scene: Scene[View], legal: Sequence[Action], sorting: Sorting) -> tuple[Row, ...]:
    does: dict[Card, Act | Focus] = {}
    why = {}
    for card in in_order([*{off.cards[0] for off in _offs(legal)}], sorting):
        fits = [off for off in _offs(legal) if off.cards == (card,)]
        does[card] = Act(str(fits[0])) if len(fits) == 1 else Focus(f"{_OFF}{card}")
        why[card] = f"fits {counted(len(fits), 'place')}"
        if len(fits) == 1:
            why[card] = target(scene, fits[0])
    return menus("Lay a card off", card_items(scene.view.hand, does, why))


def _which_meld(scene: Scene[View], legal: Sequence[Action], focus: str) -> Step[Any] | None:
    fits = [off for off in _offs(legal) if focus == f"{_OFF}{off.cards[0]}"]
    if not fits:
        return None
    text = f"**Pick a meld for the {card_label(fits[0].cards[0])}.**"
    items = [off_item(scene, off, str(off)) for off in fits]
    return Step(text, {}, (*menus("Which meld?", items), (BACK,)))


def _offs(legal: Sequence[Action]) -> list[LayOff]:
    return [action for action in legal if isinstance(action, LayOff)]


def _new_melds(view: View, legal: Sequence[Action], focus: str) -> Step[Any] | None:
    """Offer the new melds; if several cards are possible for one, they are the next step."""
    laid = [action for action in legal if isinstance(action, LayMeld)]
    chosen = next((action for action in laid if str(action) == focus), None)
    if chosen is not None:
        return _with_which_cards(view, chosen.meld.meld(view.options.run_suit))
    if focus != _MELD or not laid:
        return None
    melds = [action.meld.meld(view.options.run_suit) for action in laid]
    rows = [
        row
        for kind in Kind
        for row in menus(f"New {kind}", [_new(view, meld) for meld in melds if meld.kind is kind])
    ]
    text = "**Pick a meld to lay.** It has three cards; you can add more afterwards."
    return Step(text, {}, (*rows, (BACK,)))


def _with_which_cards(view: View, meld: Meld) -> Step[Any]:
    ways = [way for (way,) in ways_to_fill(view.hand, (meld.shape,), (meld,))]
    text = f"**Pick the cards.** You lay: {meld_label(meld)}."
    back = Button("Back", Focus(_MELD))
    return Step(text, {}, (*menus("With which cards?", [*map(_lay, ways)]), (back,)))


def _new(view: View, meld: Meld) -> MenuItem:
    """Return an item that lays the meld if there is one way, else leads to all ways."""
    if not has_other_ways(view.hand, meld.shape):
        return _lay(meld)
    about = f"{cards_line([meld])}, or other cards"
    return MenuItem(meld_label(meld), Focus(str(LayMeld(Cards.of(meld)))), about)


def _lay(meld: Meld) -> MenuItem:
    action = Act(str(LayMeld(Cards.of(meld))))
    label = f"{meld_label(meld)}: {cards_line([meld])}"
    return MenuItem(label, action, wilds_line(wilds_in([meld])))


def _shed_button(view: View, legal: Sequence[Action]) -> tuple[Button, ...]:
    """Return the button to the preview if several cards fit."""
    count = _count(_at_once(view, legal))
    if count <= 1:
        return ()
    return (Button(f"Lay off {count} cards at once", Focus(_ALL), Style.GOOD),)


def _shed_step(scene: Scene[View], legal: Sequence[Action], focus: str) -> Step[Any] | None:
    """Return the step of the focus, None if it belongs to another part of the hand."""
    offs = _at_once(scene.view, legal) if focus == _ALL else []
    count = _count(offs)
    if count <= 1:
        return None
    lines = [f"- {cards_label(off.cards)} on {whose(scene, off.meld)}" for off in offs]
    # The empty line at the end keeps the next line out of the list.
    text = "\n".join(("**Lay off all of these?** They fit, and none is wild.", *lines, ""))
    sure = Button(f"Lay off these {count} cards", Act(str(_action(offs))), Style.GOOD)
    return Step(text, {}, ((sure, BACK),))


def _at_once(view: View, legal: Sequence[Action]) -> Sequence[LayOff]:
    """Return the lay-offs that one button can do at once."""
    if not any(isinstance(action, LayOff) for action in legal):
        return []
    offs = shed(cards_of(view.hand), [laid.meld for laid in view.melds])
    while offs and len(str(_action(offs))) > _LONGEST:
        offs = offs[:-1]
    return offs


def _action(offs: Sequence[LayOff]) -> LayOff | LayOffs:
    return offs[0] if len(offs) == 1 else LayOffs(tuple(offs))


def _count(offs: Sequence[LayOff]) -> int:
    return sum(len(off.cards) for off in offs)


def _swap_button(legal: Sequence[Action]) -> tuple[Button, ...]:
    """Return the button to the replacements, if there are any."""
    exchanges = len(_exchanges(legal))
    if not exchanges:
        return ()
    return (Button(f"Replace a wild ({exchanges})", Focus(_SWAP), Style.GOOD),)


def _swap_step(scene: Scene[View], legal: Sequence[Action], focus: str) -> Step[Any] | None:
    """Return the step of the focus, None if it belongs to another part of the hand."""
    if not focus.startswith(_SWAP):
        return None
    exchanges = _exchanges(legal)
    if focus in exchanges:
        return _uses(scene, exchanges[focus])
    return _which(scene, exchanges) if exchanges and focus == _SWAP else None


def _which(scene: Scene[View], exchanges: Mapping[str, Sequence[Swap]]) -> Step[Any]:
    items = [
        MenuItem(exchange(scene, swaps[0]), Focus(focus), _about(scene.view, swaps))
        for focus, swaps in exchanges.items()
    ]
    text = "**Pick a card to replace a wild one.** You then use the wild card at once."
    return Step(text, {}, (*menus("Replace a wild card", items), (BACK,)))


def _about(view: View, swaps: Sequence[Swap]) -> str:
    meld = view.melds[swaps[0].meld].meld
    return f"{counted(len(swaps), 'use')} for it · {meld_cards(meld)}"


def _uses(scene: Scene[View], swaps: Sequence[Swap]) -> Step[Any]:
    wild = card_label(freed(scene.view, swaps[0]))
    text = f"**Pick where the {wild} goes.** You play: {exchange(scene, swaps[0])}."
    items = [_use_item(scene, swap) for swap in swaps]
    return Step(text, {}, (*menus(f"Use the {wild}", items), (Button("Back", Focus(_SWAP)),)))


def _use_item(scene: Scene[View], swap: Swap) -> MenuItem:
    if isinstance(swap.use, LayOff):
        return off_item(scene, swap.use, str(swap))
    meld = swap.use.meld.meld(scene.view.options.run_suit)
    return MenuItem(f"new {meld_label(meld)}", Act(str(swap)), cards_line([meld]))


def _exchanges(legal: Sequence[Action]) -> Mapping[str, Sequence[Swap]]:
    """Group replacements by the exchanged cards; the keys are focuses."""
    found: dict[str, list[Swap]] = {}
    for action in legal:
        if isinstance(action, Swap):
            found.setdefault(str(action).partition(":")[0], []).append(action)
    return found
