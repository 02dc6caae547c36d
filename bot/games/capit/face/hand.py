"""A player's private hand as a screen: what to do, contract, cards, news, and how to draw."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from bot.face.face import Act, Button, Focus, Row, Scene, Screen, Style, menus
from bot.face.game_face import BACK, Step, between_rounds, to_move
from bot.face.markdown import counted, escape, plain
from bot.face.phrases import NBSP, bold
from bot.game.contract import Seat
from bot.game.moves import Draw, of_kind
from bot.game.rounds import Discarded, Drew
from bot.games.capit.face import contract, labels
from bot.games.capit.face.laying import laying_rows, laying_step, shed_line
from bot.games.capit.rules.actions import Action, Discard, LayContract, Push, TakeDiscard
from bot.games.capit.rules.cards import Card, points
from bot.games.capit.rules.view import Hand, Phase, Pushed, RoundStarted, View

_LEGEND: Final = "bold: new since your last turn"
_END: Final = "end"
"""The focus of asking for a card when the stock is empty."""

_NAME: Final = 16
_SORT: Final = {labels.Sorting.RANK: "Sort by suit", labels.Sorting.SUIT: "Sort by rank"}


def hand(scene: Scene[View], seat: Seat, legal: Sequence[Action], focus: str) -> Screen:
    """Lay out a seat's hand."""
    view = scene.view
    word, _, rest = focus.rpartition("|")
    sorting = labels.Sorting.SUIT if word == labels.Sorting.SUIT else labels.Sorting.RANK
    if step := between_rounds(view, legal):
        text = "\n".join((*_score(view, seat), step.text))
        return Screen(text, step.rows, "", sorting.value, step.text)
    deeper = _deeper(scene, legal, rest)
    step = deeper or _first(scene, legal, sorting)
    acts = legal and not deeper
    first, news = (step.text, *(contract.top_line(view) if acts else ())), [*_news(scene, seat)]
    lines = (
        *first,
        *contract.contract_lines(view),
        labels.hand_text(view.hand, sorting),
        *news,
        _counts(scene, seat),
        _standing(view, seat),
    )
    legend = _LEGEND if any(held.fresh for held in view.hand) else ""
    sort = Button(_SORT[sorting], Focus(rest if deeper else "", lasting=sorting.other.value))
    rows = (*step.rows, (sort,))
    # The picture shows the contract, and the melds once it is laid.
    lead = (*first, *contract.lack_line(view), *(f"-# {each}" for each in news))
    return Screen("\n".join(lines), rows, legend, sorting.value, "\n".join(lead))


def _deeper(scene: Scene[View], legal: Sequence[Action], focus: str) -> Step[Any] | None:
    """Return the step of a half-made choice, None if there is none."""
    if scene.view.phase is Phase.DRAW:
        return _drawing_step(scene.view, legal, focus)
    return contract.contract_step(scene.view, legal, focus) or laying_step(scene, legal, focus)


def _first(scene: Scene[View], legal: Sequence[Action], sorting: labels.Sorting) -> Step[Any]:
    if not legal:
        return Step(to_move(scene), {})
    if scene.view.phase is Phase.DRAW:
        # The way that ends the round takes two clicks (C3.4).
        return Step(_text(scene, legal), {}, (tuple(_buttons(scene, legal)),))
    return _play(scene, legal, sorting)


def _play(scene: Scene[View], legal: Sequence[Action], sorting: labels.Sorting) -> Step[Any]:
    """Offer the melds and lay-offs, and the discard that ends the turn."""
    view = scene.view
    lays = (*contract.contract_rows(view, legal), *laying_rows(scene, legal, sorting))
    text = "**Discard a card to end your turn.**"
    if any(isinstance(action, LayContract) for action in legal):
        text = "**Lay your contract, or discard a card to end your turn.**"
    elif lays:
        text = "**Lay what you like, then discard a card to end your turn.**"
    text = "\n".join(filter(None, (text, shed_line(scene, legal))))
    return Step(text, {}, (*lays, *_discards(view, legal, sorting)))


def _discards(view: View, legal: Sequence[Action], sorting: labels.Sorting) -> tuple[Row, ...]:
    """Return the menus with each distinct card of the hand."""
    cards = [action.card for action in of_kind(legal, Discard)]
    items = [labels.discard_item(view.hand, card) for card in labels.in_order(cards, sorting)]
    return menus("Discard a card", items)


