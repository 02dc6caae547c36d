"""Playing a round out, fast: cards are numbers, and each seat plays for its own points."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.game.moves import Draw
from bot.games.kabobo.kai.outlook import unseen
from bot.games.kabobo.rules import actions as act
from bot.games.kabobo.rules.cards import DECK, PLACES, Suit, points_of_values
from bot.games.kabobo.rules.view import How, Laid, Phase, View
from bot.kai.player import seat_of

Numbers: TypeAlias = list[int]
"""Cards by their number in the deck's order."""

HIDDEN: Final = len(DECK)

NUMBER_OF: Final = {card: number for number, card in enumerate(dict.fromkeys(DECK))}
"""Both jokers have the number of the first one."""

CALL_AT: Final = 31.0
"""A seat calls with this many points, counting what it hopes for in hidden places."""

TAKE: Final = 5.0
"""The gain in points for which a seat takes the top discard instead of drawing."""

HOPE: Final = 3.0

HOPE_OF_CALLER: Final = 8.0
"""How much more a card of the seat that has called is expected to add."""

PEEKED: Final = 2
"""Cards that each seat looks at first (B1.2)."""

MOST_CHOSEN: Final = 3
"""Of a seat's chosen cards, this many tell that its hand is good."""

_BASE: Final = len(PLACES) + 1
_VALUE: Final = (*(card.value for card in DECK), 0)
_DIGIT: Final = (*(_BASE**card.value for card in DECK), 0)
_SUITS: Final = {suit: number for number, suit in enumerate(Suit)}
_SUIT: Final = (*(-1 if card.suit is None else _SUITS[card.suit] for card in DECK), -2)
_CHECKS: Final = _SUITS[Suit.SPADES]
_TRADES: Final = _SUITS[Suit.HEARTS]
_LOCKS: Final = _SUITS[Suit.DIAMONDS]


class Ended(NamedTuple):
    """How a round has ended."""

    points: Numbers
    caller: Seat | None


@dataclass(slots=True)
class Table:
    """A round in play, with all cards. It is changed as it is played."""

    hands: list[Numbers]
    known: list[Numbers]
    """Each seat's own cards as far as it knows them."""
    locked: list[list[bool]]
    deck: Numbers
    """The next card last."""
    top: int
    to_move: Seat
    turns: int
    """How many turns there may be at most, with this one."""
    caller: Seat | None = None

    def copy(self) -> "Table":
        """Return a table that can be played out without changing this one."""
        return Table(
            [[*hand] for hand in self.hands],
            [[*hand] for hand in self.known],
            [[*hand] for hand in self.locked],
            [*self.deck],
            self.top,
            self.to_move,
            self.turns,
            self.caller,
        )


def deals(view: View, count: int, number: int = 0) -> Sequence[Table]:
    """Return random tables like the one seen, the same for the same View and dice ``number``."""
    seat_of(view)  # Only a seat has something to play out.
    left = [NUMBER_OF[card] for card in unseen(view)]
    seen = [[_number(laid) for laid in hand] for hand in view.hands]
    known = [_known(view, seat) for seat in range(view.seats)]
    tries = [_tries(view, seat) for seat in range(view.seats)]
    turns = view.options.max_turns * view.seats - view.turns + 1
    chance = random.Random(number)  # noqa: S311 - deterministic on purpose
    locked = [[laid.locked for laid in hand] for hand in view.hands]
    found = []
    for _ in range(count):
        deck = chance.sample(left, len(left))
        hands = [_filled(seen[seat], tries[seat], deck, chance) for seat in range(view.seats)]
        own = [
            [card if knows else HIDDEN for card, knows in zip(hand, knowing, strict=True)]
            for hand, knowing in zip(hands, known, strict=True)
        ]
        top = NUMBER_OF[view.discard_pile[0]]
        rest = deck[: view.draw_pile]
        found.append(Table(hands, own, locked, rest, top, view.to_move, turns, view.caller))
    return found


