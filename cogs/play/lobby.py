"""The lobby: who sits, what will be played, and its buttons until the match starts."""

from collections.abc import Callable
from typing import Final

from bot.face.face import Style
from bot.face.markdown import counted, plain, span_words
from bot.face.phrases import listed
from bot.face.rulebook import tagline
from bot.game.deck import commitment
from bot.games.registry import ladder_of
from bot.kai.player import USUAL_LEVEL
from bot.league.chips import terms, too_small
from bot.tables import lobby
from bot.tables.clock import HouseRules, lobby_ends
from bot.tables.command import Command, NotYoursError, RefusedError, must_manage, must_seat_itself
from bot.tables.entries import FORMER, ClosedBecause
from bot.tables.sight import kai_names, known_name, person_name
from bot.tables.state import TableState
from bot.tables.store import Phase
from cogs.chips import asked_for, given_back
from cogs.core.answers import acknowledge, answer, tell
from cogs.core.buttons import Handler, Press, TableButton
from cogs.core.click import Address, asker, chosen, person
from cogs.core.page import Button, Choice, Menu, Page, Part, Row, Text, fitted
from cogs.play import fairness
from cogs.play.fairness import SEAL_SHOWN, cut_line
from cogs.play.finish import will_count
from cogs.play.kai import warming_up
from cogs.play.offered_options import in_words
from cogs.play.opening import check_level
from cogs.showcase import learn_row

COLOUR: Final = 0x2E8B6F
QUIET: Final = 0x5B6470

PERSONS, KAIS, FIVE_MINUTES = 8, 2, 300  # Seconds of a turn, and to what the time is rounded.

_SEVERAL: Final = 2

_LEVELS: Final = {
    "easy": "Makes mistakes: good for a first match",
    "normal": "Plays well: what “Add Kai” adds",
    "hard": "Thinks ahead to win the match",
    "expert": "Thinks even longer",
}

_WHY: Final[dict[ClosedBecause, str]] = {
    "expired": "Closed: nobody did anything for a while.",
    "emptied": "Closed: everyone left.",
    "ended": "This table was closed",
}


def lobby_page(
    table: TableState, rules: HouseRules, *, short_counts: bool = False, mention: bool = False
) -> Page:
    """Return the message of an open lobby; ``short_counts``: whether short ranked matches count.

    With ``mention``, its first version mentions those whom a rematch calls.
    """
    is_new = table.seq == 1 + len(table.kai) + len(table.called)
    mentions = tuple(guest.person.id for guest in table.called) if is_new else ()
    return Page(
        fitted(
            (
                Text(f"## {table.game.title}\n{tagline(table.game.name)}".strip()),
                Text(in_words(table.game.options, table.setup, whole=False) + _numbers(table)),
                Text(_seats(table), elastic=True),
                Text(cut_line(table)),
                Text(_call(table, mention=mention and bool(mentions))),
                Text(_what_next(table)),
                Text(will_count(table, short_counts=short_counts)),
                Text(warming_up(table)),
                Text(_small_print(table, rules)),
                *_buttons(table),
                *_levels(table),
            )
        ),
        mentions=mentions if mention else (),
        colour=COLOUR,
    )


def left_lobby_page(table: TableState, link: str) -> Page:
    """Return what stays of the lobby's message when the table is shown elsewhere."""
    why = "The match has begun" if table.seats else "This table has moved"
    text = f"## {table.game.title}\n{why}: {link}"
    parts = (Text(text), Text(_seats(table), elastic=True), Text(cut_line(table)))
    return Page(fitted(parts), colour=QUIET)


def closed_lobby_page(table: TableState) -> Page:
    """Return the message of a lobby that closed without a match."""
    why = _WHY["ended"]
    if table.closed is not None:
        why = _WHY.get(table.closed.because, why)
        if table.closed.by is not None:
            why += f" by {known_name(table, table.closed.by)}."
    parts: tuple[Part, ...] = (
        Text(f"## {table.game.title}\n{why} {given_back(table)}".strip()),
        (Button("Open a new one", str(Address(table.id, "again"))),),
    )
    return Page(parts, colour=QUIET)


