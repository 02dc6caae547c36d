"""A table's state at each moment, and twins of it with other hidden cards."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.face.face import Scene
from bot.game.contract import Viewer
from bot.games.faces import Drawer, face_of
from bot.games.registry import GAMES
from bot.tables.apply import evolve, open_state
from bot.tables.entries import Entry
from bot.tables.sight import look
from bot.tables.state import TableState
from cogs.core.page import Picture
from cogs.play.hand import painted

NO_SECRET = bytes(32)


class Truth:
    """A table's whole log, replayed: ``moments[n]`` is the table after n entries, from 1."""

    def __init__(self, table: str, entries: Sequence[Entry], seed: int = 0) -> None:
        state = open_state(table, entries[0], GAMES)
        self.entries = entries
        self.moments = [state, state]
        for entry in entries[1:]:
            state = evolve(state, entry)
            self.moments.append(state)
        self.face = face_of(state.game)
        self._seed = seed
        self._twins: dict[tuple[int, Viewer], TableState] = {}
        self._pictures: dict[object, bytes] = {}
        self._hands: dict[object, Picture] = {}

    @property
    def secret(self) -> bytes:
        """What all cards follow from."""
        return self.moments[-1].secret

    def twin(self, seq: int, viewer: Viewer) -> TableState:
        """Return the table with all that ``viewer`` may not know exchanged for something else.

        Whatever is made for that viewer must be the same for the twin. The secret is gone, too,
        until the match is finished: then it is everyone's.
        """
        key = (seq, viewer)
        if key not in self._twins:
            self._twins[key] = self._exchanged(self.moments[seq], viewer)
        return self._twins[key]

    def deals(self) -> Iterator[Sequence[str]]:
        """Yield the cards that nobody knew at the beginning of each round, as they lay."""
        rounds = set()
        for table in self.moments:
            if table.stage is not None and table.stage.round not in rounds:
                rounds.add(table.stage.round)
                unknown: list[str] = []
                table.game.permute_unknown(table.position, None, noting(unknown))
                yield unknown

    def picture(self, table: TableState) -> bytes:
        """Return the picture of a match as spectators see it."""
        scene = look(table).scene
        key = repr(scene)
        if key not in self._pictures:
            self._pictures[key] = self.face.picture(scene)
        return self._pictures[key]

    def hand_picture(self, scene: Scene[Any]) -> Picture:
        """Return the picture of a hand with what its owner sees."""
        key = repr(scene)
        if key not in self._hands:
            self._hands[key] = painted(Drawer(), self.moments[-1].game, scene, soon=True)
        return self._hands[key]

    def _exchanged(self, table: TableState, viewer: Viewer) -> TableState:
        if not table.seats or (table.closed and table.closed.because == "finished"):
            return table
        source = random.Random(f"{self._seed} {table.seq} {viewer}")
        position = table.game.permute_unknown(
            table.position, viewer, lambda cards: source.sample(cards, len(cards))
        )
        return replace(table, position=position, secret=NO_SECRET)


def noting(seen: list[str]) -> Callable[[Sequence[str]], Sequence[str]]:
    """Return an order that leaves the cards as they are, and takes them down."""

    def order(cards: Sequence[str]) -> Sequence[str]:
        seen.extend(cards)
        return cards

    return order
