"""The face of Kabobo! in one ``GameFace``, and its texts."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.face.cards import a_card, card_label, card_words
from bot.face.face import Ending, Scene, SeatSign, is_over, is_scored
from bot.face.game_face import GameFace
from bot.face.markdown import IN_LINE, IN_RESULTS, IN_TEXT, counted, ordinal
from bot.face.phrases import bold, by_figures, does, heading, in_alt, listed, marks, totals, won
from bot.game.contract import Outcome, Seat
from bot.games.kabobo.face import descriptions as say
from bot.games.kabobo.face.descriptions import describe, phrases
from bot.games.kabobo.face.hand import hand as hand_screen
from bot.games.kabobo.face.known import remembered
from bot.games.kabobo.face.picture import KaboboPicture
from bot.games.kabobo.face.sprites import EMOJIS
from bot.games.kabobo.rules.actions import Action
from bot.games.kabobo.rules.view import PIECES, Laid, Phase, RoundResult, View


def prompt(scene: Scene[View]) -> str:
    """Return what the seats to act have to do."""
    view = scene.view
    match view.phase:
        case Phase.PEEK:
            return "look at two cards."
        case Phase.TURN:
            take = f"take the {card_words(view.discard_pile[0])}"
            if view.caller is not None:
                return f"draw a card or {take}."
            return f"draw a card, {take}, or call “Kabobo!”."
        case Phase.DRAWN:
            return "keep the card you drew, or discard it for its power."
    return f"{say.power_words(view.discard_pile[0].suit)}, or skip it."


def _doing(view: View) -> str:
    match view.phase:
        case Phase.DRAWN:
            return "has drawn a card"
        case Phase.POWER:
            suit = view.discard_pile[0].suit
            return "can use a power" if suit is None else f"can use “{say.POWER_NAMES[suit]}”"
        case _:
            return "takes a turn"


def text_versions(scene: Scene[View]) -> Iterator[Iterator[str]]:
    """Yield a long and a short text version of the picture."""
    return (_table(remembered(scene), wordy=wordy) for wordy in (True, False))


def _table(scene: Scene[View], *, wordy: bool) -> Iterator[str]:
    view = scene.view
    yield _piles(view)
    if not is_scored(view):
        yield _to_act(scene)
    for seat, hand in enumerate(view.hands):
        yield _heading(scene, seat)
        if is_scored(view):
            yield f"- {_laid(hand)} · {say.short_sum(view.results[-1].kabobs[seat], named=True)}"
        elif wordy:
            for place, laid in enumerate(hand, start=1):
                yield f"- {place}: {say.laid_words(laid)}{_seen(scene, laid)}"
        else:
            yield f"- {_laid(hand)}"


def _laid(hand: tuple[Laid, ...]) -> str:
    return " | ".join(map(say.laid_label, hand))


def _seen(scene: Scene[View], laid: Laid) -> str:
    """Return who has seen a face-down card: public, but not shown without memory aid (B5.2)."""
    if laid.face_up or not laid.seen or not scene.view.options.memory_aid:
        return ""
    return f" (seen by {listed([bold(scene.seats, seat, IN_RESULTS) for seat, _ in laid.seen])})"


def _piles(view: View) -> str:
    top = a_card(view.discard_pile[0])
    drawn, discarded = counted(view.draw_pile, "card"), len(view.discard_pile)
    return f"Draw pile: {drawn}. Discard pile: {discarded}, {top} on top."


def _to_act(scene: Scene[View]) -> str:
    view = scene.view
    if view.phase is Phase.PEEK:
        waiting = [seat for seat in range(view.seats) if seat not in view.peeked]
        names = listed([bold(scene.seats, seat, IN_TEXT) for seat in waiting])
        return f"Still to look at two cards: {names}."
    return f"Now: {bold(scene.seats, view.to_move, IN_TEXT)} {_doing(view)}."


def _heading(scene: Scene[View], seat: Seat) -> str:
    view = scene.view
    points = f"round {view.results[-1].points[seat]}, " if is_scored(view) else ""
    pieces = f"{view.pieces[seat]} of {PIECES} pieces, {counted(view.totals[seat], 'point')}"
    return f"{heading(scene, seat, _marks(scene, seat))}: {points}{pieces}"


def _marks(scene: Scene[View], seat: Seat) -> Iterator[str]:
    view = scene.view
    if is_scored(view):
        result = view.results[-1]
        yield ordinal(say.placed(view)[seat])
        if result.given[seat]:
            yield f"+{counted(result.given[seat], 'piece')}"
        if seat in result.handle:
            yield "the handle"
    elif seat == view.to_move and view.phase is not Phase.PEEK:
        yield "last turn" if view.caller is not None else "their turn"
    if seat == view.caller:
        yield "called Kabobo!"
    yield from marks(scene, seat, view.starter)


def alt_sentences(scene: Scene[View]) -> Iterator[str]:
    """Yield the sentences of the alternative text."""
    view = remembered(scene).view
    yield _piles(view)
    if view.phase is Phase.PEEK:
        yield "Everyone looks at two cards."
    elif not is_scored(view):
        drawn = f"has drawn the {card_words(view.drawn)}" if view.drawn else _doing(view)
        yield does(scene, view.to_move, drawn)
    for seat, hand in enumerate(view.hands):
        name = in_alt(scene, seat)
        pieces = f"{view.pieces[seat]} of {PIECES} pieces"
        points = f"{counted(view.results[-1].points[seat], 'point')}, " if is_scored(view) else ""
        handle = " and the handle" if is_scored(view) and seat in view.results[-1].handle else ""
        yield f"{name}: {points}{pieces}{handle}; {', '.join(map(say.laid_label, hand))}."


def scores(scene: Scene[View]) -> Iterator[str]:
    """Yield the lines of the last scored round, pieces and handle."""
    result, seats = scene.view.results[-1], scene.seats
    called = result.caller is not None and f"{bold(seats, result.caller, IN_RESULTS)} called"
    yield f"**Round {result.round}**: {f'{called} “Kabobo!”' if called else 'the turns ran out'}."
    yield _pieces(result, seats)
    yield from _handle(result, seats)
    yield _skewers(scene)


def sum_of(result: RoundResult, seat: Seat) -> str:
    """Say how the points of a seat's kabob add up (B3)."""
    cards = result.hands[seat]
    return f"{' '.join(map(card_label, cards))} · {say.sum_of(cards, result.kabobs[seat])}"


