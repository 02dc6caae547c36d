"""The public message of a table while its match goes on."""

from collections.abc import Collection, Sequence
from typing import Any, Final

from bot.face.face import AnyFace, Scene
from bot.face.names import listed
from bot.face.numbers import counted
from bot.face.screen import Style
from bot.game.contract import Seat
from bot.tables.core.due import deadline, end_of_pause, end_without_clock
from bot.tables.core.entries import HandedOverBecause
from bot.tables.core.match import resumable_by_all
from bot.tables.core.outages import BRIEF
from bot.tables.core.resting import resting
from bot.tables.core.rules import HouseRules
from bot.tables.core.sight import look
from bot.tables.core.state import TableState, human_seats, human_users
from bot.tables.core.turns import over
from cogs.layouts import fairness
from cogs.layouts.address import Address
from cogs.layouts.agreement import agree_row, done_lines, wishes_text
from cogs.layouts.chips import in_the_pot
from cogs.layouts.cutting import cut_line
from cogs.layouts.kai import warming_up
from cogs.layouts.moves import last_moves
from cogs.layouts.names import known_name, short_name
from cogs.layouts.offered_options import clock_words
from cogs.layouts.page import Button, Page, Picture, Row, Text, Upload, fitted

__all__ = [
    "PICTURE_NAME",
    "RESTING",
    "header",
    "movers",
    "pause_ends",
    "picture",
    "reminder_page",
    "table_page",
    "table_text",
    "why_row",
]

PICTURE_NAME: Final = "table.png"
COLOUR: Final = 0xD9A441
_LONGEST_ALT: Final = 1024

