"""The rules of the toy game."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from pydantic import Field

from bot.game.contract import (
    ROUNDS_WON,
    IllegalActionError,
    Outcome,
    Pot,
    Scoring,
    Seat,
    Share,
    Stage,
    Step,
    UnreadableActionError,
    Viewer,
    not_your_turn,
    ranks,
    rounds_won,
    split,
)
from bot.game.deck import Chance
from bot.game.moves import NextRound
from bot.game.options import Options

HAND = 2


class ToyOptions(Options):
    """What can be chosen."""

    rounds: int = Field(3, ge=1, le=5, title="Rounds", description="How many rounds are played.")


@dataclass(frozen=True, slots=True)
class Play:
    """Choose a card of one's hand, in secret (T1)."""

    card: int

    def __str__(self) -> str:
        return f"play {self.card}"


@dataclass(frozen=True, slots=True)
class Chosen:
    """A seat has chosen a card."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Revealed:
    """All have chosen: the cards, and each seat's points."""

    cards: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ToyState:
    """The whole truth about a match."""

    options: ToyOptions
    chance: Chance
    round: int
    hands: tuple[tuple[int, ...], ...]
    rest: tuple[int, ...]
    chosen: tuple[int | None, ...]
    scored: tuple[tuple[int, ...], ...] = ()

    @property
    def paused(self) -> bool:
        return len(self.scored) == self.round


@dataclass(frozen=True, slots=True)
class ToyView:
    """What a viewer may know: one's own hand and choice, and what is scored."""

    viewer: Viewer
    round: int
    hand: tuple[int, ...]
    own_choice: int | None
    has_chosen: tuple[bool, ...]
    scored: tuple[tuple[int, ...], ...]


class Toy:
    """The rules, as :class:`bot.game.contract.Game` has them."""

    name: Final = "toy"
    title: Final = "High Card"
    seats: Final = range(2, 5)
    scoring: Final = Scoring(best="highest", totals_rank=False, totals_compare=False)
    lists_all = True
    fact_labels: Final = MappingProxyType({ROUNDS_WON: "rounds won"})
    facts: Final = MappingProxyType({Revealed: lambda event: rounds_won(event.points, 1)})
    options: Final = ToyOptions

    def new(self, options: ToyOptions, seats: int, chance: Chance) -> Step[ToyState]:
        return Step(_deal(options, seats, chance, 1, ()), ())

    def to_act(self, state: ToyState) -> frozenset[Seat]:
        if self.outcome(state):
            return frozenset()
        return frozenset(
            seat for seat, card in enumerate(state.chosen) if state.paused or card is None
        )

    def stage(self, state: ToyState) -> Stage:
        return Stage(
            round=state.round,
            rounds=state.options.rounds,
            turn=state.round + len(state.scored),
            own_turn=state.round + len(state.scored),
            paused=state.paused and state.round < state.options.rounds,
        )

    def legal(self, state: ToyState, seat: Seat) -> Sequence[Play | NextRound]:
        if seat not in self.to_act(state):
            return ()
        return (NextRound(),) if state.paused else tuple(map(Play, state.hands[seat]))

    def check(self, state: ToyState, seat: Seat, action: Play | NextRound) -> None:
        if self.outcome(state):
            raise IllegalActionError("T1", "The match is over.")
        if seat not in self.to_act(state):
            raise not_your_turn("T1")
        if action not in self.legal(state, seat):
            raise IllegalActionError("T1", "You cannot do that now.")

    def apply(self, state: ToyState, seat: Seat, action: Play | NextRound) -> Step[ToyState]:
        self.check(state, seat, action)
        if isinstance(action, NextRound):
            seats, number = len(state.hands), state.round + 1
            return Step(_deal(state.options, seats, state.chance, number, state.scored), ())
        chosen = (*state.chosen[:seat], action.card, *state.chosen[seat + 1 :])
        cards = tuple(card for card in chosen if card is not None)
        if len(cards) < len(chosen):
            return Step(replace(state, chosen=chosen), (Chosen(seat),))
        points = tuple(int(card == max(cards)) for card in cards)
        scored = replace(state, chosen=chosen, scored=(*state.scored, points))
        return Step(scored, (Chosen(seat), Revealed(cards, points)))

    def revealed(self, state: ToyState) -> ToyState:
        return state

    def view(self, state: ToyState, viewer: Viewer) -> ToyView:
        return ToyView(
            viewer=viewer,
            round=state.round,
            hand=() if viewer is None else state.hands[viewer],
            own_choice=None if viewer is None else state.chosen[viewer],
            has_chosen=tuple(card is not None for card in state.chosen),
            scored=state.scored,
        )

    def outcome(self, state: ToyState) -> Outcome | None:
        if not state.paused or state.round < state.options.rounds:
            return None
        scores = tuple(map(sum, zip(*state.scored, strict=True)))
        return Outcome("all rounds played", ranks(scores), scores, state.scored)

    def divide(self, state: ToyState, pot: Pot) -> Sequence[Share]:
        """Give all to the winners among those who have put chips in."""
        outcome = self.outcome(state)
        if outcome is None:
            return ()
        best = max(outcome.scores[seat] for seat in pot.seats)
        winners = [seat for seat in pot.seats if outcome.scores[seat] == best]
        return (Share(None, split(pot.chips, winners, len(state.hands))),)

    def parse(self, text: str) -> Play | NextRound:
        match text.split(" "):
            case ["next"]:
                return NextRound()
            case ["play", number] if number in map(str, range(1, 13)):
                return Play(int(number))
        raise UnreadableActionError("that is no action of the toy game")

    def cards(self, state: ToyState) -> Counter[str]:
        return Counter(str(card) for hand in (*state.hands, state.rest) for card in hand)

    def unknown(self, state: ToyState, viewer: Viewer) -> Counter[int]:
        others = [] if state.paused else [h for at, h in enumerate(state.hands) if at != viewer]
        return Counter(card for hand in (*others, state.rest) for card in hand)

    def permute_unknown(
        self, state: ToyState, viewer: Viewer, order: Callable[[Sequence[str]], Sequence[str]]
    ) -> ToyState:
        """Permute the cards of the hands that are neither the viewer's nor already revealed."""
        if state.paused:
            rest = tuple(int(card) for card in order([str(card) for card in state.rest]))
            return replace(state, rest=rest)
        hidden = [seat for seat in range(len(state.hands)) if seat != viewer]
        cards = [card for seat in hidden for card in state.hands[seat]] + list(state.rest)
        new = [int(card) for card in order([str(card) for card in cards])]
        hands, chosen = list(state.hands), list(state.chosen)
        for seat in hidden:
            old, hands[seat], new = hands[seat], tuple(new[:HAND]), new[HAND:]
            choice = chosen[seat]
            if choice is not None:
                chosen[seat] = hands[seat][old.index(choice)]
        return replace(state, hands=tuple(hands), chosen=tuple(chosen), rest=tuple(new))


TOY: Final = Toy()


def _deal(
    options: ToyOptions,
    seats: int,
    chance: Chance,
    number: int,
    scored: tuple[tuple[int, ...], ...],
) -> ToyState:
    deck = chance.shuffled(number, "deal", range(1, 13))
    hands = tuple(deck[seat * HAND : (seat + 1) * HAND] for seat in range(seats))
    return ToyState(options, chance, number, hands, deck[seats * HAND :], (None,) * seats, scored)
