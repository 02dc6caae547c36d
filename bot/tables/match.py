"""Match commands: act, leave and come back, pause and resume, end, and hurry a night's table."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from typing import Final

from bot.game.contract import GameError, Seat
from bot.game.moves import AND, UNDO, must_know_no_more
from bot.tables import entries as log
from bot.tables.apply import evolve
from bot.tables.authority import decide, holds_until, must_have_a_say, pause_left, wish_for
from bot.tables.clock import may_rest, resting
from bot.tables.command import (
    Asker,
    ClosedTableError,
    Command,
    NotYoursError,
    OutdatedError,
    RefusedError,
    must_manage,
)
from bot.tables.state import TableState, human_seats, human_users, may_undo, stage_of
from bot.tables.store import Phase


def hurry(slow: Collection[Seat]) -> Command:
    """Let Kai play all seats of a night's table to the end; who was ``slow`` was away."""

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        if table.closed:
            raise ClosedTableError
        if table.hurried or not table.at_night:
            return []
        late = [seat for seat in slow if table.seats[seat].held is None]
        away = [log.HandedOver(at=now, seat=seat, because="away") for seat in sorted(late)]
        resumed = [log.Resumed(at=now)] if table.paused else []
        return [*resumed, *away, log.Hurried(at=now)]

    return command


def must_not_be_hurried(table: TableState) -> None:
    """Refuse once Kai plays all seats to the end."""
    if table.hurried:
        raise RefusedError("Time's up for this round, so Kai is finishing the match.")


PATIENCE: Final = 600_000
"""Milliseconds of a friendly pause after which every player can end it."""


def must_be_playing(table: TableState) -> None:
    """Refuse unless a match is going on."""
    if table.closed:
        raise ClosedTableError
    if not table.seats:
        raise RefusedError("The match hasn't started yet.")


def act(user: int, seat: Seat, revision: int, action: str) -> Command:
    """Act for a seat of one's own, in the game's notation; once, or twice with :data:`AND`.

    ``revision`` is the ply since which the seat's choices are the same.
    """

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        check_hand(table, user, seat, revision)
        _must_decide(table, seat)
        if seat not in table.to_act:
            raise RefusedError("It isn't your turn.")
        first, _, second = action.partition(AND)
        if first == UNDO:
            must_know_no_more(table.game, may_undo(table).last(seat), table.position)
        acted = log.Acted(at=now, seat=seat, action=first)
        return [acted, *_then(table, acted, second)]

    return command


def _then(table: TableState, first: log.Acted, action: str) -> Iterator[log.Acted]:
    """Yield the second action of a click, if it's possible after the first in the same turn."""
    if action:
        after, second = evolve(table, first), first.model_copy(update={"action": action})
        if stage_of(after).turn == stage_of(table).turn:
            with suppress(GameError):
                evolve(after, second)
                yield second


def check_hand(table: TableState, user: int, seat: Seat, revision: int) -> None:
    """Refuse unless a person's hand at this seat still shows what it did at that revision.

    Raises ``NotYoursError`` before anything else, so any other refusal may be shown in the hand.
    """
    if not 0 <= seat < len(table.seats) or not table.seats[seat].belongs_to(user):
        raise NotYoursError("These buttons belong to another player's hand.")
    must_be_playing(table)
    if revision != table.since[seat]:
        raise OutdatedError


def act_for(seat: Seat, ply: int, action: str, level: str | None = None) -> Command:
    """Let Kai act for a seat, as the ``level`` it played; ``OutdatedError`` after ``ply``."""

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        must_be_playing(table)
        if table.ply != ply or table.paused or not _kai_decides(table, seat):
            raise OutdatedError
        return [log.Acted(at=now, seat=seat, action=action, by="kai", level=level)]

    return command


def go_on(seat: Seat, ply: int, action: str) -> Command:
    """Go on to the next round, with an action that any seat may take."""

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        must_be_playing(table)
        if table.ply != ply or table.paused:
            raise OutdatedError
        return [log.Acted(at=now, seat=seat, action=action, by="house")]

    return command


def leave(user: int) -> Command:
    """Leave a match. Kai plays on, and the owner may come back at any time."""

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        must_be_playing(table)
        must_not_be_hurried(table)
        seat = _own_seat(table, user)
        if table.seats[seat].held == "left":
            raise RefusedError("You've left. Kai is playing for you.")
        return [log.HandedOver(at=now, seat=seat, because="left")]

    return command


