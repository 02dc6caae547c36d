"""Dealing, turns, refilling, and the end of games and of the match (sections 1, 4 and 5)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.game.contract import Seat, Step
from bot.game.rounds import Setup, end_round
from bot.games.chowpow.rules.cards import SLOTS, Card, GridCard, Slot, filled, put
from bot.games.chowpow.rules.events import (
    DrewForTie,
    Event,
    LastTurns,
    MatchEnded,
    Refilled,
    RoundEnded,
    RoundStarted,
    ShowdownStarted,
    ShuffledBack,
    TurnStarted,
)
from bot.games.chowpow.rules.hand import Held, cards_of, settled, targets
from bot.games.chowpow.rules.options import ChowpowOptions
from bot.games.chowpow.rules.scoring import End, RoundResult, ranks
from bot.games.chowpow.rules.state import State, with_hand
from bot.games.chowpow.rules.view import Phase


def end_game(state: State, end: End) -> Step[State]:
    """Score the game; the last one ends the match (P4.2, P5.2)."""
    result = RoundResult(
        state.number,
        state.starter,
        end,
        won=tuple(tuple(sorted(cards)) for cards in state.won),
        left=tuple(map(cards_of, state.hands)),
        hot_sauce=state.setup.options.hot_sauce,
    )
    last = state.number >= state.setup.options.games
    scored, ended = end_round(state, result, last=last), RoundEnded(result)
    if not last:
        return Step(scored, (ended,))
    over, events = _break_tie(replace(scored, drawn=((),) * state.setup.seats))
    return Step(over, (ended, *events, MatchEnded(match_ranks(over), over.totals)))


def match_ranks(state: State) -> tuple[int, ...]:
    """Return each seat's rank over all games, after tie-breaks (P4.2, P5.2)."""
    seats = range(state.setup.seats)
    won = [sum(len(result.won[seat]) for result in state.results) for seat in seats]
    return ranks(state.totals, won, state.drawn)


def _break_tie(state: State) -> Step[State]:
    """Let the seats tied for the win draw from the grid until one is ahead (P4.2, P7.6)."""
    events: list[Event] = []
    while len(tied := _first(state)) > 1 and sum(map(len, state.grid)) >= len(tied):
        for seat in tied:
            state, event = _draw(state, seat)
            events.append(event)
    return Step(state, tuple(events))


def _first(state: State) -> Sequence[Seat]:
    return [seat for seat, rank in enumerate(match_ranks(state)) if rank == 1]


def _draw(state: State, seat: Seat) -> tuple[State, Event]:
    """Draw the top card of a random filled slot and take it out of play (P7.6)."""
    number = 1 + sum(map(len, state.drawn))
    slots = filled(state.grid)
    slot = slots[state.setup.chance.below(state.number, f"tie-break {number}", len(slots))]
    lying, *rest = state.grid[slot.place]
    drawn = (*state.drawn[seat], lying.card)
    after = replace(
        state,
        grid=put(state.grid, slot, tuple(rest)),
        drawn=(*state.drawn[:seat], drawn, *state.drawn[seat + 1 :]),
    )
    return after, DrewForTie(seat, slot, lying.card)


FLIPS = 2
FLIPS_WITHOUT_CARDS = 3
FEWEST_AT_A_SHOWDOWN = 2


def begin_turn(state: State, seat: Seat) -> Step[State]:
    """Begin a seat's turn with its Chow; if the grid is empty, with its battle (P2.1, P2.6)."""
    wanted = FLIPS if state.hands[seat] else FLIPS_WITHOUT_CARDS
    due = min(wanted, len(filled(state.grid)))
    begun = replace(
        with_hand(state, seat, settled(state.hands[seat])),
        phase=Phase.FLIP,
        to_move=seat,
        turn=state.turn + 1,
        turns=state.turns + 1,
        due=due,
        flips=(),
        last_flips=state.flips,
        last=None if state.last is None else state.last - 1,
    )
    step = Step(begun, (TurnStarted(seat, due, begun.last is not None),))
    return step if due else step.then(to_battle)


def to_battle(state: State) -> Step[State]:
    """Continue with the battle after the Chow; if none is possible, end the turn (section 3)."""
    chowed = replace(state, up=(), pair=None)
    if state.setup.options.battle_buffet or not state.hands[state.to_move]:
        return end_turn(chowed)
    if not targets(_counts(state), state.to_move) and not filled(state.grid):
        return end_turn(chowed)  # the board cannot be battled (P3.7)
    return Step(replace(chowed, phase=Phase.POW), ())


