"""Whatever is played, the table stays as the rules say: a state machine looks for the way out."""

from collections import Counter
from typing import ClassVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from bot.game.contract import SPECTATOR
from bot.games.kapow.rules.actions import Action, EndTurn, PutBeneath, PutOnTop, Swap, Take
from bot.games.kapow.rules.cards import DECK
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.options import KapowOptions
from bot.games.kapow.rules.positions import Position
from bot.games.kapow.rules.scoring import ranks
from bot.games.kapow.rules.state import Phase, State
from tests.game.machine import PICK, SECRETS, AnyTable, playing
from tests.games.kapow.rules.pictures import format_round, parse_round

OPTIONS = st.builds(
    KapowOptions,
    rounds=st.integers(1, 2),
    cards=st.sampled_from([9, 12, None]),
    no_pass=st.booleans(),
    max_swaps=st.integers(1, 24),
    stall_circuits=st.integers(1, 3),
    max_reshuffles=st.integers(0, 2),
)


class Table(AnyTable):
    """A match of Kapow!."""

    game = KAPOW
    deck: ClassVar = Counter(map(str, DECK))
    state: State

    @initialize(options=OPTIONS, seats=st.integers(2, 8), secret=SECRETS)
    def deal(self, options: KapowOptions, seats: int, secret: bytes) -> None:
        self.begin(options, seats, secret)

    @property
    def seat(self) -> int:
        return self.state.to_move

    @property
    def legal(self) -> list[Action]:
        return list(KAPOW.legal(self.state, self.seat))

    @precondition(playing)
    @rule(picks=st.lists(PICK, min_size=1, max_size=30))
    def play_on(self, picks: list[int]) -> None:
        """Many actions at a time: matches are long."""
        for pick in picks:
            if legal := self.legal:
                self.act(self.seat, legal[pick % len(legal)])

    @precondition(playing)
    @rule(pick=PICK)
    def make_a_powerset(self, pick: int) -> None:
        if made := [a for a in self.legal if isinstance(a, PutOnTop | PutBeneath)]:
            self.act(self.seat, made[pick % len(made)])

    @precondition(playing)
    @rule(pick=PICK)
    def swap(self, pick: int) -> None:
        if swaps := [action for action in self.legal if isinstance(action, Swap)]:
            self.act(self.seat, swaps[pick % len(swaps)])

    @precondition(playing)
    @rule()
    def stop_swapping(self) -> None:
        if EndTurn() in self.legal:
            self.act(self.seat, EndTurn())

    @precondition(playing)
    @rule()
    def empty_the_draw_pile(self) -> None:
        """As if all but the last card had been drawn and discarded (K5.5)."""
        current = self.state
        if current.phase is Phase.TAKE and len(current.draw_pile) > 1:
            gone = current.draw_pile[1:]
            discard = (*current.discard_pile, *gone)
            self.state = current._replace(draw_pile=current.draw_pile[:1], discard_pile=discard)

    @invariant()
    def triads_wait_only_in_the_turn_of_their_player(self) -> None:
        """K4.2, K4.4, K4.7: no complete triad outlives the turn."""
        current = self.state
        for seat, hand in enumerate(current.hands):
            complete = [triad for triad in hand if triad is not None and triad.is_complete]
            if seat != current.to_move or current.phase in {Phase.SCORED, Phase.OVER}:
                assert not complete
            elif complete:
                waits = (
                    (Phase.KAPOW,) if current.out is None else (Phase.TAKE, Phase.PLAY, Phase.KAPOW)
                )
                assert current.phase in waits

    @invariant()
    def nothing_lies_hidden_that_should_not(self) -> None:
        """K3.3: powersets lie face up; K6.1, K6.3: so does everything of whoever is done."""
        current = self.state
        for seat, hand in enumerate(current.hands):
            positions = [position for triad in hand if triad for position in triad]
            assert all(position.face_up for position in positions if position.is_powerset)
            if seat == current.out or current.phase in {Phase.SCORED, Phase.OVER}:
                assert all(position.face_up for position in positions)
            assert all(map(is_well_made, positions))

    @invariant()
    def a_card_is_held_exactly_while_one_is_played(self) -> None:
        current = self.state
        assert (current.drawn is not None) == (current.phase is Phase.PLAY)
        if current.phase is Phase.TAKE:
            assert {type(action) for action in KAPOW.legal(self.state, self.seat)} == {Take}

    @invariant()
    def caps_hold(self) -> None:
        """K4.10, K5.6."""
        options, current = self.state.setup.options, self.state
        assert current.swaps <= options.max_swaps
        assert current.reshuffles <= options.max_reshuffles
        if current.out is None and current.phase not in {Phase.SCORED, Phase.OVER}:
            # Whoever gave the last card back may still swap before the round ends.
            swapping = current.phase is Phase.KAPOW
            assert current.passes < options.stall_circuits * self.state.setup.seats + swapping

    @invariant()
    def views_hide_and_pictures_read_back(self) -> None:
        hidden = KAPOW.view(self.state, SPECTATOR)
        turned = KAPOW.permute_unknown(self.state, SPECTATOR, lambda cards: cards[::-1])
        assert KAPOW.view(turned, SPECTATOR) == hidden
        assert parse_round(format_round(self.state), self.state.setup) == self.state._replace(
            results=()
        )

    @invariant()
    def scores_add_up(self) -> None:
        """K6.4-K6.6: every point of every round is explained."""
        results = self.state.results
        for result in results:
            lowest = min(hand.total for hand in result.hands)
            for seat, hand in enumerate(result.hands):
                assert hand.total == sum(points for _, _, points in hand.items)
                doubled = seat == result.out and hand.total > max(0, lowest)
                assert hand.points == hand.total * (2 if doubled else 1)
        outcome = KAPOW.outcome(self.state)
        if outcome is not None:
            assert len(results) == self.state.setup.options.rounds
            assert outcome.ranks == ranks(outcome.scores)


def is_well_made(position: Position) -> bool:
    """K1.2: beneath the uppermost card lie power cards, each showing plus or minus its face."""
    beneath = position.cards[1:]
    shown = [abs(modifier) for modifier in position.modifiers]
    return [card.face for card in beneath if card is not None and card.is_power] == shown


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
