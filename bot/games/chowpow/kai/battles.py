"""Kai's choices in battles: expected gains against expected losses, over hands others may hold."""

import random
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.game.held import cards_of
from bot.game.moves import Decline, of_kind
from bot.games.chowpow.kai.look_ahead import Known, unseen
from bot.games.chowpow.rules import actions as act
from bot.games.chowpow.rules.cards import TEAM_UP, Card, factions, total
from bot.games.chowpow.rules.hand import WITH_TEAM_UP, factions_allowed, strength
from bot.games.chowpow.rules.view import View
from bot.kai.player import Choice
from bot.kai.words import because

WORTH_WAITING: Final = 0.4
"""The value of a card kept in the hand, relative to its number, while turns are left."""

SPOILS: Final = 7.0
"""Points that each other player is expected to lose in a showdown."""

USUAL: Final = 3.5
"""The average number of an unseen card."""

Strength: TypeAlias = tuple[int, int]
"""The number of cards, then their total (P3.4)."""

DRAWS: Final = 40
"""How many hands are drawn."""


class Reply(NamedTuple):
    """The best that a hand can do for one side of a battle."""

    best: Strength
    """The strength of the side with everything it can add."""
    laid: int
    """The total of the cards it has already laid."""
    all_of_it: float
    """About the total of the cards it would lay to win."""
    least: int
    """The number of the card that it lays if it cannot win."""

    def against(self, mine: Sequence[Card]) -> float:
        """Return the points that ``mine`` wins from this reply, or loses to it (P3.4)."""
        if self.best > strength(mine):
            return -(total(mine) + self.all_of_it)
        if self.best == strength(mine):
            return total(mine)
        return total(mine) + self.laid + self.least


def _reply(hand: Sequence[Card], laid: Sequence[Card]) -> Reply:
    """Return the best reply of a hand, for a side that has already laid cards."""
    added, before = strongest(hand, laid), total(laid)
    # It may win with fewer cards; half is a fair guess.
    costs = before + total(added) / 2
    least = 0 if laid else min((card.number for card in hand), default=0)
    return Reply(strength((*laid, *added)), before, costs, least)


class Side:
    """The viewer's side of a battle: the cards on the table, and possible hands of the other."""

    def __init__(
        self, view: View, other: Seat, mine: Sequence[Card] = (), theirs: Sequence[Card] = ()
    ) -> None:
        self.view, self.hand = view, cards_of(view.hand)
        self.mine = mine
        self.answers = [_reply(hand, theirs) for hand in drawn_hands(view, view.counts[other])]

    def gain(self, cards: Sequence[Card]) -> float:
        """Return the expected points of laying cards; those that the other side wins are lost."""
        laid = (*self.mine, *cards)
        return sum(reply.against(laid) for reply in self.answers) / len(self.answers)

    def worth(self, cards: Sequence[Card]) -> float:
        """Return the same, less the value of the cards in the hand."""
        return self.gain(cards) - _waiting(self.view, cards)


def fight(view: View, legal: Sequence[act.Action]) -> Choice[act.Action]:
    """Attack if that is better than waiting, or battle the board, or pass."""
    attacks, boards = of_kind(legal, act.Attack), of_kind(legal, act.BattleBoard)
    if boards:
        return _board(view, boards)
    best, worth = best_attack(view, attacks, Side)
    if worth > 0:
        return Choice(best, because("more_to_win"))
    return Choice(act.Pass(), because("no_battle"))


def best_attack(
    view: View, attacks: Sequence[act.Attack], side: type[Side]
) -> tuple[act.Attack, float]:
    """Return the best attack, and what it's worth."""
    sides = {target: side(view, target) for target in {each.target for each in attacks}}
    worth = {each: sides[each.target].worth(each.cards) for each in attacks}
    best = max(attacks, key=worth.__getitem__)
    return best, worth[best]


def defend(view: View, legal: Sequence[act.Action], side: type[Side] = Side) -> Choice[act.Action]:
    """Lay the cards with the best result, assuming that the attacker counters well."""
    battle, defences = view.battle, of_kind(legal, act.Defend)
    if battle is None:
        return Choice(legal[0], because("nothing_to_defend"))
    weighed = side(view, battle.attacker, theirs=battle.attack)
    best = max(defences, key=lambda each: weighed.gain(each.cards))
    if strength(best.cards) > strength(battle.attack):
        return Choice(best, because("stronger"))
    return Choice(best, because("risks_little"))