def _counts(scene: Scene[View], seat: Seat) -> str:
    """Return how many cards the others have, and who has laid the contract."""
    view = scene.view
    others = ((seat + step) % view.seats for step in range(1, view.seats))
    return "Cards of the others: " + ", ".join(
        f"{bold(scene.seats, each, 16)}{NBSP}{view.counts[each]}{' (laid)' * (each in view.laid)}"
        for each in others
    )


def _standing(view: View, seat: Seat) -> str:
    """Return the size of the hand, what it would cost and the total, in small print."""
    cost = sum(points(held.card) for held in view.hand)
    cards = counted(len(view.hand), "card")
    total = counted(view.totals[seat], "point")
    return f"-# You hold {cards}, worth {cost} if the round ended now. So far: {total}."


def _score(view: View, seat: Seat) -> Iterator[str]:
    result = view.results[-1]
    yield f"**Round {result.round}**: {counted(result.points[seat], 'point')} for you"
    yield labels.sum_of(result.hands[seat])
    yield f"{counted(view.totals[seat], 'point')} in all"


def _drawing_step(view: View, legal: Sequence[Action], focus: str) -> Step[Any] | None:
    """Return the step of the focus, None if it belongs to another part of the hand."""
    if focus != _END or Draw() not in legal or view.draw_pile:
        return None
    sure = Button("Yes, end the round", Act(str(Draw())), Style.DANGER)
    text = "**End the round?** The draw pile is empty. If you ask for a card, all hands count."
    return Step(text, {}, ((sure, BACK),))


def _buttons(scene: Scene[View], legal: Sequence[Action]) -> Iterator[Button]:
    view = scene.view
    for action in legal:
        match action:
            case TakeDiscard():
                label = f"Take the {labels.card_label(view.discard_pile[0])}"
                shown = labels.card_emoji(view.discard_pile[0])
                yield Button(label, Act(str(action)), Style.MAIN, shown, "Take it")
            case Push():
                left = plain(scene.seats[(view.to_move + 1) % view.seats].name, _NAME)
                yield Button(f"Push to {left}", Act(str(action)), Style.MAIN)
            case Draw() if view.draw_pile:
                yield Button(f"Draw a card ({view.draw_pile})", Act(str(action)), Style.MAIN)
            case Draw():
                yield Button("Ask the empty draw pile", Focus(_END), Style.DANGER)


def _text(scene: Scene[View], legal: Sequence[Action]) -> str:
    """Return what to do in bold, then what the buttons mean."""
    view = scene.view
    top = labels.card_label(view.discard_pile[0]) if view.discard_pile else ""
    take = f"Take the {top}, or " if top else ""
    if Push() in legal:
        left = escape(scene.seats[(view.to_move + 1) % view.seats].name, _NAME)
        return f"**{take}push it to {left} with a card from the draw pile.**"
    if view.draw_pile:
        return f"**{labels.sentence(f'{take}draw a card.')}**"
    head = labels.sentence(f"{take}ask the empty draw pile for a card.")
    return f"**{head}** If you ask, the round ends and all hands count."


def _news(scene: Scene[View], seat: Seat) -> Iterator[str]:
    """Yield a line for each way in which cards came into the hand since the owner's last turn."""
    view, seen = scene.view, [*_since_last_turn(scene, seat)]
    for event in reversed(seen):
        if isinstance(event, Pushed) and event.to == seat:
            first, second = (
                f"the **{labels.card_label(event.card)}**",
                _hidden(view.hand, event.card),
            )
            yield f"{bold(scene.seats, event.seat)} pushed you {first} and {second}."
    if seen and isinstance(seen[0], Drew | Pushed) and seen[0].seat == seat and view.hand:
        yield f"You drew the **{labels.card_label(view.hand[-1].card)}**."


def _since_last_turn(scene: Scene[View], seat: Seat) -> Iterator[object]:
    """Yield the events since the viewer's last turn or the deal, newest first."""
    for event in reversed(scene.events):
        if isinstance(event, RoundStarted) or (isinstance(event, Discarded) and event.seat == seat):
            return
        yield event


def _hidden(hand: Hand, top: Card) -> str:
    """Name the stock card that was pushed together with ``top``, if both are still in the hand."""
    fresh = [held for held in hand if held.fresh]
    if len(fresh) > 1 and not fresh[0].known and fresh[1].known and fresh[1].card == top:
        return f"the **{labels.card_label(fresh[0].card)}**"
    return "a card from the draw pile"
