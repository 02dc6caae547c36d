"""The state machine that tests random matches; each game subclasses it."""

from collections import Counter
from typing import Any, ClassVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from bot.game.contract import AnyGame, IllegalActionError, Options, Seat
from bot.game.deck import Chance

__all__ = ["PICK", "SECRETS", "AnyTable", "playing"]

PICK = st.integers(0, 10_000)
SECRETS = st.binary(min_size=32, max_size=32)


def playing(table: "AnyTable") -> bool:
    """Whether the match goes on."""
    return bool(table.game.to_act(table.state))


class AnyTable(RuleBasedStateMachine):
    """A match in which any seat does anything legal, and also tries what is illegal."""

    game: ClassVar[AnyGame]
    deck: ClassVar[Counter[str]]
    """All cards by their notation."""

    state: Any
    seats: int
    tried: list[Any]

    def begin(self, options: Options, seats: int, secret: bytes) -> None:
        """Deal; each game draws its own options."""
        self.seats = seats
        self.state = self.game.new(options, seats, Chance(secret)).state
        self.tried = []

    def act(self, seat: Seat, action: object) -> None:
        before = self.state
        self.state = self.game.apply(before, seat, action).state
        self.tried.append(action)
        assert self.game.stage(self.state).turn >= self.game.stage(before).turn

    def takes(self, seat: Seat, action: object) -> bool:
        try:
            self.game.check(self.state, seat, action)
        except IllegalActionError:
            return False
        return True

    @precondition(lambda self: bool(self.tried))
    @rule(pick=PICK, seat=st.integers(-1, 8))
    def try_something_from_before(self, pick: int, seat: Seat) -> None:
        """If the game lists all legal actions, any other is refused and changes nothing."""
        action = self.tried[pick % len(self.tried)]
        if action in self.game.legal(self.state, seat):
            self.game.check(self.state, seat, action)
            return
        if not self.game.lists_all and self.takes(seat, action):
            self.act(seat, action)
            return
        before = repr(self.state)
        with pytest.raises(IllegalActionError):
            self.game.apply(self.state, seat, action)
        assert repr(self.state) == before

    @invariant()
    def there_is_one_whole_deck(self) -> None:
        """Every card is in exactly one place."""
        assert self.game.cards(self.state) == self.deck

    @invariant()
    def whoever_is_to_act_can_and_the_order_is_fixed(self) -> None:
        for seat in range(self.seats):
            legal = self.game.legal(self.state, seat)
            assert bool(legal) == (seat in self.game.to_act(self.state))
            assert len(set(legal)) == len(legal)
            assert [self.game.parse(str(action)) for action in legal] == list(legal)

    @invariant()
    def the_outcome_is_there_when_nobody_is_to_act(self) -> None:
        assert (self.game.outcome(self.state) is None) == playing(self)
