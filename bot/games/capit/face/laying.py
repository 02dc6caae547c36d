"""The menus of a hand whose contract is laid (C4.2): to lay off, to lay melds, to replace wilds."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.face.face import MAX_MENU_ITEMS, Act, Button, Focus, MenuItem, Row, Scene, Style, menus
from bot.face.game_face import BACK, Step
from bot.face.markdown import counted
from bot.game.held import cards_of
from bot.game.moves import of_kind
from bot.games.capit.face import labels
from bot.games.capit.face.contract import LONGEST
from bot.games.capit.rules.actions import Action, Cards, LayMeld, LayOff, LayOffs, Swap
from bot.games.capit.rules.choices import shed
from bot.games.capit.rules.melds import Meld, joined
from bot.games.capit.rules.view import View

_OFF: Final = "off "
_MELD: Final = "meld"
_SWAP: Final = "swap"
"""Focuses: a card to lay off, new melds, and a replacement."""

_OTHERS: Final = MenuItem("Other melds, or other cards", Focus(_MELD))


def laying_rows(
    scene: Scene[View], legal: Sequence[Action], sorting: labels.Sorting
) -> tuple[Row, ...]:
    """Return what lays most at once, then the menus of melds and of single cards."""
    view = scene.view
    row = (*_shed_button(view, legal), *_swap_button(legal))
    rows = (row,) if row else ()
    return (*rows, *_meld_menu(view, legal), *_off_menus(scene, legal, sorting))


def laying_step(scene: Scene[View], legal: Sequence[Action], focus: str) -> Step[Any] | None:
    """Return the step of the focus, None if it belongs to another part of the hand."""
    if focus.startswith(_OFF):
        return _which_meld(scene, legal, focus)
    if focus.startswith(_MELD):
        return _new_melds(scene.view, legal, focus)
    return _swap_step(scene, legal, focus)


def _meld_menu(view: View, legal: Sequence[Action]) -> tuple[Row, ...]:
    """Return one menu of the melds, those of most natural cards first, and the way to others."""
    threes = [a.meld.meld(view.options.run_suit) for a in legal if isinstance(a, LayMeld)]
    found = dict.fromkeys((*(_extended(view, meld) for meld in threes), *threes))
    melds = sorted(found, key=lambda meld: 2 * labels.wilds_in([meld]) - len(meld.cards))
    items = [*map(_lay, melds[: MAX_MENU_ITEMS - 1])]
    return menus("Lay a meld", [*items, _OTHERS]) if items else ()


def _extended(view: View, meld: Meld) -> Meld:
    """Return a meld with all natural cards of the hand that fit it besides."""
    left = Counter(cards_of(view.hand)) - Counter(meld.cards)
    for off in shed([*left.elements()], [meld]):
        meld = joined(meld, off.cards, off.side)
    return meld


def _off_menus(
    scene: Scene[View], legal: Sequence[Action], sorting: labels.Sorting
) -> tuple[Row, ...]:
    """Return the cards that fit with each place for them; a wild card's places come next."""
    offs, items = of_kind(legal, LayOff), list[MenuItem]()
    for card in labels.in_order([*{off.cards[0] for off in offs}], sorting):
        fits = [off for off in offs if off.cards == (card,)]
        if card.is_wild and len(fits) > 1:
            does, places = Focus(f"{_OFF}{card}"), f"fits {counted(len(fits), 'place')}"
            items.append(MenuItem(labels.card_label(card), does, places, labels.card_emoji(card)))
        else:
            items += [_off(scene, off) for off in fits]
    return menus("Lay a card off", items)


def _off(scene: Scene[View], off: LayOff) -> MenuItem:
    card = off.cards[0]
    return MenuItem(
        labels.card_label(card), Act(str(off)), labels.target(scene, off), labels.card_emoji(card)
    )


def _which_meld(scene: Scene[View], legal: Sequence[Action], focus: str) -> Step[Any] | None:
    fits = [off for off in of_kind(legal, LayOff) if focus == f"{_OFF}{off.cards[0]}"]
    if not fits:
        return None
    text = f"**Pick a meld for the {labels.card_label(fits[0].cards[0])}.**"
    items = [labels.off_item(scene, off, str(off)) for off in fits]
    return Step(text, {}, (*menus("Which meld?", items), (BACK,)))


