"""The face of Golf: its words and colours; all else is that of games of grids."""

from collections.abc import Sequence
from typing import Any, Final

from bot.face.canvas import Theme
from bot.face.face import SeatSign, is_scored
from bot.face.grid import GridLook, grid_face
from bot.face.markdown import IN_LINE, counted, number
from bot.face.paint import Area, Pen
from bot.face.palette import BANDS, CREAM, Colour
from bot.face.phrases import Description, bold, did, of_round
from bot.game.contract import Seat
from bot.game.moves import Draw
from bot.game.rounds import Drew
from tests.golf.rules.table import (
    COLUMNS,
    ROWS,
    Action,
    Closed,
    Keep,
    Phase,
    Removed,
    Result,
    RoundStarted,
    Swapped,
    Take,
    Turn,
    Turned,
    View,
    up_sum,
)


def _ball(pen: Pen, area: Area, theme: Theme) -> None:
    """Draw a ball on the back of a card."""
    pen.ellipse(area.square(0.5), theme.back_mark)


_THEME: Final = Theme(
    ground=(20, 33, 26),
    panel=(32, 52, 40),
    well=(44, 70, 54),
    back=(36, 92, 62),
    back_line=(84, 150, 106),
    back_mark=CREAM,
    soft=(196, 220, 200),
    motif=_ball,
)


def _edge(card: int) -> Colour:
    return BANDS[min(max(card, 0), len(BANDS) - 1)]


def _describe(  # noqa: PLR0911 - an event each
    event: object, seats: Sequence[SeatSign]
) -> Description[Any, Any]:
    match event:
        case RoundStarted(round_, starter, card):
            first = f"{bold(seats, starter, IN_LINE)} starts, with a {number(card)} to take"
            line = f"**Round {round_}** begins. {first}."
            return Description(line, (line,))
        case Drew(seat):
            return did(seats, seat, "drew a card", brief="drew a card")
        case Swapped(seat, place, card, old, drawn):
            where = f"in place {place + 1} and discarded a {number(old)}"
            verb, brief = ("kept", "kept it") if drawn else ("took", "took a discard")
            words, at = f"{verb} a {number(card)} {where}", ((seat, place),)
            return did(seats, seat, words, brief=brief, card=card, changed=at)
        case Turned(seat, place, card, discarded):
            turned = f"turned up a {number(card)} in place {place + 1}"
            words, at = f"discarded the {number(discarded)} and {turned}", ((seat, place),)
            return did(seats, seat, words, brief="turned one up", card=card, changed=at)
        case Removed(seat, _, card):
            return did(seats, seat, f"removed a column of {number(card)}s", loud=True)
        case Closed(seat):
            return did(seats, seat, "closed the round: all others have one more turn")
    return of_round(event, seats)


def _figures(view: View, seat: Seat) -> Sequence[str]:
    up = number(up_sum(view.grids[seat]))
    return f"{up} turned up", f"{up} up", up


def _remark(view: View, seat: Seat) -> str:
    if is_scored(view) and view.results[-1].doubled and seat == view.closer:
        return "doubled"
    return "closed" if seat == view.closer else ""


def _last(view: View) -> str:
    return "" if view.closer is None else "last turn: "


def _prompt(view: View) -> str:
    if view.phase is Phase.DRAWN:
        return f"{_last(view)}keep the card you drew, or discard it and turn one up."
    return f"{_last(view)}take the {number(view.discard_pile[0])}, or draw a card."


def _proposal(view: View, action: Action) -> str:
    drawn = "the card you drew" if view.drawn is None else f"the {number(view.drawn)}"
    match action:
        case Take(place):
            return f"Take the {number(view.discard_pile[0])} into place {place + 1}"
        case Keep(place):
            return f"Keep {drawn} in place {place + 1}"
        case Turn(place):
            return f"Discard {drawn} and turn up place {place + 1}"
        case Draw():
            return "Draw a card"
    return "Go on to the next round"


def _ask(words: str) -> Any:  # noqa: ANN401 - a function of a View
    """Return what to click, with the card in question, and whether it is the last turn."""

    def ask(view: View) -> str:
        card = view.discard_pile[0] if view.drawn is None else view.drawn
        last = "" if view.closer is None else "**This is your last turn.** "
        return last + words.format(number(card))

    return ask


def _reckoning(result: Result, seat: Seat) -> str:
    if not result.doubled or seat != result.closer:
        return ""
    return f"twice {number(result.sums[seat])}, since it isn't the lowest alone"


def _summary(view: View) -> str:
    result = view.results[-1]
    closed = f"{{}} closed with {counted(result.sums[result.closer], 'point')}"
    return f"{closed}, doubled" if result.doubled else closed


LOOK: Final = GridLook(
    title="Golf",
    columns=COLUMNS,
    rows=ROWS,
    theme=_THEME,
    edge=_edge,
    describe=_describe,
    figures=_figures,
    remark=_remark,
    prompt=_prompt,
    proposal=_proposal,
    asks={
        "take": _ask("Click where the {} from the discard pile should go, or draw a card."),
        "keep": _ask("You drew a {}: click where it should go, or discard it."),
        "turn": _ask("Discard the {}: click the card to turn up."),
    },
    buttons={"draw": "Draw", "keep": "Keep it", "turn": "Discard it"},
    reckoning=_reckoning,
    summary=_summary,
    by=lambda view: view.results[-1].closer,
    ends_before=lambda view: view.closer,
    goal=lambda view: f", to {view.setup.options.points}",
)
FACE: Final = grid_face(LOOK)
