"""Tables' logs without a host: matches that Kai plays, for a person's seat too, entry by entry."""

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from bot.game.contract import Seat
from bot.games.registry import GAMES, player_for
from bot.tables import lobby, match
from bot.tables.apply import apply_command, open_state
from bot.tables.command import Asker
from bot.tables.entries import Entry, Opened, Person, Place, TableSetup
from bot.tables.state import TableState

MINA = Person(id=7_000_000, name="Mina")
_PLACE = Place(guild=1, channel=2)
_AT = 1_800_000_000_000


class Logged(NamedTuple):
    """A table and its log so far."""

    state: TableState
    entries: Sequence[Entry]

    @property
    def seat(self) -> Seat:
        found = self.state.seat_of(MINA.id)
        assert found is not None
        return found


def logged(
    game: str, levels: Sequence[str], seed: int, options: dict[str, Any], astray: float = 0.5
) -> Iterator[Logged]:
    """Yield Mina's match with Kais after each action; she plays as usual, or at random."""
    chance = random.Random(seed)
    setup = TableSetup(game=game, options=options)
    opened = Opened(
        at=_AT, place=_PLACE, host=MINA, setup=setup, secret=seed.to_bytes(32, "big").hex()
    )
    entries: list[Entry] = [opened]
    state = open_state(f"{seed:010x}", opened, GAMES)
    for command in (lobby.add_kai(MINA.id, *levels), lobby.start(Asker(MINA))):
        made, state = apply_command(state, command, _AT)
        entries += made
    while state.closed is None:
        seat = min(state.to_act)
        level = state.seats[seat].occupant.kai
        legal = state.game.legal(state.position, seat)
        if level is None and chance.random() < astray:
            action = chance.choice(legal)
        else:
            view = state.game.view(state.position, seat)
            action = player_for(game, level or "normal").choose(view, legal).action
        if level is None:
            command = match.act(MINA.id, seat, state.since[seat], str(action))
        else:
            command = match.act_for(seat, state.ply, str(action), level)
        made, state = apply_command(state, command, _AT)
        entries += made
        yield Logged(state, tuple(entries))