def back(user: int) -> Command:
    """Take one's seat back from Kai."""

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        must_be_playing(table)
        must_not_be_hurried(table)
        seat = _own_seat(table, user)
        turn = table.stage.turn if table.stage else 0
        if not table.seats[seat].played_by_kai(turn):
            raise RefusedError("Your seat is already yours.")
        returned = log.Returned(at=now, seat=seat)
        # A pause that began because everyone was away ends when the first person is back.
        if table.paused and table.paused.by is None:
            return [returned, log.Resumed(at=now)]
        return [returned]

    return command


def kick(asker: Asker, seat: Seat) -> Command:
    """Give a person's seat to Kai for good.

    In a match that counts nobody is removed for whom Kai plays already: they would be judged as if
    they had been sent away.
    """

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        must_be_playing(table)
        must_have_a_say(table, asker, "remove")
        if not 0 <= seat < len(table.seats) or table.seats[seat].user is None:
            raise RefusedError("There's nobody to remove there.")
        held = table.seats[seat].held
        if held == "kicked":
            raise RefusedError("That player has already been removed.")
        if held and table.counts:
            raise RefusedError("Kai is already playing for that player.")
        said, by, together, done = decide(table, asker, now, "remove", seat)
        removed = log.HandedOver(at=now, seat=seat, because="kicked", by=by, together=together)
        return [*said, removed] if done else said

    return command


def pause(asker: Asker) -> Command:
    """Pause the match and its clock: one that counts once for each person, and not for long."""

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        must_be_playing(table)
        must_have_a_say(table, asker, "pause")
        must_not_be_hurried(table)
        if table.paused:
            raise RefusedError("The match is already paused.")
        if table.counts:
            _must_have_a_pause_left(table, asker, now)
        said, by, together, done = decide(table, asker, now, "pause")
        return [*said, log.Paused(at=now, by=by, together=together)] if done else said

    return command


def _must_have_a_pause_left(table: TableState, asker: Asker, now: int) -> None:
    if not pause_left(table):
        raise RefusedError("This match has used up its time for pauses.")
    used = {one.by.id for one in table.interventions if one.what == "pause" and one.by}
    if asker.person.id in used and wish_for(table, "pause", None, now) is None:
        raise RefusedError("You've had your pause. Others can still ask for one.")


def resume(asker: Asker) -> Command:
    """Go on after a pause.

    A moderator always may; else everyone who was dealt in where the match counts, or the host, and
    after a while every player.
    """

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        must_be_playing(table)
        until = resumable_by_all(table)
        seat = (table.dealt_to if table.counts else table.seat_of)(asker.person.id)
        if table.counts:
            must_have_a_say(table, asker, "pause")
        elif until is None or seat is None:
            must_manage(table, asker, "resume the match")
        elif now < until:
            also = f". From <t:{-(-until // 1000)}:t> on, every player can"
            must_manage(table, asker, f"resume the match now{also}")
        if not table.paused:
            raise RefusedError("The match isn't paused.")
        return [log.Resumed(at=now)]

    return command


def resumable_by_all(table: TableState) -> int | None:
    """Return from when on every player can end the pause (ms since 1970); None without one."""
    if table.paused is None or table.paused.by is None:
        return None
    return table.paused.at + (0 if table.counts else PATIENCE)


def end(asker: Asker) -> Command:
    """Close the table early, without a result."""

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        if table.closed:
            raise RefusedError("The table is already closed.")
        if not table.seats:
            must_manage(table, asker, "end the table")
            return [log.Closed(at=now, because="ended", by=asker.person)]
        said, by, together, done = decide(table, asker, now, "end")
        closed = log.Closed(at=now, because="ended", by=by, together=together)
        return [*said, closed] if done else said

    return command


def agree(asker: Asker, number: int) -> Command:
    """Agree to what someone else wants, by the number of the wish."""

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        must_be_playing(table)
        if table.dealt_to(asker.person.id) is None:
            raise NotYoursError("Only people who were dealt in can agree to that.")
        wish = next((wish for wish in table.wishes if wish.number == number), None)
        if wish is None or holds_until(table, wish) <= now:
            raise RefusedError("Nobody is asking for that any more.")
        if wish.of is not None:
            return kick(asker, wish.of)(table, now)
        return (end if wish.what == "end" else pause)(asker)(table, now)

    return command