def _number(laid: Laid) -> int:
    return HIDDEN if laid.card is None else NUMBER_OF[laid.card]


def _known(view: View, seat: Seat) -> Sequence[bool]:
    """Return which own cards a seat knows, which is public; before its peek, the first two."""
    if view.phase is Phase.PEEK:
        return [place < PEEKED for place in PLACES]
    return [laid.face_up or laid.how(seat) is not None for laid in view.hands[seat]]


def _tries(view: View, seat: Seat) -> int:
    """Return from how many hands a seat is taken to have the best one."""
    if seat == view.viewer:
        return 1
    chosen = sum(laid.face_up or laid.how(seat) is How.DRAW for laid in view.hands[seat])
    return 1 << min(chosen, MOST_CHOSEN)


def _filled(seen: Sequence[int], tries: int, deck: Numbers, chance: random.Random) -> Numbers:
    places = [place for place in PLACES if seen[place] == HIDDEN]
    if not places:
        return [*seen]
    best: tuple[float, Numbers, Sequence[int]] | None = None
    for _ in range(tries):
        taken = chance.sample(range(len(deck)), len(places))
        hand = [*seen]
        for place, at in zip(places, taken, strict=True):
            hand[place] = deck[at]
        worth = score(hand)
        if best is None or worth > best[0]:
            best = worth, hand, taken
    if best is None:
        raise ValueError("a hand has at least one try")
    for at in sorted(best[2], reverse=True):
        del deck[at]
    return best[1]


def make(view: View, table: Table, action: act.Action) -> None:
    """Let the viewer act and end its turn; looks at others' cards change nothing."""
    seat = seat_of(view)
    if isinstance(action, act.Peek):
        return
    _make(view, table, seat, action)
    table.to_move = (seat + 1) % view.seats
    table.turns -= 1


def _make(view: View, table: Table, seat: Seat, action: act.Action) -> None:
    match action:
        case act.Call():
            table.caller = seat
        case act.TakeDiscard(place):
            put(table, seat, place, table.top)
        case Draw():
            draw(table, seat, score(table.known[seat]))
        case act.Keep(place) if view.drawn is not None:
            put(table, seat, place, NUMBER_OF[view.drawn])
        case act.Season() if view.drawn is not None:
            season(table, seat, NUMBER_OF[view.drawn])
        case act.Check(place):
            table.known[seat][place] = table.hands[seat][place]
        case act.Lock(place):
            table.locked[seat][place] = True
        case act.Unlock(spot):
            table.locked[spot.seat][spot.place] = False
        case act.Trade():
            _trade_by_choice(view, table, seat, action)


def _trade_by_choice(view: View, table: Table, seat: Seat, trade: act.Trade) -> None:
    """Trade two cards; each owner knows what it has seen of the card that it gets."""
    place, (other, at) = trade.place, trade.spot
    mine, theirs = table.hands[seat][place], table.hands[other][at]
    table.hands[seat][place], table.hands[other][at] = theirs, mine
    own, others = view.hands[seat][place], view.hands[other][at]
    table.known[seat][place] = HIDDEN if others.card is None else theirs
    seen = own.face_up or own.how(other) is not None
    table.known[other][at] = mine if seen else HIDDEN


def played_out(table: Table) -> Ended:
    """Play a round to its end."""
    seats = len(table.hands)
    while table.to_move != table.caller and table.turns > 0:
        seat = table.to_move
        own = table.known[seat]
        now = score(own)
        if table.caller is None and now >= CALL_AT:
            table.caller = seat
        else:
            worth, place = best_place(own, table.top)
            if worth >= now + TAKE:
                put(table, seat, place, table.top)
            else:
                draw(table, seat, now)
        table.turns -= 1
        table.to_move = (seat + 1) % seats
    return Ended([int(score(hand)) for hand in table.hands], table.caller)