def removal_page(table: TableState, asker: int, notice: str = "") -> Page:
    """Return the private form by which a host or moderator removes someone else."""
    others = [guest.person for guest in table.guests if guest.person.id != asker]
    choices = tuple(Choice(plain(person_name(table, known)), str(known.id)) for known in others)
    text = "**Remove a player.** They can't join this table again."
    menu = Menu(str(Address(table.id, "removing")), "Choose a player", choices)
    asked: tuple[Part, ...] = (Text(text), menu) if others else ()
    back = (Button("Back to the options", str(Address(table.id, "options"))),)
    return Page(fitted((Text(notice), *asked, back)), colour=COLOUR)


def _numbers(table: TableState) -> str:
    """Say how many cards everyone gets, if that differs with the players, and how long it takes."""
    seats, kai = max(_taken(table), table.game.seats.start), len(table.kai)
    options = table.game.options.model_validate(table.setup.options)
    size, turns = options.hand_size(seats), options.turns(seats)
    cards = f" · {size} cards each" * (size > 0 and "cards" not in table.setup.options)
    if not turns or table.setup.clock.kind == "slow":
        return cards
    seconds = turns * ((seats - kai) * PERSONS + kai * KAIS) / seats
    return f"{cards} · about {span_words(FIVE_MINUTES * max(1, round(seconds / FIVE_MINUTES)))}"


def _seats(table: TableState) -> str:
    lines = []
    for guest in table.guests:
        marks = [
            *(["host"] if guest.person.id == table.host.id else []),
            *([f"{counted(table.setup.ante, 'chip')} in"] if guest.agreed else []),
            *(["hasn't answered yet"] if guest.called_at is not None else []),
        ]
        said = f" ({', '.join(marks)})" if marks else ""
        lines.append(f"**{known_name(table, guest.person)}**{said}")
    names = kai_names(len(table.kai))
    lines += [f"**{name}** ({level})" for name, level in zip(names, table.kai, strict=True)]
    return "\n".join(f"{number}. {line}" for number, line in enumerate(lines, start=1))


