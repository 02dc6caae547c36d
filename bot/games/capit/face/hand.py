"""A player's private hand as a screen: what to do, contract, cards, news, how to draw and lay."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from bot.face.face import (
    MAX_MENU_ITEMS,
    Act,
    Button,
    Focus,
    Menu,
    MenuItem,
    Row,
    Scene,
    Screen,
    Style,
    menus,
)
from bot.face.game_face import BACK, Step, between_rounds, to_move
from bot.face.markdown import counted, plain, shorten
from bot.face.phrases import NBSP, bold
from bot.game.contract import Seat
from bot.game.held import cards_of
from bot.game.moves import Draw, of_kind
from bot.game.rounds import Discarded, Drew
from bot.games.capit.face import descriptions as say, laying
from bot.games.capit.face.laying import LONGEST, NAME
from bot.games.capit.rules import actions as act
from bot.games.capit.rules.actions import Action, LayMeld, LayOff, LayOffs, Push, Swap
from bot.games.capit.rules.cards import Card, points
from bot.games.capit.rules.choices import shed
from bot.games.capit.rules.melds import Meld, joined
from bot.games.capit.rules.view import Hand, Phase, Pushed, View

_END: Final = "end"
_LAY: Final = "Lay a meld, or a card off"
_AT_ONCE: Final = 85
"""Characters for what goes where at once."""


def hand(scene: Scene[View], seat: Seat, legal: Sequence[Action], focus: str) -> Screen:
    """Lay out a seat's hand; of a focus, what's before the last bar is how cards are sorted."""
    view = scene.view
    word, _, rest = focus.rpartition("|")
    sorting = say.Sorting.SUIT if word == say.Sorting.SUIT else say.Sorting.RANK
    if step := between_rounds(view, legal):
        text = "\n".join((*_score(view, seat), step.text))
        return Screen(text, step.rows, "", sorting.value, step.text)
    deeper = _deeper(scene, legal, rest, sorting)
    step = deeper or _first(scene, legal, sorting)
    acts, news = legal and not deeper, _news(scene, seat)
    follows = [told for _, told in _at_once(view, legal)] if acts else []
    lines = (
        step.text,
        *follows,
        *laying.contract_lines(view),
        say.hand_text(view.hand, sorting),
        *news,
        _counts(scene, seat),
        _standing(view, seat),
    )
    legend = "bold: new since your last turn" if any(held.fresh for held in view.hand) else ""
    sort = Button("Sort", Focus(rest if deeper else "", lasting=sorting.other.value))
    # The picture shows the contract, and the melds with their numbers once it is laid.
    ready = any(isinstance(action, act.LayContract) for action in legal)
    if not (deeper or ready or view.viewer in view.laid):
        follows = [laying.lack_line(view)]
    lead = (step.text, *follows, *(f"-# {each}" for each in news))
    return Screen("\n".join(lines), (*step.rows, (sort,)), legend, sorting.value, "\n".join(lead))


def _deeper(
    scene: Scene[View], legal: Sequence[Action], focus: str, sorting: say.Sorting
) -> Step[Any] | None:
    """Return the step of a half-made choice, with other menus below it so that it's as high."""
    view = scene.view
    step = laying.contract_step(view, legal, focus) or _laying_step(scene, legal, focus)
    if view.phase is Phase.DRAW and focus == _END and Draw() in legal and not view.draw_pile:
        step = _END_STEP
    if step is None:
        return None
    *chosen, row = step.rows
    discards = _discards(view, legal, sorting)[: 2 - len(chosen)]
    return step._replace(rows=(row, *(chosen or _later(view)), *discards))


def _first(scene: Scene[View], legal: Sequence[Action], sorting: say.Sorting) -> Step[Any]:
    view = scene.view
    if legal and view.phase is not Phase.DRAW:
        return _play(scene, legal, sorting)
    # The way that ends the round takes two clicks (C3.4).
    text = f"**{say.sentence(say.ways_to_draw(view))}**" if legal else to_move(scene)
    row = tuple(_buttons(scene, legal)) or (Button("Draw a card"),)
    return Step(text, {}, (row, *_later(view), *_discards(view, (), sorting)))


