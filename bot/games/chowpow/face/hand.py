"""A player's private hand as a screen: cards, grid, prompt and choices."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from bot.face.face import Act, Button, Emoji, Row, Scene, Screen, Style
from bot.face.game_face import IDLE, Click, Step, between_rounds, rows_of
from bot.face.markdown import counted, number
from bot.face.phrases import NBSP, bold, listed
from bot.game.contract import Seat
from bot.game.moves import of_kind
from bot.games.chowpow.face import labels
from bot.games.chowpow.face.battling import counter, defend, lay, pow_step, side_lines
from bot.games.chowpow.face.descriptions import news
from bot.games.chowpow.rules.actions import Action, Flip, Pair, Take
from bot.games.chowpow.rules.cards import SLOTS, Slot
from bot.games.chowpow.rules.hand import Hand
from bot.games.chowpow.rules.view import Phase, View

LEGEND: Final = (
    f"{labels.HIDDEN} not seen, else the card seen there last · {labels.TIMES}2 pile of two · "
    f"{labels.EMPTY} empty · rows a to d, columns 1 to 4"
)

_NAME: Final = 16

_FRESH: Final = "bold: new since your last turn"

_BATTLING: Final = (Phase.POW, Phase.DEFEND, Phase.COUNTER, Phase.BUFFET)
"""Phases in which cards of the hand are chosen, so that the grid is not shown."""


def hand(scene: Scene[View], seat: Seat, legal: Sequence[Action], focus: str) -> Screen:
    """Lay out a seat's hand."""
    view = scene.view
    if step := between_rounds(view, legal):
        text = "\n".join((*_score(view, seat), step.text))
        return Screen(text, step.rows, lead=step.text)
    step = _step(scene, seat, legal, focus) if legal else Step(_waiting_for(scene, seat), {})
    lines = (
        step.text,
        _told(view.hand),
        *_chosen(view),
        *_last_turns(view, mine=bool(legal) and seat == view.to_move),
        *labels.flipped(view),
        *news(scene),
        _others(scene, seat),
        *side_lines(scene),
        "" if view.battle else None,
        _own_standing(view, seat),
    )
    shown = legal and view.phase in _BATTLING
    rows: tuple[Row, ...] = step.rows if shown else (*grid(view, step.controls), *step.rows)
    fresh = f" · {_FRESH}" * any(held.fresh for held in view.hand)
    footer = f"{'' if shown else LEGEND}{fresh}".removeprefix(" · ")
    text = "\n".join(line for line in lines if line is not None)
    lead = "\n".join((step.text, *(f"-# {line}" for line in news(scene))))
    return Screen(text, rows, footer, lead=lead)


def _step(scene: Scene[View], seat: Seat, legal: Sequence[Action], focus: str) -> Step[Slot]:
    view = scene.view
    match view.phase:
        case Phase.FLIP | Phase.BOARD:
            return _flip(view, legal)
        case Phase.PAIR:
            return _pair(view, legal)
        case Phase.TAKE:
            return _take(view, legal)
    return _battle(scene, seat, legal, focus)


def _battle(scene: Scene[View], seat: Seat, legal: Sequence[Action], focus: str) -> Step[Any]:
    """Return the step of a battle or showdown."""
    match scene.view.phase:
        case Phase.POW:
            return pow_step(scene, legal, focus)
        case Phase.DEFEND:
            return defend(scene, legal, focus)
        case Phase.COUNTER:
            return counter(scene, seat, legal, focus)
    return lay(scene, legal, focus)


def _flip(view: View, legal: Sequence[Action]) -> Step[Slot]:
    """Offer the slots to flip, for the Chow or for the board (P2.1, P3.5)."""
    controls = {flip.slot: Click(Act(str(flip))) for flip in of_kind(legal, Flip)}
    if view.phase is Phase.BOARD:
        return Step("**Flip a slot for the board.**", controls)
    return Step(f"**Chow! Flip a card ({len(view.up) + 1} of {view.due}).**", controls)


def _pair(view: View, legal: Sequence[Action]) -> Step[Slot]:
    """Offer the matching pairs, of which one is the match (P2.2)."""
    faces = {flip.slot: labels.card_words(flip.card) for flip in view.flips}
    row = tuple(
        Button(
            " + ".join(f"{slot} {faces.get(slot, '')}" for slot in (pair.first, pair.second)),
            Act(str(pair)),
            Style.MAIN,
        )
        for pair in of_kind(legal, Pair)
    )
    return Step("**Pick your match.** More than one pair matches.", {}, (row,))