def _new_melds(view: View, legal: Sequence[Action], focus: str) -> Step[Any] | None:
    """Offer the melds of three cards; the cards are the next step."""
    laid = of_kind(legal, LayMeld)
    chosen = next((action for action in laid if str(action) == focus), None)
    if chosen is not None:
        return _with_which_cards(view, chosen.meld.meld(view.options.run_suit))
    if focus != _MELD or not laid:
        return None
    melds = [(str(action), action.meld.meld(view.options.run_suit)) for action in laid]
    items = [
        MenuItem(labels.meld_label(meld), Focus(to), labels.cards_line([meld]))
        for to, meld in melds
    ]
    text = "**Pick a meld to lay.** You can add more cards afterwards."
    return Step(text, {}, (*menus("New meld", items), (BACK,)))


def _with_which_cards(view: View, meld: Meld) -> Step[Any]:
    ways = [way for (way,) in labels.ways_to_fill(view.hand, (meld.shape,), (meld,))]
    text = f"**Pick the cards.** You lay: {labels.meld_label(meld)}."
    back = Button("Back", Focus(_MELD))
    return Step(text, {}, (*menus("With which cards?", [*map(_lay, ways)]), (back,)))


def _lay(meld: Meld) -> MenuItem:
    action = Act(str(LayMeld(Cards.of(meld))))
    label = f"{labels.meld_label(meld)}: {labels.cards_line([meld])}"
    return MenuItem(label, action, labels.wilds_line(labels.wilds_in([meld])))


def _shed_button(view: View, legal: Sequence[Action]) -> tuple[Button, ...]:
    """Return the button that lays off all natural cards that fit, if there are several."""
    offs = _at_once(view, legal)
    count = sum(len(off.cards) for off in offs)
    if count <= 1:
        return ()
    return (Button(f"Lay off {count} cards at once", Act(str(_action(offs))), Style.MAIN),)


def shed_line(scene: Scene[View], legal: Sequence[Action]) -> str:
    """Return what goes where if all is laid off at once; empty if that's not offered."""
    offs = _at_once(scene.view, legal) if _shed_button(scene.view, legal) else ()
    told = "; ".join(
        f"{labels.cards_label(off.cards)} on {labels.whose(scene, off.meld)}" for off in offs
    )
    return told and f"At once: {told}."


def _at_once(view: View, legal: Sequence[Action]) -> Sequence[LayOff]:
    """Return the lay-offs that one button can do at once; further ones can follow."""
    if not any(isinstance(action, LayOff) for action in legal):
        return []
    offs = shed(cards_of(view.hand), [laid.meld for laid in view.melds])
    while offs and len(str(_action(offs))) > LONGEST:
        offs = offs[:-1]
    return offs


def _action(offs: Sequence[LayOff]) -> LayOff | LayOffs:
    return offs[0] if len(offs) == 1 else LayOffs(tuple(offs))


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
        MenuItem(labels.exchange(scene, swaps[0]), Focus(focus), _about(scene.view, swaps))
        for focus, swaps in exchanges.items()
    ]
    text = "**Pick a card to replace a wild one.** You then use the wild card at once."
    return Step(text, {}, (*menus("Replace a wild card", items), (BACK,)))


def _about(view: View, swaps: Sequence[Swap]) -> str:
    meld = view.melds[swaps[0].meld].meld
    return f"{counted(len(swaps), 'use')} for it · {labels.meld_cards(meld)}"


def _uses(scene: Scene[View], swaps: Sequence[Swap]) -> Step[Any]:
    wild = labels.card_label(labels.freed(scene.view, swaps[0]))
    text = f"**Pick where the {wild} goes.** You play: {labels.exchange(scene, swaps[0])}."
    items = [_use_item(scene, swap) for swap in swaps]
    return Step(text, {}, (*menus(f"Use the {wild}", items), (Button("Back", Focus(_SWAP)),)))


def _use_item(scene: Scene[View], swap: Swap) -> MenuItem:
    if isinstance(swap.use, LayOff):
        return labels.off_item(scene, swap.use, str(swap))
    meld = swap.use.meld.meld(scene.view.options.run_suit)
    return MenuItem(f"new {labels.meld_label(meld)}", Act(str(swap)), labels.cards_line([meld]))


def _exchanges(legal: Sequence[Action]) -> Mapping[str, Sequence[Swap]]:
    """Group replacements by the exchanged cards; the keys are focuses."""
    found: dict[str, list[Swap]] = {}
    for action in legal:
        if isinstance(action, Swap):
            found.setdefault(str(action).partition(":")[0], []).append(action)
    return found