RESTING: Final = "This turn is **resting**, and its clock stands still."

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
    """Return the message as it stands, around the picture ``painted`` (PNG).

    With ``mention`` the persons to move are mentioned, and nobody else is.
    """
    scene = look(table).scene
    scored = table.stage is not None and table.stage.paused
    parts = (
        Text(header(table)),
        picture(face, scene, painted),
        Text(_status(table, rules, mention=mention)),
        Text(_missed(table)),
        Text(face.results(scene) if scored else "", elastic=True),
        Text(in_the_pot(table)),
        Text(_absent(table)),
        Text(warming_up(table)),
        Text(done_lines(table), elastic=True),
        Text(wishes_text(table)),
        agree_row(table),
        Text(last_moves(table), elastic=True),
        Text(_cut(table)),
        _buttons(table, scored=scored),
        (*why_row(table), Button(fairness.BUTTON, str(Address(table.id, "fair")))),
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
    """Return a short message for those whose time is running out.

    Of those, only the seats ``called`` are notified, if it is given: it names the others.
    """
    names = listed([_person(table, seat, mention=mention) for seat in seats])
    up, end = deadline(table), end_without_clock(table, rules)
    time = f" Your time is up <t:{up // 1000}:R>." if up else ""
    if end:
        time = _or_else(table, "nobody plays on", end)
    wanted = seats if called is None else called
    users = tuple(user for seat in wanted if (user := table.seats[seat].user) is not None)
    parts = (
        Text(f"{names}, it's your turn.{time}"),
        (Button("My hand", str(Address(table.id, "hand")), Style.MAIN),),
    )
    return Page(parts, users if mention else (), COLOUR)


def header(table: TableState) -> str:
    """Return the game and the round; below that, whether it is ranked, and its clock, if any."""
    stage, setup = table.stage, table.setup
    of = f" · round {stage.round} of {stage.rounds}" if stage else ""
    ranked = ["ranked"] if setup.ranked else []
    clock = [clock_words(setup.clock)] if setup.clock.kind != "none" else []
    about = " · ".join([*ranked, *clock])
    return f"## {table.game.title}{of}" + (f"\n-# {about}" if about else "")


def table_text(table: TableState, face: AnyFace) -> str:
    """Return the public picture in words; after the match with the last round's arithmetic."""
    scene = look(table).scene
    text = face.text(scene)
    finished = table.closed is not None and table.closed.because == "finished"
    return f"{text}\n\n{face.results(scene)}" if finished else text


def why_row(table: TableState) -> Row:
    """Return the button that explains Kai's last turn; nothing until there is one to explain."""
    ply = over(table)
    if ply is None:
        return ()
    return (Button("Understand Kai's move", str(Address(table.id, "why", str(ply)))),)


def picture(face: AnyFace, scene: Scene[Any], painted: bytes) -> Picture:
    """Return the picture with its description."""
    return Picture(Upload(PICTURE_NAME, painted), face.alt(scene)[:_LONGEST_ALT])


def movers(table: TableState) -> tuple[int, ...]:
    """Return the users who have to move and are called, where a person decides, not the house.

    Nobody is called while the turn rests.
    """
    if table.stage is None or table.stage.paused or table.paused or resting(table):
        return ()
    return human_users(table)


def _person(table: TableState, seat: Seat, *, mention: bool) -> str:
    user = table.seats[seat].user
    return f"<@{user}>" if mention and user is not None else short_name(table, seat)


def _status(table: TableState, rules: HouseRules, *, mention: bool) -> str:
    """Say what the table waits for, in words that stay true throughout the turn.

    The message is not changed within a turn (``docs/noise-budget.md``).
    """
    if table.paused:
        return _pause(table, rules)
    if table.stage is not None and table.stage.paused:
        return _between_rounds(table, rules)
    up = deadline(table)
    time = f" Time is up <t:{up // 1000}:R>." if up and human_seats(table) else ""
    if resting(table):  # Until when, would tell of somebody's night.
        time = f" {RESTING}"
    seats = sorted(table.to_act)
    return _choosing([_mover(table, seat, mention=mention) for seat in seats]) + time


def _choosing(names: Sequence[str]) -> str:
    return f"{listed(names)} {'is' if len(names) == 1 else 'are'} choosing."


def _mover(table: TableState, seat: Seat, *, mention: bool) -> str:
    if seat in human_seats(table):
        return _person(table, seat, mention=mention)
    name = short_name(table, seat)
    return name if table.seats[seat].occupant.kai else f"Kai (for {name})"


def _pause(table: TableState, rules: HouseRules) -> str:
    end = end_of_pause(table, rules)
    if table.paused is None or table.paused.by is None:
        paused = "**Paused**: everyone is away. Press “My hand” to come back and play on."
        return paused + _or_else(table, "nobody comes back", end)
    since, who = table.paused.at // 1000, known_name(table, table.paused.by)
    paused = f"**Paused** by {who} <t:{since}:R>. All clocks are stopped. "
    return paused + pause_ends(table, rules)


def pause_ends(table: TableState, rules: HouseRules) -> str:
    """Say when a pause that somebody made ends by itself, and from when on players can end it."""
    everyone, end = resumable_by_all(table), end_of_pause(table, rules)
    if everyone is None or end is None:
        return ""
    can = f" From <t:{-(-everyone // 1000)}:t> on, every player can end it with `/table resume`."
    if table.counts:
        can = " Everyone who was dealt in can end the pause with `/table resume`."
    return f"The match goes on by itself <t:{end // 1000}:R>." + (can if everyone < end else "")


def _between_rounds(table: TableState, rules: HouseRules) -> str:
    if not rules.round_pause:
        waits = "The round is over. Press “Next round” to go on."
        return waits + _or_else(table, "nobody does", end_without_clock(table, rules))
    begins = (table.clock_from + round(rules.round_pause * 1000)) // 1000
    return f"The round is over. The next one begins <t:{begins}:R>: “Next round” begins it now."


def _missed(table: TableState) -> str:
    """Say that nobody could play for a while, throughout the turn in which that ended."""
    missed, turn = table.missed, table.stage.turn if table.stage else 0
    if missed is None or missed.turn != turn or missed.milliseconds < BRIEF:
        return ""
    seconds = missed.milliseconds // 1000
    time = next(
        counted(seconds // size, unit) for unit, size in _UNITS if seconds >= size or size == 1
    )
    return f"-# Nobody could play for {time}. All clocks stood still."


def _or_else(table: TableState, unless: str, end: int | None) -> str:
    """Say what becomes of a match that nobody goes on with, and when (ms since 1970).

    It begins with a space: it stands behind what it waits for.
    """
    if end is None:
        return ""
    if table.counts:
        return f" If {unless}, Kai plays on <t:{end // 1000}:R>."
    return f" If {unless}, the match closes <t:{end // 1000}:R> and doesn't count."


def _cut(table: TableState) -> str:
    """Return the words that were fixed at the start, as long as the first round is played."""
    return cut_line(table) if table.stage is not None and table.stage.round == 1 else ""


def _absent(table: TableState) -> str:
    """Say for whom Kai plays; where nobody is left, one thing for all, unless the pause says it."""
    if table.hurried and not table.closed:
        return "-# Time's up for this round: Kai is finishing the match."
    held = [seat.held for seat in table.seats if seat.occupant.person]
    if held and all(held):
        if table.paused:
            return ""
        if "away" in held:
            return "-# Everyone is away: Kai plays on. Press “My hand” to come back."
        return "-# Everyone has left: Kai plays to the end."
    lines = [
        f"-# {short_name(table, number)} {_WHERE[seat.held]}: Kai plays on."
        for number, seat in enumerate(table.seats)
        if seat.held
    ]
    return "\n".join([*lines, *_new_host(table)])


def _new_host(table: TableState) -> Sequence[str]:
    """Say who is host, in a match where another person was; one that counts needs none."""
    host = table.seat_of(table.host.id)
    if table.counts or host is None or not table.host_since >= table.started_at > 0:
        return ()
    away = None if table.away_host is None else table.seat_of(table.away_host.id)
    until = "now" if away is None else f"until {short_name(table, away)} is back"
    return [f"-# {short_name(table, host)} is the host {until}."]


def _buttons(table: TableState, *, scored: bool) -> Row:
    def button(label: str, verb: str, style: Style = Style.PLAIN) -> Button:
        return Button(label, str(Address(table.id, verb)), style)

    first = (button("Next round", "next", Style.GOOD),) if scored else ()
    return (
        *first,
        button("My hand", "hand", Style.MAIN),
        button("As text", "text"),
        button("Rules", "rules"),
        button("Leave", "leave"),
    )