def _call(table: TableState, *, mention: bool) -> str:
    called = table.called
    if not called:
        return ""
    names = [
        f"<@{guest.person.id}>" if mention else f"**{known_name(table, guest.person)}**"
        for guest in called
    ]
    until = -(-lobby.answers_until(called) // 1000)
    return (
        f"{listed(names)}: another round? **Join** or **Leave**.\n-# After <t:{until}:t>, "
        f"{known_name(table, table.host)} can start without you."
    )


def _what_next(table: TableState) -> str:
    missing = table.game.seats.start - _taken(table)
    if missing <= 0 and not _enough_are_in(table):
        return ""
    room = _room(table)
    if missing > 0:
        return f"{counted(missing, 'more player')} needed. Join, or add Kai."
    ready = asked_for(table) or f"{known_name(table, table.host)} can start now."
    return f"{ready} {f'Room for {room} more.' if room else 'The table is full.'}"


def _small_print(table: TableState, rules: HouseRules) -> str:
    expires = lobby_ends(table, rules) // 1000
    kai = "\n-# Kai plays without chips." if table.setup.ante and table.kai else ""
    return (
        f"-# Fair deal, sealed: `{commitment(table.secret)[:SEAL_SHOWN]}`{kai}\n-# Closes "
        f"<t:{expires}:R> if nobody does anything."
    )


def _buttons(table: TableState) -> tuple[Row, ...]:
    full = not _room(table)
    ready = _enough_are_in(table) and not asked_for(table)

    def button(
        label: str, verb: str, style: Style = Style.PLAIN, *, disabled: bool = False
    ) -> Button:
        return Button(label, str(Address(table.id, verb)), style, disabled)

    small = bool(too_small(table, table.setup.ante))
    put_in = str(Address(table.id, "ante", terms(table.setup)))
    stakes = (
        Button(f"Put in {counted(table.setup.ante, 'chip')}", put_in, Style.GOOD, small),
        button("Take them back", "noante"),
    )
    return (
        (
            button("Join", "join", Style.GOOD, disabled=full and not table.called),
            button("Start", "start", Style.MAIN, disabled=not ready),
            button("Leave", "leave"),
        ),
        *([stakes] if table.setup.ante else []),
        (
            button("Add Kai", "kai", disabled=full),
            *([button("Remove Kai", "nokai")] if table.kai else []),
            button("Options", "options"),
        ),
        (
            *learn_row(table.game.name, "How to play"),
            button("Rules", "rules"),
            button(fairness.BUTTON, "fair"),
        ),
    )


def _levels(table: TableState) -> tuple[Menu, ...]:
    """Return the menu of Kai's levels, if there are several and there is room.

    Its id changes with each seat: a client doesn't send the same line of one menu twice.
    """
    levels = ladder_of(table.game.name)
    if len(levels) < _SEVERAL or not _room(table):
        return ()
    choices = tuple(Choice(level.title(), level, _LEVELS[level]) for level in levels)
    menu = str(Address(table.id, "level", str(len(table.kai))))
    return (Menu(menu, "Add Kai at another level", choices),)


def _enough_are_in(table: TableState) -> bool:
    return _taken(table) - len(table.called) >= table.game.seats.start


def _taken(table: TableState) -> int:
    return len(table.guests) + len(table.kai)


def _room(table: TableState) -> int:
    return table.game.seats.stop - 1 - _taken(table)


async def _join(press: Press) -> None:
    must_seat_itself(press.state)
    elsewhere = press.services.nights.elsewhere
    await elsewhere.must_be_free([person(press.click)], press.user, press.state)
    later = await elsewhere.later(press.user, press.state)
    await press.services.host.join(press.table.id, person(press.click))
    await _take(press, later)


async def _take(press: Press, later: str) -> None:
    if later:
        await tell(press.click, later)
    else:
        await acknowledge(press.click)


def _add_kai(press: Press) -> Command:
    level = chosen(press.click)
    check_level(press.state.game, level)
    return lobby.add_kai(press.user, level)


async def _start(press: Press) -> None:
    settings = await press.services.storage.league.settings(press.state.place.guild)
    who = asker(press.click, press.state)
    people = [guest.person for guest in press.state.guests]
    elsewhere = press.services.nights.elsewhere
    await elsewhere.must_be_free(people, press.user, press.state)
    later = await elsewhere.later(press.user, press.state)
    await press.table.do(lobby.start(who, short_counts=settings.count_short))
    await _take(press, later)


async def _open_removal(press: Press) -> None:
    lobby.must_be_lobby(press.state)
    must_manage(press.state, asker(press.click, press.state), "remove a player")
    if {known.id for known in press.state.people} <= {press.user}:
        raise RefusedError("There's nobody else at this table.")
    await answer(press.click, removal_page(press.state, press.user), in_place=True)


async def _remove(press: Press) -> None:
    people = {str(known.id): known for known in press.state.people}
    player = people.get(chosen(press.click), FORMER)
    notice = f"**{known_name(press.state, player)}** was removed."
    try:
        await press.table.do(lobby.remove(asker(press.click, press.state), player.id))
    except RefusedError as error:
        if isinstance(error, NotYoursError) or press.state.phase is not Phase.LOBBY:
            raise
        notice = str(error)
    await answer(press.click, removal_page(press.state, press.user, notice), in_place=True)


def _command(make: Callable[[Press], Command]) -> Handler:
    async def do(press: Press) -> None:
        must_seat_itself(press.state)
        await press.table.do(make(press))
        await acknowledge(press.click)

    return do


BUTTONS: Final = (
    TableButton("join", _join, on_table=True),
    TableButton(
        "kai", _command(lambda press: lobby.add_kai(press.user, USUAL_LEVEL)), on_table=True
    ),
    TableButton("level", _command(_add_kai), on_table=True),
    TableButton("nokai", _command(lambda press: lobby.remove_kai(press.user)), on_table=True),
    TableButton("remove", _open_removal, on_table=True),
    TableButton("removing", _remove, on_table=True),
    TableButton("start", _start, on_table=True),
)