def put(table: Table, seat: Seat, place: int, card: int) -> None:
    """Let a seat put a card that it knows into one of its places."""
    table.top = table.hands[seat][place]
    table.hands[seat][place] = table.known[seat][place] = card


def draw(table: Table, seat: Seat, now: float) -> None:
    """Let a seat draw, and keep the card if its hand is worth more with it than ``now``."""
    if not table.deck:
        return
    card = table.deck.pop()
    worth, place = best_place(table.known[seat], card)
    if worth > now:
        put(table, seat, place, card)
    else:
        season(table, seat, card)


def season(table: Table, seat: Seat, card: int) -> None:
    """Let a seat discard a card, and use its power as one does that sees its own cards alone."""
    suit, own = _SUIT[card], table.known[seat]
    table.top = card
    if suit == _CHECKS and HIDDEN in own:
        place = own.index(HIDDEN)
        own[place] = table.hands[seat][place]
    elif suit == _TRADES:
        _trade(table, seat, card)
    elif suit == _LOCKS:
        shut = table.locked[seat]
        free = [place for place in PLACES if not shut[place] and own[place] != HIDDEN]
        if free:
            shut[max(free, key=lambda place: _VALUE[own[place]])] = True


def _trade(table: Table, seat: Seat, card: int) -> None:
    """Trade the card that is missed least for another's, hoping for more from who has called."""
    own, caller = table.known[seat], table.caller
    other = (seat + 1) % len(table.hands) if caller is None else caller
    hope = 0.0 if caller is None else HOPE_OF_CALLER
    worth, place = best_place(own, HIDDEN)
    free = [each for each in PLACES if not table.locked[other][each]]
    if worth + hope <= score(own) or table.locked[seat][place] or not free:
        return
    at = free[card % len(free)]
    mine, theirs = table.hands[seat], table.hands[other]
    mine[place], theirs[at] = theirs[at], mine[place]
    own[place] = table.known[other][at] = HIDDEN


def score(hand: Sequence[int]) -> float:
    """Return the points of a hand, with what is hoped of hidden cards."""
    a, b, c, d = hand
    found = _SCORES[_DIGIT[a] + _DIGIT[b] + _DIGIT[c] + _DIGIT[d]]
    if _SUIT[a] == _SUIT[b] == _SUIT[c] == _SUIT[d] >= 0:
        found += _VALUE[a] + _VALUE[b] + _VALUE[c] + _VALUE[d]
    return found


def best_place(hand: Sequence[int], card: int) -> tuple[float, int]:
    """Return the most points that a hand can have with a card in one of its places, and which."""
    a, b, c, d = hand
    w, x, y, z = _DIGIT[a], _DIGIT[b], _DIGIT[c], _DIGIT[d]
    digits = w + x + y + z + _DIGIT[card]
    worth = [_SCORES[digits - w], _SCORES[digits - x], _SCORES[digits - y], _SCORES[digits - z]]
    suit = _SUIT[card]
    suits = [_SUIT[a], _SUIT[b], _SUIT[c], _SUIT[d]]
    if suits.count(suit) >= len(PLACES) - 1 and suit >= 0:
        for place in PLACES:
            if all(suits[each] == suit for each in PLACES if each != place):
                worth[place] += _VALUE[card]
                worth[place] += sum(_VALUE[hand[each]] for each in PLACES if each != place)
    best = max(worth)
    return best, worth.index(best)


class _Scores(dict[int, float]):
    """Scores without flush by sum of digits, hopes for hidden cards included."""

    def __missing__(self, digits: int) -> float:
        rest, values = digits, []
        for value in range(_VALUE[HIDDEN - 1] + 1):
            rest, count = divmod(rest, _BASE)
            values += [value] * count
        found = points_of_values(values) + HOPE * (len(PLACES) - len(values))
        self[digits] = found
        return found


_SCORES: Final = _Scores()