def _later(view: View) -> tuple[Menu, ...]:
    return menus(_LAY if view.viewer in view.laid else laying.OTHER_WAY, ())


def _discards(view: View, legal: Sequence[Action], sorting: say.Sorting) -> tuple[Menu, ...]:
    cards = say.in_order([action.card for action in of_kind(legal, act.Discard)], sorting)
    items = [laying.discard_item(view.hand, card) for card in cards]
    return menus("Discard a card", items)


def _play(scene: Scene[View], legal: Sequence[Action], sorting: say.Sorting) -> Step[Any]:
    view, (*_, last) = scene.view, (None, *scene.past)
    lay = len(of_kind(legal, act.Discard)) < len(legal)
    lays = _laying_rows if view.viewer in view.laid else laying.contract_rows
    text = "Discard a card to end your turn."
    if any(isinstance(action, act.LayContract) for action in legal):
        text = "Lay your contract, or discard."
    elif lay:
        text = "Lay what you like, then discard."
    if isinstance(last, Drew | Pushed) and last.seat == view.viewer:
        drew = say.card_label(view.hand[-1].card)
        text = f"You drew the {drew}. {'Lay cards, or discard one' if lay else 'Discard a card'}."
    rows = (*lays(scene, legal, sorting), *_discards(view, legal, sorting))
    return Step(f"**{text}**", {}, rows)


def _counts(scene: Scene[View], seat: Seat) -> str:
    view = scene.view
    others = ((seat + step) % view.seats for step in range(1, view.seats))
    told = "; ".join(
        f"{bold(scene.seats, each, NAME)}{NBSP}{view.counts[each]}, "
        f"{counted(view.totals[each], 'point')}{say.melds_of(view, each)}"
        for each in others
    )
    return f"Cards: {told} · draw pile {view.draw_pile}"


def _standing(view: View, seat: Seat) -> str:
    cost = sum(points(held.card) for held in view.hand)
    cards = counted(len(view.hand), "card")
    total = counted(view.totals[seat], "point")
    return f"-# Your hand: {cards}, worth {cost} · {total} so far"


def _score(view: View, seat: Seat) -> Iterator[str]:
    result = view.results[-1]
    yield f"**Round {result.round}**: {counted(result.points[seat], 'point')} for you"
    yield say.sum_of(result.hands[seat])
    yield f"{counted(view.totals[seat], 'point')} in all"


_END_STEP: Final[Step[Any]] = Step(
    "**End the round?** All hands count.",
    {},
    ((Button("Yes, end the round", Act(str(Draw())), Style.DANGER), BACK),),
)


def _buttons(scene: Scene[View], legal: Sequence[Action]) -> Iterator[Button]:
    view = scene.view
    for action in legal:
        match action:
            case act.TakeDiscard():
                label = f"Take the {say.card_label(view.discard_pile[0])}"
                shown = say.card_emoji(view.discard_pile[0])
                yield Button(label, Act(str(action)), Style.MAIN, shown, "Take it")
            case Push():
                left = plain(scene.seats[(view.to_move + 1) % view.seats].name, NAME)
                yield Button(f"Push to {left}", Act(str(action)), Style.MAIN)
            case Draw() if view.draw_pile:
                yield Button(f"Draw a card ({view.draw_pile})", Act(str(action)), Style.MAIN)
            case Draw():
                yield Button("Ask the empty draw pile", Focus(_END), Style.DANGER)


def _news(scene: Scene[View], seat: Seat) -> Sequence[str]:
    """Return what came into the hand from others since the owner's last turn."""
    told = list[str]()
    for event in scene.past:
        match event:
            case Pushed(by, to, card) if to == seat:
                top, other = say.card_label(card), _hidden(scene.view.hand, card)
                told = [f"{bold(scene.seats, by)} pushed you the **{top}** and {other}."]
            case Discarded(by) if by == seat:
                told = []
    return told


def _hidden(hand: Hand, top: Card) -> str:
    """Name the stock card that was pushed together with ``top``, if both are still in the hand."""
    fresh = [held for held in hand if held.fresh]
    if len(fresh) > 1 and not fresh[0].known and fresh[1].known and fresh[1].card == top:
        return f"the **{say.card_label(fresh[0].card)}**"
    return "one more"


