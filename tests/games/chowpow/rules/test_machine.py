"""Whatever is played, the table stays as the rules say: a state machine looks for the way out."""

from collections import Counter
from dataclasses import replace
from typing import ClassVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from bot.game.contract import SPECTATOR, Seat
from bot.games.chowpow.rules.actions import Attack, BattleBoard, LayDown, Pass
from bot.games.chowpow.rules.deck_file import default_deck
from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.chowpow.rules.options import ChowpowOptions
from bot.games.chowpow.rules.sides import fit
from bot.games.chowpow.rules.state import Phase, State
from tests.game.machine import PICK, SECRETS, AnyTable, playing

OPTIONS = st.builds(
    lambda own_size, battle_buffet, **others: ChowpowOptions(
        own_size=own_size and not battle_buffet, battle_buffet=battle_buffet, **others
    ),
    hot_sauce=st.booleans(),
    three_course_meal=st.booleans(),
    battle_buffet=st.booleans(),
    own_size=st.booleans(),
    memory_aid=st.booleans(),
    max_turns=st.integers(3, 20),
)


class Table(AnyTable):
    """A match of Chow Pow!."""

    game = CHOWPOW
    deck: ClassVar = Counter(map(str, default_deck().cards))
    state: State

    @initialize(options=OPTIONS, seats=st.integers(2, 6), secret=SECRETS)
    def deal(self, options: ChowpowOptions, seats: int, secret: bytes) -> None:
        self.begin(options, seats, secret)

    def seat(self, pick: int) -> Seat:
        able = sorted(CHOWPOW.to_act(self.state))
        return able[pick % len(able)]

    @precondition(playing)
    @rule(picks=st.lists(PICK, min_size=1, max_size=20))
    def play_on(self, picks: list[int]) -> None:
        for pick in picks:
            if playing(self):
                seat = self.seat(pick)
                legal = CHOWPOW.legal(self.state, seat)
                self.act(seat, legal[pick % len(legal)])

    @precondition(lambda self: self.state.phase is Phase.POW)
    @rule(pick=PICK)
    def battle(self, pick: int) -> None:
        seat = self.state.to_move
        legal = CHOWPOW.legal(self.state, seat)
        fights = [action for action in legal if isinstance(action, Attack | BattleBoard)]
        self.act(seat, fights[pick % len(fights)])

    @precondition(lambda self: self.state.phase is Phase.POW)
    @rule()
    def pass_on(self) -> None:
        self.act(self.state.to_move, Pass())

    @precondition(lambda self: self.state.phase is Phase.FLIP and self.state.last is None)
    @rule(pick=PICK)
    def shorten_the_deck(self, pick: int) -> None:
        """As if the starter had won all but a few cards of it already."""
        left = 1 + pick % 3
        won = (*self.state.won[0], *self.state.draw_pile[left:])
        self.state = replace(
            self.state, draw_pile=self.state.draw_pile[:left], won=(won, *self.state.won[1:])
        )

    @invariant()
    def both_sides_of_a_battle_keep_to_their_factions(self) -> None:
        battle = self.state.battle
        if battle is not None and battle.target is not None:
            assert fit(battle.attack)
            assert fit(battle.defence)
        in_battle = (Phase.DEFEND, Phase.COUNTER, Phase.BOARD)
        assert (battle is not None) == (self.state.phase in in_battle)

    @invariant()
    def only_a_buffet_has_showdowns_and_only_others_battles(self) -> None:
        buffet = self.state.setup.options.battle_buffet
        if self.state.phase is Phase.BUFFET:
            assert buffet
        if self.state.battle is not None:
            assert not buffet
        assert all(isinstance(action, LayDown) for action in self.secret_choices())

    def secret_choices(self) -> list[object]:
        if self.state.phase is not Phase.BUFFET:
            return []
        seats = CHOWPOW.to_act(self.state)
        return [action for seat in seats for action in CHOWPOW.legal(self.state, seat)]

    @invariant()
    def the_last_turns_are_those_of_everybody(self) -> None:
        last = self.state.last
        if last is None:
            assert self.state.draw_pile
        else:
            assert 0 <= last <= self.seats
        assert self.state.turns <= self.state.setup.options.max_turns * self.seats

    @invariant()
    def views_count_what_they_do_not_show(self) -> None:
        views = [CHOWPOW.view(self.state, viewer) for viewer in (SPECTATOR, *range(self.seats))]
        assert len({view.counts for view in views}) == 1
        assert len({view.slots for view in views}) == 1
        for view in views:
            assert sum(view.counts) + sum(slot.cards for slot in view.slots) + view.draw_pile <= 84
            for slot in view.slots:
                assert slot.face is None or slot.cards

    @invariant()
    def what_is_shown_was_seen_and_lies_on_top(self) -> None:
        for pile in self.state.grid:
            assert all(lying.seen or not lying.shown for lying in pile)
            assert not any(lying.shown for lying in pile[1:])


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