def end_turn(state: State) -> Step[State]:
    """End a turn; at a Battle Buffet a showdown may follow (P5.3, P7.8)."""
    circuit = state.turns % state.setup.seats == 0
    able = tuple(seat for seat, count in enumerate(_counts(state)) if count)
    wanted = state.setup.options.battle_buffet and (circuit or _ending(state) is not None)
    if not wanted or len(able) < FEWEST_AT_A_SHOWDOWN:
        return next_turn(state)
    chosen = tuple(None if hand else () for hand in state.hands)
    return Step(replace(state, phase=Phase.BUFFET, chosen=chosen), (ShowdownStarted(able),))


def next_turn(state: State) -> Step[State]:
    """Begin the next seat's turn, or score the game (P4.1, P4.3)."""
    end = _ending(state)
    if end is not None:
        return end_game(state, end)
    return begin_turn(state, (state.to_move + 1) % state.setup.seats)


def _ending(state: State) -> End | None:
    """Return why this was the last turn of the game, None if it was not (P4.1, P7.5)."""
    if state.last == 0:
        return End.DECK
    most = state.setup.options.max_turns * state.setup.seats
    return End.TURNS if state.turns >= most else None


def _counts(state: State) -> Sequence[int]:
    return [len(hand) for hand in state.hands]


def refill(state: State, slots: Sequence[Slot]) -> Step[State]:
    """Put a face-down card on each slot, in this order, until the deck is empty (P2.3).

    This covers the cards below, whose faces are forgotten (P7.9). An empty deck starts the last
    turns, even if cards are shuffled into it later (P4.1).
    """
    able = tuple(slots[: len(state.draw_pile)])
    if not able:
        return Step(state, ())
    grid = state.grid
    for slot, card in zip(able, state.draw_pile, strict=False):
        under = (lying._replace(shown=False) for lying in grid[slot.place])
        grid = put(grid, slot, (GridCard(card), *under))
    deck = state.draw_pile[len(able) :]
    after = replace(state, grid=grid, draw_pile=deck)
    events: tuple[Event, ...] = (Refilled(able, len(deck)),)
    if not deck and state.last is None:
        after = replace(after, last=state.setup.seats)
        events = (*events, LastTurns())
    return Step(after, events)


def shuffle_back(state: State, cards: Sequence[Card]) -> Step[State]:
    """Shuffle lost cards into the deck (P3.5, P5.3)."""
    if not cards:
        return Step(state, ())
    number = state.reshuffles + 1
    whole = (*state.draw_pile, *cards)
    deck = state.setup.chance.shuffled(state.number, f"reshuffle {number}", whole)
    return Step(replace(state, draw_pile=deck, reshuffles=number), (ShuffledBack(len(cards)),))


_FEW: Final = 4


def hand_size(seats: int) -> int:
    """Return how many cards are dealt to each: four, or three with five or six players (P1.3)."""
    return 4 if seats <= _FEW else 3


def deal(setup: Setup[ChowpowOptions], before: State | None) -> Step[State]:
    """Deal one card at a time from a random starter, then the grid; begin the first turn.

    Each game starts with a random seat (P1.3, P5.2, P7.1, P7.7).
    """
    seats, number = setup.seats, 1 if before is None else before.number + 1
    starter = setup.chance.below(number, "starter", seats)
    cards = setup.chance.shuffled(number, "deal", setup.options.cards.cards)
    dealt = hand_size(seats) * seats
    hands = tuple(
        tuple(map(Held, cards[(seat - starter) % seats : dealt : seats])) for seat in range(seats)
    )
    deck = dealt + len(SLOTS)
    state = State(
        setup=setup,
        number=number,
        phase=Phase.FLIP,
        starter=starter,
        to_move=starter,
        turn=0 if before is None else before.turn,
        stretch=1 if before is None else before.stretch,
        turns=0,
        hands=hands,
        grid=tuple((GridCard(card),) for card in cards[dealt:deck]),
        draw_pile=cards[deck:],
        won=((),) * seats,
        results=() if before is None else before.results,
    )
    return Step(state, (RoundStarted(number, starter),)).then(lambda new: begin_turn(new, starter))
