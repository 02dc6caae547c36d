"""The face of Kapow! in one ``GameFace``, and its texts."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.face.face import Scene, SeatSign, is_scored
from bot.face.game_face import GameFace
from bot.face.markdown import IN_RESULTS, IN_TEXT, MINUS, number, ordinal
from bot.face.phrases import bold, does, heading, in_alt, marks, totals
from bot.game.contract import Seat, lowest_first
from bot.games.kapow.face import descriptions as say
from bot.games.kapow.face.descriptions import ENDED, describe, phrases
from bot.games.kapow.face.hand import hand as hand_screen
from bot.games.kapow.face.picture import KapowPicture
from bot.games.kapow.face.sprites import EMOJIS
from bot.games.kapow.rules.actions import Action, Pile
from bot.games.kapow.rules.cards import Position
from bot.games.kapow.rules.hand import Hand, HandScore, hidden_in
from bot.games.kapow.rules.view import Phase, RoundReason, RoundResult, View


def prompt(scene: Scene[View]) -> str:
    """Return what the seat to move has to do."""
    view = scene.view
    match view.phase:
        case Phase.OPENING:
            return "turn up two cards."
        case Phase.TAKE:
            return say.ways_to_take(view)
        case Phase.PLAY if view.drawn is not None and view.drawn.card is not None:
            return f"play the {say.card_words(view.drawn.card)} you took."
        case Phase.PLAY:
            return "play the card you took."
    return "swap a KAPOW! card or end your turn."


def text_versions(scene: Scene[View]) -> Iterator[Iterator[str]]:
    """Yield a long and a short text version of the picture."""
    return (_table(scene, wordy=wordy) for wordy in (True, False))


def _table(scene: Scene[View], *, wordy: bool) -> Iterator[str]:
    view = scene.view
    yield say.piles(view)
    if not is_scored(view):
        yield f"Now: {bold(scene.seats, view.to_move, IN_TEXT)} {_doing(view)}."
    for seat, hand in enumerate(view.hands):
        yield _heading(scene, seat)
        yield from _wordy_hand(hand) if wordy else (say.hand_label(hand),)


def _doing(view: View) -> str:
    if view.drawn is None:
        if view.drawing_ends_round:
            return "takes the open card or ends the round"
        step = {
            Phase.OPENING: "turns up two cards",
            Phase.TAKE: "takes a card",
            Phase.KAPOW: "can swap KAPOW! cards",
        }
        return step.get(view.phase, "plays")
    if view.drawn.card is None:
        return "has drawn a card"
    verb = "has drawn the" if view.drawn.pile is Pile.DRAW else "has taken the"
    return f"{verb} {say.card_words(view.drawn.card)}"


def _heading(scene: Scene[View], seat: Seat) -> str:
    view = scene.view
    if is_scored(view):
        figures = f"round {number(view.results[-1].points[seat])}"
    else:
        figures = f"showing {number(say.showing(view.hands[seat]))}"
    total = number(view.totals[seat])
    return f"{heading(scene, seat, _marks(scene, seat))}: {figures}, total {total}"


def _marks(scene: Scene[View], seat: Seat) -> Iterator[str]:
    view = scene.view
    if is_scored(view):
        yield ordinal(lowest_first(view.totals)[seat])
        if view.results[-1].hands[seat].doubled:
            yield "doubled"
    elif seat == view.to_move:
        yield "last turn" if view.final_turn else "their turn"
    if view.out == seat:
        yield ("out, doubled if beaten" if say.doubling_threatens(view, seat) else "out")
    yield from marks(scene, seat, view.starter)


def _wordy_hand(hand: Hand) -> Iterator[str]:
    for column, triad in enumerate(hand):
        if triad is None:
            yield f"- {column + 1}: discarded"
        else:
            waits = " (complete)" if triad.is_complete else ""
            yield f"- {column + 1}: {', '.join(map(say.position_words, triad))}{waits}"


def alt_sentences(scene: Scene[View]) -> Iterator[str]:
    """Yield the sentences of the alternative text."""
    view = scene.view
    yield say.piles(view)
    if not is_scored(view):
        yield does(scene, view.to_move, _doing(view))
    for seat, hand in enumerate(view.hands):
        name = in_alt(scene, seat)
        total = number(view.totals[seat])
        if is_scored(view):
            yield f"{name}: round {number(view.results[-1].points[seat])}, total {total}."
        else:
            shown = number(say.showing(hand))
            down = hidden_in(hand)
            yield f"{name}: shows {shown}, {down} face down, total {total}."


def scores(scene: Scene[View]) -> Iterator[str]:
    """Yield the lines of the last scored round, hand by hand, and the totals."""
    result, view = scene.view.results[-1], scene.view
    yield _title(result, scene.seats)
    yield from _doubling(result, scene.seats)
    figures = [*map(number, view.totals)]
    yield totals(scene, lowest_first(view.totals), figures, ("Totals", "Final totals"))


def _title(result: RoundResult, seats: Sequence[SeatSign]) -> str:
    if result.out is not None and result.reason is RoundReason.WENT_OUT:
        return f"**Round {result.round}**: {bold(seats, result.out, IN_RESULTS)} went out first."
    return f"**Round {result.round}** ended because {ENDED[result.reason]}."


def sum_of(result: RoundResult, seat: Seat) -> str:
    """Say how a seat's hand adds up (K6.4)."""
    hand = result.hands[seat]
    if not hand.items:
        return "an empty hand"
    return f"{_sum(hand)} = {number(hand.total)}{', doubled' * hand.doubled}"


def _sum(hand: HandScore) -> str:
    terms = [
        f"{MINUS if value < 0 else '+'} {abs(value)}{_kind(position)}"
        for _, position, value in hand.items
        if value or position.is_powerset
    ]
    line = " ".join(terms).removeprefix("+ ") or "0"
    return line.replace(f"{MINUS} ", MINUS, 1) if line.startswith(MINUS) else line


def _kind(position: Position) -> str:
    if position.is_lone_kapow:
        return " (KAPOW!)"
    return " (powerset)" if position.is_powerset else ""


def _doubling(result: RoundResult, seats: Sequence[SeatSign]) -> Iterator[str]:
    """Explain whether the score of the seat that went out first was doubled (K6.5)."""
    if result.out is None:
        return
    out = result.hands[result.out]
    name, total = bold(seats, result.out, IN_RESULTS), number(out.total)
    if out.doubled:
        sums = [hand.total for hand in result.hands]
        lower = f"{bold(seats, sums.index(min(sums)), IN_RESULTS)} has {number(min(sums))}"
        yield f"{lower}, so {name}'s {total} is doubled to {number(out.points)}."
    elif out.total <= 0:
        yield f"{name}'s {total} isn't above zero, so it isn't doubled."
    else:
        yield f"Nobody has less than {name}'s {total}, so it isn't doubled."


FACE: Final[GameFace[View, Action]] = GameFace(
    title="Kapow!",
    rounds=lambda view: view.options.rounds,
    table=KapowPicture,
    alt_sentences=alt_sentences,
    text_versions=text_versions,
    describe=describe,
    phrases=phrases,
    prompt=prompt,
    ends_before=lambda view: view.out,
    proposal=say.proposal,
    scores=scores,
    sum_of=sum_of,
    hand=hand_screen,
    emojis=EMOJIS,
)