_OFF: Final = "off "
_MELD: Final = "meld"
_SWAP: Final = "swap"
"""Focuses: a card to lay off, new melds, and a replacement."""
_OTHERS: Final = MenuItem("Other melds, or other cards", Focus(_MELD))
_MELDS: Final = 5
"""The fewest melds that the first menu lists beside cards to lay off, if there are as many."""


def _laying_rows(
    scene: Scene[View], legal: Sequence[Action], sorting: say.Sorting
) -> tuple[Row, ...]:
    """Return what lays most at once, then one menu of the melds and of single cards (C4.2)."""
    view, row = scene.view, tuple(button for button, _ in _at_once(scene.view, legal))
    if _exchanges(legal):
        row = (*row, Button("Replace a wild", Focus(_SWAP), Style.GOOD))
    offs = _off_items(scene, legal, sorting)
    melds = [*map(_lay, _melds(view, legal)[: max(_MELDS, MAX_MENU_ITEMS - 1 - len(offs))])]
    items = [*melds, *offs, *([_OTHERS] if melds else ())]
    what = _LAY if bool(offs) == bool(melds) else "Lay a meld" if melds else "Lay a card off"
    return row or (Button("Lay off at once"),), *menus(what, items)


def _laying_step(scene: Scene[View], legal: Sequence[Action], focus: str) -> Step[Any] | None:
    if focus.startswith(_OFF):
        return _which_meld(scene, legal, focus)
    if focus.startswith(_MELD):
        return _new_melds(scene.view, legal, focus)
    return _swap_step(scene, legal, focus)


def _melds(view: View, legal: Sequence[Action]) -> Sequence[Meld]:
    """Return the melds that can be laid, those of most natural cards first."""
    threes = [a.meld.meld(view.options.run_suit) for a in legal if isinstance(a, LayMeld)]
    found = dict.fromkeys((*(_extended(view, meld) for meld in threes), *threes))
    return sorted(found, key=lambda meld: 2 * laying.wilds_in([meld]) - len(meld.cards))


def _extended(view: View, meld: Meld) -> Meld:
    """Return a meld with all natural cards of the hand that fit it besides."""
    left = Counter(cards_of(view.hand)) - Counter(meld.cards)
    for off in shed([*left.elements()], [meld]):
        meld = joined(meld, off.cards, off.side)
    return meld


def _off_items(scene: Scene[View], legal: Sequence[Action], sorting: say.Sorting) -> list[MenuItem]:
    """Return the cards that fit with each place for them; a wild card's places come next."""
    offs, items = of_kind(legal, LayOff), list[MenuItem]()
    for card in say.in_order([*{off.cards[0] for off in offs}], sorting):
        fits = [off for off in offs if off.cards == (card,)]
        ways: list[tuple[Act | Focus, str]] = [
            (Act(str(off)), laying.target(scene, off)) for off in fits
        ]
        if card.is_wild and len(fits) > 1:
            ways = [(Focus(f"{_OFF}{card}"), f"fits {counted(len(fits), 'place')}")]
        label, shown = say.card_label(card), say.card_emoji(card)
        items += [MenuItem(label, does, about, shown) for does, about in ways]
    return items


def _which_meld(scene: Scene[View], legal: Sequence[Action], focus: str) -> Step[Any] | None:
    fits = [off for off in of_kind(legal, LayOff) if focus == f"{_OFF}{off.cards[0]}"]
    if not fits:
        return None
    text = f"**Pick a meld for the {say.card_label(fits[0].cards[0])}.**"
    items = [laying.off_item(scene, off, str(off)) for off in fits]
    return Step(text, {}, (*menus("Which meld?", items), (BACK,)))


def _new_melds(view: View, legal: Sequence[Action], focus: str) -> Step[Any] | None:
    laid = of_kind(legal, LayMeld)
    chosen = next((action for action in laid if str(action) == focus), None)
    if chosen is not None:
        return _with_which_cards(view, chosen.meld.meld(view.options.run_suit))
    if focus != _MELD or not laid:
        return None
    melds = [(str(action), action.meld.meld(view.options.run_suit)) for action in laid]
    items = [
        MenuItem(say.meld_label(meld), Focus(to), laying.cards_line([meld])) for to, meld in melds
    ]
    text = "**Pick a meld to lay.** More cards can follow."
    return Step(text, {}, (*menus("New meld", items), (BACK,)))


