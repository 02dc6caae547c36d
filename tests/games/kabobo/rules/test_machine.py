"""Whatever is played, the table stays as the rules say: a state machine looks for the way out."""

from collections import Counter
from dataclasses import replace
from typing import ClassVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from bot.game.contract import SPECTATOR, Seat
from bot.games.kabobo.rules.actions import Call, Check, Lock, Look, Season, Trade, Unlock
from bot.games.kabobo.rules.cards import DECK
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.options import KaboboOptions
from bot.games.kabobo.rules.scores import PIECES
from bot.games.kabobo.rules.state import Phase, State
from tests.game.machine import PICK, SECRETS, AnyTable, playing

OPTIONS = st.builds(
    KaboboOptions,
    memory_aid=st.booleans(),
    max_turns=st.integers(3, 8),
    max_rounds=st.integers(1, 12),
)


class Table(AnyTable):
    """A match of Kabobo!."""

    game = KABOBO
    deck: ClassVar = Counter(map(str, DECK))
    state: State

    @initialize(options=OPTIONS, seats=st.integers(2, 6), secret=SECRETS)
    def deal(self, options: KaboboOptions, seats: int, secret: bytes) -> None:
        self.begin(options, seats, secret)

    def seat(self, pick: int) -> Seat:
        able = sorted(KABOBO.to_act(self.state))
        return able[pick % len(able)]

    @precondition(playing)
    @rule(picks=st.lists(PICK, min_size=1, max_size=20))
    def play_on(self, picks: list[int]) -> None:
        """Without calls, which end rounds before anything has happened."""
        for pick in picks:
            if playing(self):
                seat = self.seat(pick)
                legal = [a for a in KABOBO.legal(self.state, seat) if a != Call()]
                self.act(seat, legal[pick % len(legal)])

    @precondition(lambda self: self.state.phase is Phase.DRAWN)
    @rule()
    def season(self) -> None:
        self.act(self.state.to_move, Season())

    @precondition(lambda self: self.state.phase is Phase.POWER)
    @rule(pick=PICK)
    def use_a_power(self, pick: int) -> None:
        used = (Check, Look, Trade, Lock, Unlock)
        seat = self.state.to_move
        legal = [a for a in KABOBO.legal(self.state, seat) if isinstance(a, used)]
        self.act(seat, legal[pick % len(legal)])

    @precondition(playing)
    @rule(pick=PICK)
    def call(self, pick: int) -> None:
        seat = self.seat(pick)
        if Call() in KABOBO.legal(self.state, seat):
            self.act(seat, Call())

    @precondition(lambda self: self.state.phase is Phase.TURN)
    @rule()
    def empty_the_deck(self) -> None:
        """As if all of it had been drawn and discarded (B2.6)."""
        discard = (*self.state.discard_pile, *self.state.draw_pile)
        self.state = replace(self.state, draw_pile=(), discard_pile=discard)

    @invariant()
    def everybody_has_four_cards_and_there_is_a_discard(self) -> None:
        assert {len(hand) for hand in self.state.hands} == {4}
        assert self.state.discard_pile
        assert (self.state.drawn is not None) == (self.state.phase is Phase.DRAWN)

    @invariant()
    def nobody_has_more_than_five_pieces(self) -> None:
        assert all(0 <= pieces <= PIECES for pieces in self.state.pieces)

    @invariant()
    def views_hold_what_was_seen_and_nothing_else(self) -> None:
        revealed = self.state.phase in (Phase.SCORED, Phase.OVER)
        for viewer in (SPECTATOR, *range(self.state.setup.seats)):
            for hand in KABOBO.view(self.state, viewer).hands:
                for laid in hand:
                    may = revealed or laid.face_up or laid.how(viewer) is not None
                    assert (laid.card is not None) == may

    @invariant()
    def what_was_seen_lay_face_down(self) -> None:
        for hand in self.state.hands:
            for laid in hand:
                assert not (laid.face_up and laid.seen)
                assert laid.fresh <= {seat for seat, _ in laid.seen}


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
