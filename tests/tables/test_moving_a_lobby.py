"""A lobby in another channel: who may move it, and what follows from its log."""

import pytest

from bot.tables import entries as log
from bot.tables import lobby
from bot.tables.apply import apply_command, open_state
from bot.tables.command import Asker, NotYoursError, RefusedError
from bot.tables.entries import Person, Place, TableSetup
from bot.tables.state import TableState
from tests.toy_game import TOY

HOST = Person(id=1, name="Mina")
GUEST = Person(id=2, name="Sam")


def opened() -> TableState:
    entry = log.Opened(
        at=1,
        place=Place(guild=7, channel=10),
        host=HOST,
        setup=TableSetup(game=TOY.name),
        secret="00" * 32,
    )
    state = open_state("0123456789", entry, {TOY.name: TOY})
    return apply_command(state, lobby.join(GUEST), 2)[1]


def test_the_host_moves_it_with_everybody() -> None:
    before = opened()
    entries, after = apply_command(before, lobby.move(Asker(HOST), 11), 3)
    assert entries == [log.Moved(at=3, channel=11)]
    assert after.place == Place(guild=7, channel=11)
    assert after.listing.channel == 11
    assert after.guests == before.guests


def test_moving_it_to_where_it_is_says_nothing() -> None:
    assert apply_command(opened(), lobby.move(Asker(HOST), 10), 3)[0] == []


def test_a_guest_moves_nothing_and_a_moderator_may() -> None:
    with pytest.raises(NotYoursError, match="can move the table"):
        apply_command(opened(), lobby.move(Asker(GUEST), 11), 3)
    _, after = apply_command(opened(), lobby.move(Asker(GUEST, moderator=True), 11), 3)
    assert after.place.channel == 11


def test_a_match_stays_where_it_is() -> None:
    _, playing = apply_command(opened(), lobby.start(Asker(HOST)), 3)
    with pytest.raises(RefusedError, match="already started"):
        apply_command(playing, lobby.move(Asker(HOST), 11), 4)


def test_the_entry_is_read_back_as_it_was_written() -> None:
    entry = log.Moved(at=3, channel=11)
    assert log.read_entry(entry.model_dump_json()) == entry
