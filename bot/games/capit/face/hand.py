"""A player's private hand as a screen: what to do, contract, cards, news and choices."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from bot.face.face import Scene
from bot.face.menus import menus
from bot.face.names import NBSP, bold
from bot.face.numbers import counted
from bot.face.screen import Act, Button, Focus, Row, Screen
from bot.face.step import Step, between_rounds, to_move
from bot.game.contract import Seat
from bot.games.capit.face.arithmetic import sum_of
from bot.games.capit.face.contract import contract_rows, contract_step
from bot.games.capit.face.drawing import drawing, drawing_step
from bot.games.capit.face.lacks import contract_lines, top_line
from bot.games.capit.face.laying import laying_rows, laying_step
from bot.games.capit.face.menus import card_items
from bot.games.capit.face.news import news
from bot.games.capit.face.sorting import Sorting, hand_text, in_order
from bot.games.capit.rules.actions import Action, Discard, LayContract
from bot.games.capit.rules.cards import Card, points
from bot.games.capit.rules.state import Phase
from bot.games.capit.rules.view import View

__all__ = ["hand"]

_LEGEND: Final = "bold: new since your last turn"
_SORT: Final = {Sorting.RANK: "Sort by suit", Sorting.SUIT: "Sort by rank"}


def hand(scene: Scene[View], seat: Seat, legal: Sequence[Action], focus: str) -> Screen:
    """Lay out a seat's hand."""
    view = scene.view
    word, _, rest = focus.rpartition("|")
    sorting = Sorting.SUIT if word == Sorting.SUIT else Sorting.RANK
    if step := between_rounds(view, legal):
        return Screen("\n".join((*_score(view, seat), step.text)), step.rows, "", sorting.value)
    deeper = _deeper(scene, legal, rest)
    step = deeper or _first(scene, legal, sorting)
    acts = legal and not deeper
    lines = (
        step.text,
        *(top_line(view) if acts else ()),
        *contract_lines(view),
        hand_text(view.hand, sorting),
        *news(scene, seat),
        _counts(scene, seat),
        _standing(view, seat),
    )
    legend = _LEGEND if any(held.fresh for held in view.hand) else ""
    rows = (*step.rows, (_sort_button(sorting, rest if deeper else ""),))
    return Screen("\n".join(lines), rows, legend, sorting.value)


def _deeper(scene: Scene[View], legal: Sequence[Action], focus: str) -> Step[Any] | None:
    """Return the step of a half-made choice, None if there is none."""
    if scene.view.phase is Phase.DRAW:
        return drawing_step(scene.view, legal, focus)
    return contract_step(scene.view, legal, focus) or laying_step(scene, legal, focus)


def _first(scene: Scene[View], legal: Sequence[Action], sorting: Sorting) -> Step[Any]:
    if not legal:
        return Step(to_move(scene), {})
    if scene.view.phase is Phase.DRAW:
        return drawing(scene, legal)
    return _play(scene, legal, sorting)


def _play(scene: Scene[View], legal: Sequence[Action], sorting: Sorting) -> Step[Any]:
    """Offer the melds and lay-offs, and the discard that ends the turn."""
    view = scene.view
    lays = (*contract_rows(view, legal), *laying_rows(scene, legal, sorting))
    text = "**Discard a card to end your turn.**"
    if any(isinstance(action, LayContract) for action in legal):
        text = "**Lay your contract, or discard a card to end your turn.**"
    elif lays:
        text = "**Lay what you like, then discard a card to end your turn.**"
    return Step(text, {}, (*lays, *_discards(view, legal, sorting)))


def _discards(view: View, legal: Sequence[Action], sorting: Sorting) -> tuple[Row, ...]:
    """Return the menus with each distinct card of the hand."""
    cards = [action.card for action in legal if isinstance(action, Discard)]
    does: dict[Card, Act | Focus] = {
        card: Act(str(Discard(card))) for card in in_order(cards, sorting)
    }
    return menus("Discard a card", card_items(view.hand, does, {}))


def _sort_button(sorting: Sorting, focus: str) -> Button:
    """Return the button that switches the sorting."""
    return Button(_SORT[sorting], Focus(focus, lasting=sorting.other.value))


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
    yield sum_of(result.hands[seat])
    yield f"{counted(view.totals[seat], 'point')} in all"