def _take(view: View, legal: Sequence[Action]) -> Step[Slot]:
    """Offer the slots that touch the match (P2.3)."""
    controls = {take.slot: Click(Act(str(take)), Style.GOOD) for take in of_kind(legal, Take)}
    match = [flip for flip in view.flips if flip.slot in (view.pair or ())]
    words = labels.flips_words(match)
    return Step(f"**A match! Take a slot that touches it.**\nYou matched {words}.", controls)


def _own_standing(view: View, seat: Seat) -> str:
    """Return the size of the hand and the points, in small print."""
    cards = counted(view.counts[seat], "card")
    before = f" and {number(view.totals[seat])} before" if view.results else ""
    return f"-# Your hand: {cards} · {counted(view.points[seat], 'point')}{before}"


def _told(hand: Hand) -> str:
    """List a hand by factions, new cards in bold, as a block quote ended by an empty line."""
    held = sorted(hand, key=lambda each: (labels.code_of(each.card).place, each.card.number))
    groups = groupby(held, key=lambda each: labels.code_of(each.card))
    words = [_together(code.name, [*same]) for code, same in groups]
    return f"> {f'{NBSP}· '.join(words) or 'no card'}\n"


def _together(name: str, hand: Hand | list[Any]) -> str:
    numbers = (f"**{each.card.number}**" if each.fresh else str(each.card.number) for each in hand)
    return NBSP.join((name, *numbers))


def _chosen(view: View) -> Iterator[str]:
    """Yield the cards that the viewer has laid in secret (P5.3)."""
    if view.chosen:
        cards = [held.card for held in view.chosen]
        yield f"Laid for the showdown: **{labels.cards_words(cards)}**."


def _last_turns(view: View, *, mine: bool) -> Iterator[str]:
    if labels.is_last_turn(view) and mine:
        yield "**This is your last turn.**"
    elif left := labels.turns_left(view):
        yield f"The game is almost over: {left}."


def _others(scene: Scene[View], seat: Seat) -> str:
    """Return how many cards the others hold and have won, and the size of the deck."""
    view = scene.view
    others = ((seat + step) % view.seats for step in range(1, view.seats))
    told = ", ".join(
        f"{bold(scene.seats, each, _NAME)}{NBSP}{view.counts[each]} "
        f"({counted(view.points[each], 'point')})"
        for each in others
    )
    return f"Cards of the others: {told} · deck {view.draw_pile}"


def _score(view: View, seat: Seat) -> Iterator[str]:
    result = view.results[-1]
    won, left = result.won[seat], result.left[seat]
    yield f"**Round {result.round}**: {counted(result.points[seat], 'point')} for you"
    yield f"Won: {labels.cards_words(won)} · {labels.sum_of(won)}"
    if result.hot_sauce:
        yield f"Hot Sauce: {labels.cards_words(left)} left · {labels.points_of(result, seat)}"
    yield f"{counted(view.totals[seat], 'point')} in all"


def _waiting_for(scene: Scene[View], seat: Seat) -> str:
    view = scene.view
    if view.phase is Phase.BUFFET:
        names = listed([bold(scene.seats, each, _NAME) for each in sorted(view.to_act)])
        return f"Showdown: {names} {'has' if len(view.to_act) == 1 else 'have'} still to lay."
    who = labels.acting(view)
    if who == seat:
        return IDLE
    if who == view.to_move and view.phase is Phase.FLIP:
        return f"It's {bold(scene.seats, who)}'s turn."
    return f"{bold(scene.seats, who)} {labels.doing(view)}."


def grid(view: View, controls: Mapping[Slot, Click]) -> tuple[Row, ...]:
    """Return the sixteen slots as buttons; without a click they are disabled.

    A slot shows the face that the View remembers; cards that are face up stand out.
    """
    lines = [SLOTS[at : at + 4] for at in range(0, len(SLOTS), 4)]
    return rows_of(
        lines,
        lambda slot: _slot_label(view, slot),
        controls,
        lambda slot: view.slots[slot.place].up,
        lambda slot: _slot_emoji(view, slot),
    )


def _slot_label(view: View, slot: Slot) -> str:
    cards, face, _ = view.slots[slot.place]
    if not cards:
        return labels.EMPTY
    return f"{labels.food(face) if face else labels.HIDDEN}{f'{labels.TIMES}{cards}' * (cards > 1)}"


def _slot_emoji(view: View, slot: Slot) -> Emoji:
    """Return the top card's emoji, with the number of cards."""
    cards, face, _ = view.slots[slot.place]
    name = labels.card_emoji(face) if face is not None else labels.HIDDEN_EMOJI
    return labels.pile_emoji(name, cards) if cards else Emoji(labels.EMPTY_EMOJI)