def remind(table: TableState, now: int) -> Sequence[log.Entry]:
    """Note that the seats to act were reminded of their clock."""
    must_be_playing(table)
    return [log.Reminded(at=now, turn=table.stage.turn)] if table.stage else []


def abandon(table: TableState, now: int) -> Sequence[log.Entry]:
    """Do what was said beforehand about a match in which nothing happened for too long.

    A pause that someone made ends. A match that counts goes on, because someone who is losing could
    wait for its end: Kai plays for those who are away. Any other one is closed.
    """
    must_be_playing(table)
    if table.paused and table.paused.by is not None:
        return [log.Resumed(at=now, anew=True)]
    if table.ends_by_kai and not (table.paused and table.paused.cut_off):
        return _without_the_absent(table, now)
    return [log.Closed(at=now, because="abandoned" if table.paused else "stood still")]


def _without_the_absent(table: TableState, now: int) -> Sequence[log.Entry]:
    """Let Kai play for those who don't move; to the end, if they and those away are all."""
    slow = () if table.paused else human_seats(table)
    playing = {seat for seat, state in enumerate(table.seats) if state.user and not state.held}
    if playing > {*slow}:
        return [log.HandedOver(at=now, seat=seat, because="away") for seat in slow]
    away = [seat for seat, state in enumerate(table.seats) if state.held == "away"]
    left = [log.HandedOver(at=now, seat=seat, because="left") for seat in (*away, *slow)]
    return [*left, log.Resumed(at=now)] if table.paused else left


def cut_off(table: TableState, now: int) -> Sequence[log.Entry]:
    """Pause a match whose server the bot was removed from, in place of a pause that would end."""
    if table.phase is not Phase.PLAYING or (table.paused and table.paused.by is None):
        return []
    before = [log.Resumed(at=now)] if table.paused else []
    return [*before, log.Paused(at=now, cut_off=True)]


def reconnect(table: TableState, now: int) -> Sequence[log.Entry]:
    """Resume a match that :func:`cut_off` paused."""
    if table.closed or table.paused is None or not table.paused.cut_off:
        return []
    return [log.Resumed(at=now)]


def lose_channel(table: TableState, now: int) -> Sequence[log.Entry]:
    """Close a lobby or match whose channel is gone."""
    return [] if table.closed else [log.Closed(at=now, because="channel gone")]


def time_out(missed_before_kai: int, asleep: Collection[int] = ()) -> Command:
    """Let Kai play this turn for seats whose time ran out, and take over those often missed.

    At a night he takes over from people who have not made a turn yet: others wait for them. For
    those ``asleep`` who have to act the turn rests instead, if it has not yet.
    """

    def command(table: TableState, now: int) -> Sequence[log.Entry]:
        must_be_playing(table)
        turn = table.stage.turn if table.stage else 0
        entries: list[log.Entry] = []
        spared = asleep if may_rest(table) else ()
        for seat in sorted(table.to_act):
            state = table.seats[seat]
            if state.played_by_kai(turn) or state.user in spared:
                continue
            entries.append(log.TimedOut(at=now, seat=seat, turn=turn))
            not_come = table.at_night and not table.tallies[seat].own_turns
            if not_come or state.missed + 1 >= missed_before_kai:
                entries.append(log.HandedOver(at=now, seat=seat, because="away"))
        if not {*spared}.isdisjoint(human_users(table)):
            entries.append(log.Rested(at=now, turn=turn))
        return entries

    return command


def wake(table: TableState, now: int) -> Sequence[log.Entry]:
    """Let the clock of a resting turn go on."""
    must_be_playing(table)
    return [log.Woken(at=now, turn=rest.turn)] if (rest := resting(table)) else []


def _own_seat(table: TableState, user: int) -> Seat:
    seat = table.seat_of(user)
    if seat is None:
        raise NotYoursError("You don't have a seat at this table.")
    return seat


def _must_decide(table: TableState, seat: Seat) -> None:
    if table.paused:
        raise RefusedError("The match is paused.")
    state = table.seats[seat]
    if state.hurried:
        must_not_be_hurried(table)
    if state.held:
        raise RefusedError("Kai is playing for you. Press **I'm back** to take over.")
    if table.stage and state.covered == table.stage.turn:
        raise RefusedError("Your time ran out. Kai is playing this turn for you.")


def _kai_decides(table: TableState, seat: Seat) -> bool:
    turn = table.stage.turn if table.stage else 0
    return seat in table.to_act and table.seats[seat].played_by_kai(turn)
