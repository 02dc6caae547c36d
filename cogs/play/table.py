"""The public message of a match that goes on: its picture, status and last moves, and its text."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from bot.face.face import AnyFace, Scene, SeatSign, Style
from bot.face.markdown import counted
from bot.face.phrases import listed
from bot.game.contract import Seat
from bot.games.faces import face_of
from bot.tables.clock import HouseRules, deadline, end_of_pause, end_without_clock, resting
from bot.tables.entries import HandedOverBecause
from bot.tables.history import over
from bot.tables.outages import BRIEF
from bot.tables.sight import known_name, last_turn_of, look, seat_name, signs
from bot.tables.state import News, TableState, human_seats, human_users, stage_of
from cogs.chips import in_the_pot
from cogs.core.click import Address
from cogs.core.page import Button, Page, Picture, Row, Text, Upload, fitted
from cogs.play.agreement import agree_row, done_lines, pause_ends, wishes_text
from cogs.play.fairness import cut_line
from cogs.play.kai import warming_up
from cogs.play.offered_options import clock_words

MORE: Final = "More"
PICTURE_NAME: Final = "table.png"
COLOUR: Final = 0xD9A441
_LONGEST_ALT: Final = 1024

RESTING: Final = "This turn is **resting**: its clock has stopped."

_UNITS: Final = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))

_WHERE: Final[dict[HandedOverBecause, str]] = {
    "left": "has left",
    "away": "is away",
    "kicked": "was removed",
    "gone": "has left for good",
}


def table_page(
    table: TableState, face: AnyFace, painted: bytes, rules: HouseRules, *, mention: bool
) -> Page:
    """Return the message around its picture (PNG); with ``mention``, those to move are called."""
    scene = look(table).scene
    scored = table.stage is not None and table.stage.paused
    first = (_next_button(table),) if scored else ()
    parts = (
        Text(header(table)),
        picture(face, scene, painted),
        Text(f"{_status(table, face, rules, mention=mention)}\n{face.last_turns(scene)}".strip()),
        Text(_missed(table)),
        Text(face.results(scene) if scored else "", elastic=True),
        Text(in_the_pot(table)),
        Text(_absent(table)),
        Text(warming_up(table)),
        Text(done_lines(table), elastic=True),
        Text(wishes_text(table)),
        agree_row(table),
        Text(last_moves(table), elastic=True),
        Text(cut_line(table) if table.stage is not None and table.stage.round == 1 else ""),
        (*first, _hand_button(table), Button(MORE, str(Address(table.id, "more")))),
    )
    return Page(fitted(parts), movers(table) if mention else (), COLOUR)


def reminder_page(
    table: TableState,
    seats: tuple[Seat, ...],
    rules: HouseRules,
    *,
    mention: bool,
    called: Collection[Seat] | None = None,
) -> Page:
    """Return a message for those whose time is running out; only ``called`` seats are notified."""
    names = listed([_person(table, seat, mention=mention) for seat in seats])
    up, end = deadline(table), end_without_clock(table, rules)
    closes = _or_else(table, "nobody plays on", end)
    time = f" Your time is up <t:{up // 1000}:R>." if up else closes
    wanted = seats if called is None else called
    users = tuple(user for seat in wanted if (user := table.seats[seat].user) is not None)
    scored = stage_of(table).paused
    what = "the next round is waiting for you" if scored else "it's your turn"
    press = _next_button(table) if scored else _hand_button(table)
    return Page((Text(f"{names}, {what}.{time}"), (press,)), users if mention else (), COLOUR)


def header(table: TableState) -> str:
    """Return the game and the round; below that, whether it is ranked, and its clock, if any."""
    stage, setup = table.stage, table.setup
    of = f" · {stage.which}" if stage else ""
    ranked = ["ranked"] if setup.ranked else []
    clock = [clock_words(setup.clock)] if setup.clock.kind != "none" else []
    about = " · ".join([*ranked, *clock])
    return f"## {table.game.title}{of}" + (f"\n-# {about}" if about else "")


def why_row(table: TableState) -> Row:
    """Return the button that explains Kai's last turn; nothing until there is one to explain."""
    ply = over(table)
    if ply is None:
        return ()
    return (Button("Ask Kai why", str(Address(table.id, "why", str(ply)))),)


def picture(face: AnyFace, scene: Scene[Any], painted: bytes, name: str = PICTURE_NAME) -> Picture:
    """Return the picture with its description."""
    return Picture(Upload(name, painted), face.alt(scene)[:_LONGEST_ALT])


def movers(table: TableState) -> tuple[int, ...]:
    """Return the users who have to move and are called; nobody while the turn rests."""
    if table.stage is None or table.stage.paused or table.paused or resting(table):
        return ()
    return human_users(table)


def _person(table: TableState, seat: Seat, *, mention: bool) -> str:
    user = table.seats[seat].user
    return f"<@{user}>" if mention and user is not None else seat_name(table, seat)


def _status(table: TableState, face: AnyFace, rules: HouseRules, *, mention: bool) -> str:
    """Say whose turn it is and for what, as the turn begins; or what else the table waits for."""
    if table.paused:
        return _pause(table, rules)
    if table.stage is not None and table.stage.paused:
        return _between_rounds(table, rules)
    up = deadline(table)
    time = f" Time is up <t:{up // 1000}:R>." if up and human_seats(table) else ""
    if resting(table):  # Until when, would tell of someone's night.
        time = f" {RESTING}"
    turn = "'s turn" * (len(table.to_act) == 1)
    names = [_mover(table, seat, turn, mention=mention) for seat in sorted(table.to_act)]
    return f"{listed(names)}: {face.status(look(table).scene)}{time}"


