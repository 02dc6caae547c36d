"""Write the golden playthroughs anew: ``python -m tests.playthroughs.make``.

Only needed when the rules or the notation have changed on purpose; read the difference then.
"""

import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from bot.games.game import AnyGame, Seat
from bot.games.kapow.actions import Action, Discard, EndTurn, Pile, Replace, Take
from bot.games.kapow.game import KAPOW
from bot.games.kapow.state import Phase, State
from bot.games.kapow.triads import Hand, lying
from bot.games.record import Record
from tests.playthroughs.special import ORDERS, OUT, SEATS, SECRET, opening

__all__ = ["FOLDER", "main", "special", "wild"]

FOLDER: Final = Path(__file__).parent

Player = Callable[[Any], tuple[Seat, str]]
"""Chooses who acts in a state, and how."""


def wild(game: AnyGame, seats: int, seed: int) -> Record:
    """Return a whole match in which everybody acts at random, but soon ends a turn."""
    source = random.Random(seed)

    def player(state: object) -> tuple[Seat, str]:
        seat = source.choice(sorted(game.to_act(state)))
        legal = game.legal(state, seat)
        ends = [action for action in legal if str(action) == "end" and source.random() < 0.6]
        return seat, str(source.choice(ends or legal))

    record = Record(
        game=game.name,
        secret=source.randbytes(32),
        seats=tuple(f"Seat {seat}" for seat in range(seats)),
        cuts=tuple(f"cut {source.randrange(1000)}" for _ in range(seats)),
    )
    return _played(game, record, player)


def special() -> Record:
    """Return two rounds of Kapow! with every special: first as written, then to the end."""
    record = Record(
        game=KAPOW.name,
        secret=SECRET,
        seats=SEATS,
        cuts=("",) * len(SEATS),
        options=(("rounds", 2), ("cards", 12)),
        fixed=ORDERS,
    )
    written = opening()
    return _played(KAPOW, record, lambda state: next(written, None) or _finish(state))


def _finish(state: State) -> tuple[Seat, str]:
    """Choose plainly: one seat turns its cards over until it is out, the others draw and discard.

    In the second round that seat keeps low cards alone, so that its score is not doubled.
    """
    current = state
    seat = current.to_move
    legal = KAPOW.legal(state, seat)
    if current.drawn is not None:
        keeps = seat == OUT and (current.number == 1 or current.drawn.card in range(8))
        covered = filter(partial(_turns_over, current.hands[seat]), legal)
        return seat, str(next(covered, Discard()) if keeps else Discard())
    wanted = {Phase.TAKE: Take(Pile.DRAW), Phase.KAPOW: EndTurn()}
    return seat, str(wanted.get(current.phase, legal[0]))


def _turns_over(hand: Hand, action: Action) -> bool:
    """Whether the action replaces a face-down card."""
    if not isinstance(action, Replace):
        return False
    position = lying(hand, action.place)
    return position is not None and not position.face_up


def _played(game: AnyGame, record: Record, player: Player) -> Record:
    """Play the record's match to its end."""
    options = game.options.model_validate(dict(record.options))
    state = game.new(options, len(record.seats), record.chance).state
    actions = []
    while game.to_act(state):
        seat, text = player(state)
        actions.append((seat, text))
        state = game.apply(state, seat, game.parse(text)).state
    return Record(
        record.game, record.secret, record.seats, record.cuts, record.options,
        record.fixed, tuple(actions), game.outcome(state),
    )  # fmt: skip


def playthroughs() -> Iterator[tuple[str, Record]]:
    """Yield every playthrough with its file's name."""
    for seats in (2, 4, 8):
        yield f"kapow-{seats}-seats", wild(KAPOW, seats, seats)
    yield "kapow-special", special()


def main() -> None:
    """Write the files."""
    for name, record in playthroughs():
        (FOLDER / f"{name}.record").write_text(str(record), "utf-8")


if __name__ == "__main__":
    main()
