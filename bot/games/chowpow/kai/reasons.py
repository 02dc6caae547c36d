"""Why a choice at Chow Pow! may be good. No card is named, because hands are hidden."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.games.chowpow.kai.look_ahead import LookAhead
from bot.games.chowpow.kai.sight import remembered
from bot.games.chowpow.rules import actions as act
from bot.games.chowpow.rules.cards import Slot, match
from bot.games.chowpow.rules.hand import strength
from bot.games.chowpow.rules.view import Phase, View
from bot.kai.words import Reason, because


def reason(view: View, legal: Sequence[act.Action], action: act.Action) -> Reason:
    """Return the reason for one of several actions of a game in play."""
    match action:
        case act.Flip(slot) if view.phase is not Phase.BOARD:
            return why_flip(_ahead(view), slot)
        case act.Take(slot):
            return why_take(_ahead(view), legal, slot)
    return because(_in_battle(view, legal, action))


def _in_battle(view: View, legal: Sequence[act.Action], action: act.Action) -> str:
    """Return the name of the sentence for an action of a battle, or the choice of a match."""
    name = _ALWAYS.get(type(action), "for_the_board")
    match action:
        case act.Attack(_, cards):
            name = "may_be_enough" if len(cards) < len(view.hand) else "all_in"
        case act.Defend(cards) if view.battle is not None:
            name = "stronger" if strength(cards) > strength(view.battle.attack) else "risks_little"
        case act.Counter() if view.battle is not None:
            name = "board_again" if view.battle.target is None else "turns_battle"
        case act.Pass():
            attacks = any(isinstance(each, act.Attack) for each in legal)
            name = "keep_cards" if attacks else "later"
        case act.Decline():
            name = "lost_more" if len(legal) > 1 else "nothing_to_add"
    return name


_ALWAYS: Final[Mapping[type[act.Action], str]] = {
    act.Pair: "best_match",
    act.BattleBoard: "beats_board",
    act.LayDown: "showdown",
}


def why_flip(ahead: LookAhead, slot: Slot) -> Reason:
    """Return the reason for flipping a slot in a Chow."""
    face = ahead.grid.faces[slot.place]
    if face is None and ahead.up:
        return because("may_match")
    if face is None:
        return because("new_card")
    if any(match(face, card) for _, card in ahead.up):
        return because("matches")
    if ahead.up:
        return because("tells_nothing")
    return because("match_known")


def why_take(ahead: LookAhead, legal: Sequence[act.Action], slot: Slot) -> Reason:
    """Return the reason for taking a pile."""
    piles = [each.slot for each in legal if isinstance(each, act.Take)]
    if ahead.worth(slot.place) < max(ahead.worth(pile.place) for pile in piles):
        return because("leaves_less")
    return because("best_pile")


def _ahead(view: View) -> LookAhead:
    return LookAhead(view, remembered(view, forgetful=False))
