"""What one side of a battle can lay, for playouts: cards as numbers, as in :mod:`.twin`."""

from collections.abc import Sequence

from bot.games.chowpow.kai.twin import FACES, TEAM, WILDS, Coded, Key, fits, key

__all__ = ["factions_of", "fewest", "least", "strongest"]

_WILD_SPARED = 8
"""How many points a wild counts more than it shows when cards are spared."""


def factions_of(hand: Sequence[Coded]) -> tuple[list[list[Coded]], list[Coded]]:
    """Return the cards of each faction, and the wilds."""
    factions: dict[int, list[Coded]] = {}
    wilds = []
    for card in hand:
        if card < WILDS:
            wilds.append(card)
        elif card >> 4 in factions:
            factions[card >> 4].append(card)
        else:
            factions[card >> 4] = [card]
    return [*factions.values()], wilds


def strongest(hand: Sequence[Coded], laid: Sequence[Coded] = ()) -> list[Coded]:
    """Return the strongest cards that a side can add to what it has laid (P3.1, P3.6)."""
    factions, added = factions_of(hand)
    if not factions:
        return added
    teams = any(TEAM <= card < WILDS for card in (*added, *laid))
    bound = {card >> 4 for card in laid if card >= WILDS}
    if bound:
        for faction in factions:
            if faction[0] >> 4 in bound:
                added += faction
        factions = [faction for faction in factions if faction[0] >> 4 not in bound]
    free = 1 + teams - len(bound)
    if free > 0:
        factions.sort(key=key)
        for faction in factions[-free:]:
            added += faction
    return added


def fewest(side: Sequence[Coded], laid: Sequence[Coded], needed: Key) -> Sequence[Coded]:
    """Return as few and as weak cards of a side as are stronger than ``needed``."""
    ranked = sorted(side, key=_spared)
    for count in range(1, len(ranked)):
        for at in range(len(ranked) - count + 1):
            some = ranked[at : at + count]
            if key(some) > needed and fits((*laid, *some)):
                return some
    return side


def least(hand: Sequence[Coded]) -> Coded:
    """Return the card that is missed least."""
    return min(hand, key=_spared)


def _spared(card: Coded) -> int:
    return (card & FACES) + (_WILD_SPARED if card < WILDS else 0)
