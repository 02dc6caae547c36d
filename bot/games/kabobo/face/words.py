"""The texts of a table: text version, alternative text of the picture, and prompts."""

from collections.abc import Iterator

from bot.face.face import Scene
from bot.face.markdown import plain
from bot.face.names import IN_ALT, IN_TEXT, bold, heading, listed, marks
from bot.face.numbers import counted, ordinal
from bot.face.rounds import is_scored
from bot.game.contract import Seat
from bot.games.kabobo.face.arithmetic import placed, short_sum
from bot.games.kabobo.face.labels import a_card, card_words, laid_label, laid_words
from bot.games.kabobo.face.powers import POWER_NAMES, power_words
from bot.games.kabobo.face.remembered import remembered
from bot.games.kabobo.rules.scores import PIECES
from bot.games.kabobo.rules.state import Laid, Phase
from bot.games.kabobo.rules.view import View

__all__ = ["alt_sentences", "doing", "prompt", "text_versions"]


def prompt(scene: Scene[View]) -> str:
    """Return what the seats to act have to do."""
    view = scene.view
    last = "last turn: " if view.caller is not None else ""
    match view.phase:
        case Phase.PEEK:
            return "look at two of your cards."
        case Phase.TURN:
            call = "" if last else ", or call “Kabobo!”"
            top = card_words(view.discard_pile[0])
            return f"{last}take the {top} from the discard pile, draw a card{call}."
        case Phase.DRAWN:
            return f"{last}keep the card you drew, or discard it for its power."
    return f"{last}{power_words(view.discard_pile[0].suit)}, or leave it."


def doing(view: View) -> str:
    """Return in a few words what the seat to move is doing."""
    match view.phase:
        case Phase.DRAWN:
            return "has drawn a card"
        case Phase.POWER:
            suit = view.discard_pile[0].suit
            return "can use a power" if suit is None else f"can use “{POWER_NAMES[suit]}”"
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
            yield f"- {_laid(hand)} · {short_sum(view.results[-1].kabobs[seat], named=True)}"
        elif wordy:
            for place, laid in enumerate(hand, start=1):
                yield f"- {place}: {laid_words(laid)}{_seen(scene, laid)}"
        else:
            yield f"- {_laid(hand)}"


def _laid(hand: tuple[Laid, ...]) -> str:
    return " | ".join(map(laid_label, hand))


def _seen(scene: Scene[View], laid: Laid) -> str:
    """Return who has seen a face-down card: public, but not shown without memory aid (B5.2)."""
    if laid.face_up or not laid.seen or not scene.view.options.memory_aid:
        return ""
    return f" (seen by {listed([bold(scene.seats, seat, IN_ALT) for seat, _ in laid.seen])})"


def _piles(view: View) -> str:
    top = a_card(view.discard_pile[0])
    return (
        f"Draw pile: {view.draw_pile} cards. Discard pile: {len(view.discard_pile)}, {top} on top."
    )


def _to_act(scene: Scene[View]) -> str:
    view = scene.view
    if view.phase is Phase.PEEK:
        waiting = [seat for seat in range(view.seats) if seat not in view.peeked]
        names = listed([bold(scene.seats, seat, IN_TEXT) for seat in waiting])
        return f"Still to look at two cards: {names}."
    return f"Now: {bold(scene.seats, view.to_move, IN_TEXT)} {doing(view)}."


def _heading(scene: Scene[View], seat: Seat) -> str:
    view = scene.view
    points = f"round {view.results[-1].points[seat]}, " if is_scored(view) else ""
    pieces = f"{view.pieces[seat]} of {PIECES} pieces, {view.totals[seat]} points"
    return f"{heading(scene, seat, _marks(scene, seat))}: {points}{pieces}"


def _marks(scene: Scene[View], seat: Seat) -> Iterator[str]:
    view = scene.view
    if is_scored(view):
        result = view.results[-1]
        yield ordinal(placed(view)[seat])
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
        yield f"{plain(scene.seats[view.to_move].name, IN_ALT)} {doing(view)}."
    for seat, hand in enumerate(view.hands):
        name = plain(scene.seats[seat].name, IN_ALT)
        pieces = f"{view.pieces[seat]} of {PIECES} pieces"
        points = f"{view.results[-1].points[seat]} points, " if is_scored(view) else ""
        handle = " and the handle" if is_scored(view) and seat in view.results[-1].handle else ""
        yield f"{name}: {points}{pieces}{handle}; {', '.join(map(laid_label, hand))}."