def counter(view: View, legal: Sequence[act.Action], side: type[Side] = Side) -> Choice[act.Action]:
    """Add cards if that is likely to win the battle, otherwise decline."""
    battle, counters, seat = view.battle, of_kind(legal, act.Counter), view.viewer
    if battle is None or seat is None or not counters:
        return Choice(Decline(), because("nothing_to_add"))
    mine = battle.laid(seat)
    if battle.target is None:
        best = max(counters, key=lambda each: total(each.cards))
        return Choice(best, because("board_again"))
    other = battle.target if seat == battle.attacker else battle.attacker
    theirs = battle.laid(other)
    weighed = side(view, other, mine, theirs)
    best = max(counters, key=lambda each: weighed.worth(each.cards))
    if weighed.worth(best.cards) > -(total(mine) + total(theirs)):
        return Choice(best, because("turns_battle"))
    return Choice(Decline(), because("lost_more"))


def lay_down(view: View, legal: Sequence[act.Action]) -> Choice[act.Action]:
    """Lay a whole faction in a showdown if it may win, otherwise the cheapest card."""
    ways, seats = of_kind(legal, act.LayDown), [s for s in range(view.seats) if s != view.viewer]
    hands = [drawn_hands(view, view.counts[seat]) for seat in seats if view.counts[seat]]
    rivals = [max(map(strength, map(strongest, drawn))) for drawn in zip(*hands, strict=True)]
    spoils = SPOILS * len(hands)

    def gain(way: act.LayDown) -> float:
        wins = sum(strength(way.cards) > rival for rival in rivals) / len(rivals)
        return wins * (total(way.cards) + spoils) - (1 - wins) * total(way.cards)

    best = max(ways, key=lambda way: gain(way) - _waiting(view, way.cards))
    return Choice(best, because("showdown"))


def board_flip(known: Known, legal: Sequence[act.Action]) -> Choice[act.Action]:
    """Flip the highest known card for the board, which most likely beats the player."""
    flips = of_kind(legal, act.Flip)
    best = max(flips, key=lambda each: known[each.slot].number if each.slot in known else USUAL)
    return Choice(best, because("for_the_board"))


def _board(view: View, boards: Sequence[act.BattleBoard]) -> Choice[act.Action]:
    numbers = [card.number for card in unseen(view)]

    def gain(each: act.BattleBoard) -> float:
        wins = sum(each.card.number + number for number in numbers if number < each.card.number)
        ties = sum(each.card.number for number in numbers if number == each.card.number)
        return (wins + ties) / max(1, len(numbers)) - _waiting(view, (each.card,))

    best = max(boards, key=gain)
    if gain(best) > 0:
        return Choice(best, because("beats_board"))
    return Choice(act.Pass(), because("later"))


def _waiting(view: View, cards: Sequence[Card]) -> float:
    return 0.0 if view.last is not None else WORTH_WAITING * total(cards)


def drawn_hands(view: View, cards: int) -> Sequence[Sequence[Card]]:
    """Return possible hands of this size; the same View gives the same hands."""
    chance, left = random.Random(0), unseen(view)  # noqa: S311 - deterministic on purpose
    return [chance.sample(left, min(cards, len(left))) for _ in range(DRAWS)]


def strongest(hand: Iterable[Card], laid: Sequence[Card] = ()) -> Sequence[Card]:
    """Return the strongest cards that a side can add to what it has laid (P3.1, P3.6)."""
    cards = tuple(hand)
    wilds = [card for card in cards if card.is_wild]
    team_up = any(card.code == TEAM_UP for card in wilds)
    most = WITH_TEAM_UP if team_up else factions_allowed(laid)
    bound = factions(laid)
    open_codes = sorted(factions(cards) - bound)
    ways = combinations(open_codes, min(len(open_codes), max(0, most - len(bound))))
    sides = (
        [*wilds, *(card for card in cards if card.code in bound or card.code in codes)]
        for codes in ways
    )
    return max(sides, key=strength, default=wilds)
