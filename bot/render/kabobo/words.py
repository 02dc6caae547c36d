"""The table of Kabobo! in words: the picture's text twin, its description, and what to do."""

from collections.abc import Iterator
from typing import Final

from bot.games.game import Seat
from bot.games.kabobo.scores import PIECES, ranks
from bot.games.kabobo.state import Laid, Phase
from bot.games.kabobo.view import View
from bot.render.face import Scene
from bot.render.kabobo.labels import a_card, card_words, laid_label, laid_words
from bot.render.kabobo.powers import POWER_NAMES, power_words
from bot.render.kabobo.reckon import short_sum
from bot.render.kabobo.remembered import is_scored, remembered
from bot.render.kabobo.say import say
from bot.render.markdown import escape, one_line, plain
from bot.render.names import bold, listed
from bot.render.numbers import ordinal
from bot.render.twin import twin

__all__ = ["describe", "doing", "status", "tell"]

_NAME: Final = 24
_ALT_NAME: Final = 16


def status(scene: Scene[View]) -> str:
    """Say what the seats to act have to do."""
    view = scene.view
    last = "last turn: " if view.caller is not None else ""
    match view.phase:
        case Phase.PEEK:
            return "look at two of your cards."
        case Phase.TURN:
            call = "" if last else ", or call “Kabobo!”"
            top = card_words(view.discard[0])
            return f"{last}take the {top} from the discards, draw a card{call}."
        case Phase.DRAWN:
            return f"{last}keep the card drawn, or discard it for its power."
        case Phase.POWER:
            return f"{last}{power_words(view.discard[0].suit)}, or leave it."
        case Phase.SCORED:
            return "the round is scored; anybody can begin the next one."
        case Phase.OVER:
            return "the match is over."


def doing(view: View) -> str:
    """Say in a few words what the seat to move is at."""
    match view.phase:
        case Phase.DRAWN:
            return "has drawn a card"
        case Phase.POWER:
            suit = view.discard[0].suit
            return "may use a power" if suit is None else f"may use “{POWER_NAMES[suit]}”"
        case _:
            return "takes a turn"


def tell(scene: Scene[View]) -> str:
    """Tell everything that the picture shows, and the last moves."""
    shown = Scene(remembered(scene.view), scene.seats, scene.note, scene.events)
    return twin(shown, ["\n".join(_table(shown, wordy=wordy)) for wordy in (True, False)], say)


def _table(scene: Scene[View], *, wordy: bool) -> Iterator[str]:
    view = scene.view
    note = f" · {escape(scene.note)}" if one_line(scene.note, 1) else ""
    yield f"**Kabobo! · round {view.round} of {view.options.max_rounds}** · turn {view.turn}{note}"
    yield _piles(view)
    if not is_scored(view):
        yield _to_act(scene)
    for seat, hand in enumerate(view.hands):
        yield _heading(scene, seat)
        if is_scored(view):
            yield f"- {_laid(hand)} · {short_sum(view.results[-1].kabobs[seat], named=True)}"
        elif wordy:
            for place, laid in enumerate(hand, start=1):
                yield f"- {place}: {laid_words(laid)}{_seen(scene, laid)}"
        else:
            yield f"- {_laid(hand)}"


def _laid(hand: tuple[Laid, ...]) -> str:
    return " | ".join(map(laid_label, hand))


def _seen(scene: Scene[View], laid: Laid) -> str:
    """Say who has seen a face-down card: public, but part of what is to be remembered (B5.2)."""
    if laid.face_up or not laid.seen or not scene.view.options.memory_aid:
        return ""
    return f" (seen by {listed([bold(scene.seats, seat, _ALT_NAME) for seat, _ in laid.seen])})"


def _piles(view: View) -> str:
    top = a_card(view.discard[0])
    return f"Deck: {view.deck} cards. Discard pile: {len(view.discard)}, {top} on top."


def _to_act(scene: Scene[View]) -> str:
    view = scene.view
    if view.phase is Phase.PEEK:
        waiting = [seat for seat in range(view.seats) if seat not in view.peeked]
        names = listed([bold(scene.seats, seat, _NAME) for seat in waiting])
        return f"Still to look at two cards: {names}."
    return f"To move: {bold(scene.seats, view.to_move, _NAME)} ({doing(view)})."


def _heading(scene: Scene[View], seat: Seat) -> str:
    view = scene.view
    marks = ", ".join(_marks(scene, seat))
    name = bold(scene.seats, seat, _NAME)
    points = f"round {view.results[-1].points[seat]}, " if is_scored(view) else ""
    pieces = f"{view.pieces[seat]} of {PIECES} pieces, {view.totals[seat]} points"
    return f"{name}{f' ({marks})' if marks else ''}: {points}{pieces}"


def _marks(scene: Scene[View], seat: Seat) -> Iterator[str]:
    view = scene.view
    if is_scored(view):
        result = view.results[-1]
        yield ordinal(ranks(view.pieces, view.totals, result.handle)[seat])
        if result.given[seat]:
            yield f"+{result.given[seat]} piece{'s' * (result.given[seat] > 1)}"
        if seat in result.handle:
            yield "the handle"
    elif seat == view.to_move and view.phase is not Phase.PEEK:
        yield "last turn" if view.caller is not None else "to move"
    if seat == view.caller:
        yield "called Kabobo!"
    if seat == view.starter:
        yield "started"
    if scene.seats[seat].away:
        yield "Kai plays on"


def describe(scene: Scene[View]) -> str:
    """Describe the picture in plain text of at most 1,000 characters."""
    view = remembered(scene.view)
    parts = [f"Kabobo!, round {view.round} of {view.options.max_rounds}.", _piles(view)]
    if view.phase is Phase.PEEK:
        parts.append("Everybody looks at two cards.")
    elif not is_scored(view):
        parts.append(f"{plain(scene.seats[view.to_move].name, _ALT_NAME)} {doing(view)}.")
    for seat, hand in enumerate(view.hands):
        name = plain(scene.seats[seat].name, _ALT_NAME)
        pieces = f"{view.pieces[seat]} of {PIECES} pieces"
        points = f"{view.results[-1].points[seat]} points, " if is_scored(view) else ""
        handle = " and the handle" if is_scored(view) and seat in view.results[-1].handle else ""
        parts.append(f"{name}: {points}{pieces}{handle}; {', '.join(map(laid_label, hand))}.")
    return " ".join(parts)
