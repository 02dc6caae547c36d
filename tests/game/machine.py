"""The state machine that looks for a way out of the rules: a match in which anything is tried."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.game.contract import SPECTATOR, AnyGame, IllegalActionError, Seat
from bot.game.deck import Chance

PICK = st.integers(0, 10_000)
PICKS = st.lists(PICK, min_size=1, max_size=30)
"""Many actions at a time: matches are long."""


@dataclass(frozen=True, slots=True)
class Guide:
    """What a game tells the machine: ``GUIDE`` in ``rules/machine.py`` of its tests."""

    game: AnyGame
    options: st.SearchStrategy[Any]
    deck: Callable[[int], Iterable[object]]
    """All cards, by the number of seats."""
    wanted: Sequence[tuple[type, ...]]
    """Kinds of action that are done now and then before all others."""
    scarce: Callable[[Any, int], Any]
    """Makes the draw pile of a position small, as if it had been played for long."""
    invariants: Sequence[Callable[[Any], None]]
    """What holds in every position."""
    rarely: tuple[type, ...] = ()
    """Kinds of action that end rounds before anything has happened."""
    begin: Callable[[Any, int], Any] = lambda state, _: state
    """Changes the first position, by any number."""


class Table(RuleBasedStateMachine):
    """A match in which any seat does anything legal, and also tries what is illegal."""

    guide: ClassVar[Guide]
    state: Any
    seats: int
    deck: Counter[str]
    tried: list[Any]

    @property
    def game(self) -> AnyGame:
        return self.guide.game

    @initialize(data=st.data(), secret=st.binary(min_size=32, max_size=32), pick=PICK)
    def deal(self, data: st.DataObject, secret: bytes, pick: int) -> None:
        options = data.draw(self.guide.options)
        self.seats = data.draw(st.sampled_from(self.game.seats))
        self.deck = Counter(map(str, self.guide.deck(self.seats)))
        dealt = self.game.new(options, self.seats, Chance(secret)).state
        self.state = self.guide.begin(dealt, pick)
        self.tried = []

    def playing(self) -> bool:
        return bool(self.game.to_act(self.state))

    def act(self, seat: Seat, action: object) -> None:
        before = self.state
        self.state = self.game.apply(before, seat, action).state
        self.tried.append(action)
        assert self.game.stage(self.state).turn >= self.game.stage(before).turn

    def prefer(self, pick: int, kinds: tuple[type, ...], others: tuple[type, ...] = ()) -> None:
        """Do something of some kinds, if there is anything; else something of no others."""
        if not self.playing():
            return
        able = sorted(self.game.to_act(self.state))
        seat = able[pick % len(able)]
        legal: Sequence[Any] = self.game.legal(self.state, seat)
        some = [action for action in legal if isinstance(action, kinds)]
        some = some or [action for action in legal if not isinstance(action, others)]
        self.act(seat, some[pick % len(some)])

    @precondition(playing)
    @rule(picks=PICKS)
    def play_on(self, picks: list[int]) -> None:
        for pick in picks:
            self.prefer(pick, (), self.guide.rarely)

    @precondition(playing)
    @rule(picks=PICKS, wanted=PICK)
    def do_what_is_wanted(self, picks: list[int], wanted: int) -> None:
        for pick in picks:
            self.prefer(pick, self.guide.wanted[wanted % len(self.guide.wanted)])

    @precondition(playing)
    @rule(pick=PICK)
    def do_what_is_done_rarely(self, pick: int) -> None:
        self.prefer(pick, self.guide.rarely)

    @precondition(playing)
    @rule(pick=PICK)
    def use_up_the_draw_pile(self, pick: int) -> None:
        self.state = self.guide.scarce(self.state, pick)

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
        assert self.game.cards(self.state) == self.deck

    @invariant()
    def seats_to_act_can_act_and_the_order_is_fixed(self) -> None:
        for seat in range(self.seats):
            legal = self.game.legal(self.state, seat)
            assert bool(legal) == (seat in self.game.to_act(self.state))
            assert len(set(legal)) == len(legal)
            assert [self.game.parse(str(action)) for action in legal] == list(legal)

    @invariant()
    def the_outcome_is_there_when_nobody_is_to_act(self) -> None:
        assert (self.game.outcome(self.state) is None) == self.playing()

    @invariant()
    def spectators_see_nothing_hidden(self) -> None:
        turned = self.game.permute_unknown(self.state, SPECTATOR, lambda cards: cards[::-1])
        assert self.game.view(turned, SPECTATOR) == self.game.view(self.state, SPECTATOR)

    @invariant()
    def what_the_game_says_holds(self) -> None:
        for holds in self.guide.invariants:
            holds(self.state)


def table_of(guide: Guide) -> type[Table]:
    return type(f"{guide.game.name.title()}Table", (Table,), {"guide": guide})
