"""Whatever is played, the table stays as the rules say: a state machine looks for the way out."""

from collections import Counter
from dataclasses import replace
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from bot.game.contract import SPECTATOR, Seat
from bot.games.capit.rules.actions import Discard, LayContract, LayMeld, LayOff, Push, Swap
from bot.games.capit.rules.cards import deck_for
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.melds import read_meld
from bot.games.capit.rules.options import CapitOptions, RunSuit
from bot.games.capit.rules.state import Phase, State
from tests.game.machine import PICK, SECRETS, AnyTable, playing

OPTIONS = st.builds(
    CapitOptions,
    run_suit=st.sampled_from(RunSuit),
    rounds=st.integers(1, 5),
    stall_circuits=st.integers(1, 3),
)


class Table(AnyTable):
    """A match of CAP-IT."""

    game = CAPIT
    state: State

    @initialize(options=OPTIONS, seats=st.integers(4, 6), secret=SECRETS, number=st.integers(1, 5))
    def deal(self, options: CapitOptions, seats: int, secret: bytes, number: int) -> None:
        """In any round, for each has a contract of its own."""
        self.begin(options, seats, secret)
        type(self).deck = Counter(map(str, deck_for(seats)))
        self.state = replace(self.state, number=min(number, options.rounds))

    def do(self, pick: int, *kinds: type) -> None:
        """Do something of some kinds, if there is anything; else something else."""
        if not playing(self):
            return
        able = sorted(CAPIT.to_act(self.state))
        seat = able[pick % len(able)]
        legal = CAPIT.legal(self.state, seat)
        liked: list[Any] = [action for action in legal if isinstance(action, kinds)]
        chosen = liked or legal
        self.act(seat, chosen[pick % len(chosen)])

    @rule(pick=PICK)
    def go_on(self, pick: int) -> None:
        self.do(pick)

    @rule(picks=st.lists(PICK, min_size=1, max_size=30))
    def push_and_discard(self, picks: list[int]) -> None:
        """Hands and the discard pile change, and the stock becomes small."""
        for pick in picks:
            self.do(pick, Push, Discard)

    @rule(picks=st.lists(PICK, min_size=1, max_size=12))
    def lay(self, picks: list[int]) -> None:
        for pick in picks:
            self.do(pick, Push, LayContract, LayMeld, LayOff, Swap)

    @precondition(lambda self: self.state.phase is Phase.PLAY)
    @rule(pick=PICK)
    def swap(self, pick: int) -> None:
        self.do(pick, Swap)

    @precondition(lambda self: self.state.phase is Phase.DRAW)
    @rule()
    def empty_the_stock(self) -> None:
        """As if all of it had been drawn and discarded (C3.3, C3.4)."""
        discard = (*self.state.discard_pile, *self.state.draw_pile)
        self.state = replace(self.state, draw_pile=(), discard_pile=discard)

    @invariant()
    def melds_are_legal_and_belong_to_those_who_have_laid(self) -> None:
        run_suit = self.state.setup.options.run_suit
        for seat, meld in self.state.melds:
            assert seat in self.state.laid
            assert read_meld(meld.kind, meld.cards, run_suit) == meld

    @invariant()
    def an_empty_hand_ends_the_round(self) -> None:
        scored = self.state.phase in (Phase.SCORED, Phase.OVER)
        assert scored or all(self.state.hands)

    @invariant()
    def only_those_whose_turn_is_to_come_or_on_have_fresh_cards(self) -> None:
        for seat, hand in enumerate(self.state.hands):
            left = (self.state.to_move + 1) % self.seats
            if self.state.phase in (Phase.DRAW, Phase.PLAY) and seat not in (
                self.state.to_move,
                left,
            ):
                assert not any(held.fresh for held in hand)

    @invariant()
    def views_hold_ones_own_hand_and_nothing_else(self) -> None:
        viewers: list[Seat | None] = [SPECTATOR, *range(self.seats)]
        for viewer in viewers:
            view = CAPIT.view(self.state, viewer)
            assert view.hand == (() if viewer is None else self.state.hands[viewer])


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