def _mover(table: TableState, seat: Seat, turn: str, *, mention: bool) -> str:
    own = seat in human_seats(table)
    instead = " (Kai plays)" * (not own and table.seats[seat].occupant.person is not None)
    return f"{_person(table, seat, mention=mention and own)}{turn}{instead}"


def _pause(table: TableState, rules: HouseRules) -> str:
    end = end_of_pause(table, rules)
    if table.paused is None or table.paused.by is None:
        paused = "**Paused**: everyone is away. **My hand** brings you back."
        return paused + _or_else(table, "nobody comes back", end)
    since, who = table.paused.at // 1000, known_name(table, table.paused.by)
    paused = f"**Paused** by {who} <t:{since}:R>. "
    return paused + pause_ends(table, rules)


def _between_rounds(table: TableState, rules: HouseRules) -> str:
    if not rules.round_pause:
        end = end_without_clock(table, rules)
        return "The round is over." + _or_else(table, "nobody goes on", end)
    begins = (table.clock_from + round(rules.round_pause * 1000)) // 1000
    # True as well when it's past, since the next round has a message of its own.
    return f"The round is over. Next round: <t:{begins}:R>."


def _missed(table: TableState) -> str:
    missed, turn = table.missed, table.stage.turn if table.stage else 0
    if missed is None or missed.turn != turn or missed.milliseconds < BRIEF:
        return ""
    seconds = missed.milliseconds // 1000
    time = next(
        counted(seconds // size, unit) for unit, size in _UNITS if seconds >= size or size == 1
    )
    return f"-# Nobody could play for {time}, so all clocks stood still."


def _or_else(table: TableState, unless: str, end: int | None) -> str:
    """Say what becomes of a match that nobody goes on with, and when (ms since 1970)."""
    if end is None:
        return ""
    if table.ends_by_kai:
        return f" If {unless}, Kai plays on <t:{end // 1000}:R>."
    return f" If {unless}, the match closes <t:{end // 1000}:R> and doesn't count."


def _absent(table: TableState) -> str:
    if table.hurried and not table.closed:
        return "-# Time's up for this round: Kai is finishing the match."
    held = [seat.held for seat in table.seats if seat.occupant.person]
    if held and all(held):
        if table.paused:
            return ""
        if "away" in held:
            return "-# Everyone is away: Kai plays on. **My hand** brings you back."
        return "-# Everyone has left: Kai plays to the end."
    lines = [
        f"-# {seat_name(table, number)} {_WHERE[seat.held]}: Kai plays on."
        for number, seat in enumerate(table.seats)
        if seat.held
    ]
    return "\n".join([*lines, *_new_host(table)])


def _new_host(table: TableState) -> Sequence[str]:
    host = table.seat_of(table.host.id)
    if table.counts or host is None or not table.host_since >= table.started_at > 0:
        return ()
    away = None if table.away_host is None else table.seat_of(table.away_host.id)
    until = "now" if away is None else f"until {seat_name(table, away)} is back"
    return [f"-# {seat_name(table, host)} is the host {until}."]


def _next_button(table: TableState) -> Button:
    return Button("Next round", str(Address(table.id, "next")), Style.GOOD)


def _hand_button(table: TableState) -> Button:
    return Button("My hand", str(Address(table.id, "hand")), Style.MAIN)


LONGEST: Final = 1200
"""Characters of all lines together."""

LONGEST_BETWEEN: Final = 200
"""The same between rounds, where the results are what people look for."""


def moves_since(table: TableState, seat: Seat) -> str:
    """Return what happened since a seat's last turn, a quoted line a turn, without the newest."""
    now = stage_of(table).turn
    told = [news for news in table.news if news.turn < now]
    return _lines(table, told, last_turn_of(table, seat))


def last_moves(table: TableState) -> str:
    """Return the moves since those who are to move acted; between rounds, those of the end."""
    playing = table.stage is not None and not table.stage.paused and table.to_act
    since = min((last_turn_of(table, seat) for seat in table.to_act), default=0) if playing else 0
    longest = LONGEST if playing else LONGEST_BETWEEN
    return _lines(table, table.news, since, longest)


def _lines(table: TableState, told: Sequence[News], since: int, longest: int = LONGEST) -> str:
    turns = groupby(told, key=lambda news: news.own_turn)
    lines = [_line(table, tuple(group)) for turn, group in turns if turn > since]
    shown = [f"> {line}" for line in lines if line][-len(table.seats) :]
    while len(shown) > 1 and sum(map(len, shown)) > longest:
        shown.pop(0)
    return "\n".join(shown)


def _line(table: TableState, turn: Sequence[News]) -> str:
    return face_of(table.game).turn([news.event for news in turn], signs_in(table, turn))


def signs_in(table: TableState, turn: Sequence[News]) -> Sequence[SeatSign]:
    """Return the names that tell a turn; where Kai alone played it for someone, it's Kai's."""
    own, kais = ({news.by for news in turn if news.by_kai is kai} for kai in (False, True))
    return [
        replace(sign, name=f"Kai (for {sign.name})") if at in kais - own and not sign.kai else sign
        for at, sign in enumerate(signs(table))
    ]