def _pieces(result: RoundResult, seats: Sequence[SeatSign]) -> str:
    """Say who won pieces, and why (B4.1)."""
    if result.caller is None:
        return "Nobody called, so nobody gets a piece."
    caller, given = bold(seats, result.caller, IN_RESULTS), result.given
    if result.caller not in result.best:
        others = [bold(seats, seat, IN_RESULTS) for seat, got in enumerate(given) if got]
        gets = "gets" if len(others) == 1 else "get"
        got = f"{listed(others)} {gets} 1 piece" if others else "The others have all pieces already"
        return f"{caller} doesn't have the highest score. {got}."
    has, new = "shares" if len(result.best) > 1 else "has", given[result.caller]
    prize = f"gets {counted(new, 'piece')}" if new else "all pieces already"
    return f"{caller} {has} the highest score and {prize}."


def _handle(result: RoundResult, seats: Sequence[SeatSign]) -> Iterator[str]:
    """Yield who won the handle, or who could have (B4.2, B4.4)."""
    if result.handle:
        names = listed([bold(seats, seat, IN_RESULTS) for seat in result.handle])
        yield f"{names} had all {PIECES} pieces, and the highest score: **the handle!**"
        return
    for seat, (pieces, given) in enumerate(zip(result.pieces, result.given, strict=True)):
        if pieces - given == PIECES:
            name = bold(seats, seat, IN_RESULTS)
            yield f"{name} had all {PIECES} pieces, but not the highest score: no handle yet."


def _skewers(scene: Scene[View]) -> str:
    view = scene.view
    figures = [_figure(view, seat) for seat in range(view.seats)]
    line = totals(scene, say.placed(view), figures, (f"Pieces of {PIECES}",) * 2)
    if not is_over(view) or view.results[-1].handle:
        return line
    return f"{line} Most pieces win, then most points."


def _figure(view: View, seat: Seat) -> str:
    """The handle beats all else, then pieces and points count."""
    if seat in view.results[-1].handle:
        return "the handle"
    return f"{view.pieces[seat]} ({counted(view.totals[seat], 'point')})"


def ending(scene: Scene[View], outcome: Outcome) -> Ending:
    """Say who has won the handle, or has most pieces (B4.2, B4.3)."""
    view, seats = scene.view, scene.seats
    pieces = [counted(had, "piece") for had in view.pieces]
    handle = view.results[-1].handle
    # Two people can have all pieces, and then the handle alone decides.
    figures = tuple(
        f"{'the handle' if seat in handle else pieces[seat]}, {counted(points, 'point')}"
        for seat, points in enumerate(outcome.scores)
    )
    if handle:
        winners = won(seats, outcome.ranks, IN_LINE, "wins the handle", "share the handle")
        return Ending(f"{winners} with all {PIECES} pieces!", figures)
    by_pieces = by_figures(seats, outcome, view.pieces, tuple(pieces))
    return replace(by_pieces, figures=figures)


FACE: Final[GameFace[View, Action]] = GameFace(
    title="Kabobo!",
    rounds=lambda view: view.options.max_rounds,
    table=KaboboPicture,
    alt_sentences=alt_sentences,
    text_versions=text_versions,
    describe=describe,
    phrases=phrases,
    prompt=prompt,
    ends_before=lambda view: view.caller,
    proposal=say.proposal,
    scores=scores,
    sum_of=sum_of,
    hand=hand_screen,
    emojis=EMOJIS,
    ended=ending,
)