def _with_which_cards(view: View, meld: Meld) -> Step[Any]:
    ways = [way for (way,) in laying.ways_to_fill(view.hand, (meld.shape,), (meld,))]
    text = f"**Pick the cards.** You lay: {say.meld_label(meld)}."
    back = Button("Back", Focus(_MELD))
    return Step(text, {}, (*menus("With which cards?", [*map(_lay, ways)]), (back,)))


def _lay(meld: Meld) -> MenuItem:
    action = Act(str(LayMeld(act.Cards.of(meld))))
    label = f"{say.meld_label(meld)}: {laying.cards_line([meld])}"
    return MenuItem(label, action, laying.wilds_line(laying.wilds_in([meld])))


def _at_once(view: View, legal: Sequence[Action]) -> tuple[tuple[Button, str], ...]:
    """Return the button that lays several cards off, and what goes where; others can follow."""
    if not of_kind(legal, LayOff):
        return ()
    offs = shed(cards_of(view.hand), [laid.meld for laid in view.melds])
    while offs and len(str(_action(offs))) > LONGEST:
        offs = offs[:-1]
    count = sum(len(off.cards) for off in offs)
    if count <= 1:
        return ()
    told = ", ".join(f"{say.cards_label(off.cards)} on {off.meld + 1}" for off in offs)
    where, label = told.replace(" on ", " on meld ", 1), f"Lay off {count} cards"
    return (
        (
            Button(label, Act(str(_action(offs))), Style.MAIN),
            f"**{label}**: {shorten(where, _AT_ONCE)}.",
        ),
    )


def _action(offs: Sequence[LayOff]) -> LayOff | LayOffs:
    return offs[0] if len(offs) == 1 else LayOffs(tuple(offs))


def _swap_step(scene: Scene[View], legal: Sequence[Action], focus: str) -> Step[Any] | None:
    exchanges = _exchanges(legal)
    if focus in exchanges:
        return _uses(scene, exchanges[focus])
    return _which(scene, exchanges) if exchanges and focus == _SWAP else None


def _which(scene: Scene[View], exchanges: Mapping[str, Sequence[Swap]]) -> Step[Any]:
    items = [
        MenuItem(
            laying.exchange(scene, swaps[0]),
            Focus(focus),
            f"{counted(len(swaps), 'use')} for it · "
            f"{say.meld_cards(scene.view.melds[swaps[0].meld].meld)}",
        )
        for focus, swaps in exchanges.items()
    ]
    text = "**Pick a card to replace a wild one.** Then use that at once."
    return Step(text, {}, (*menus("Replace a wild card", items), (BACK,)))


def _uses(scene: Scene[View], swaps: Sequence[Swap]) -> Step[Any]:
    wild = say.card_label(laying.freed(scene.view, swaps[0]))
    new, where = say.card_label(swaps[0].card), laying.owned(scene, swaps[0].meld)
    text = f"**Pick where the {wild} goes.** Your {new} replaces it in {where}."
    items = [_use_item(scene, swap) for swap in swaps]
    return Step(text, {}, (*menus(f"Use the {wild}", items), (Button("Back", Focus(_SWAP)),)))


def _use_item(scene: Scene[View], swap: Swap) -> MenuItem:
    if isinstance(swap.use, LayOff):
        return laying.off_item(scene, swap.use, str(swap))
    meld = swap.use.meld.meld(scene.view.options.run_suit)
    return MenuItem(f"new {say.meld_label(meld)}", Act(str(swap)), laying.cards_line([meld]))


def _exchanges(legal: Sequence[Action]) -> Mapping[str, Sequence[Swap]]:
    """Group replacements by the exchanged cards; the keys are focuses."""
    found: dict[str, list[Swap]] = {}
    for action in of_kind(legal, Swap):
        found.setdefault(str(action).partition(":")[0], []).append(action)
    return found
