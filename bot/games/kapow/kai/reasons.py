"""Reasons for choices: the facts that matter most, of cards that everyone knows after the turn."""

from collections.abc import Sequence
from typing import Final

from bot.games.kapow.kai.sight import (
    HandState,
    Sight,
    completing,
    played,
    settled,
    showing,
    swapped,
)
from bot.games.kapow.rules import actions as act
from bot.games.kapow.rules.cards import Card, Position, face_up, points
from bot.games.kapow.rules.hand import Hand, Triad, hidden_in, offers
from bot.games.kapow.rules.view import View
from bot.kai.player import only_choice
from bot.kai.words import Reason, because

_NEAR: Final = 2
"""Players with at most this many face-down cards may go out soon."""

_MUCH: Final = 3
"""Differences from this many points on are mentioned."""

_LISTED: Final = 4
"""Up to this many cards are named."""


def explain(view: View, legal: Sequence[act.Action], action: act.Action) -> Reason:
    """Return the reason for an action of the seat to move."""
    only = only_choice(legal)
    if only is not None and only.reason is not None:
        return only.reason
    return _of_several(Sight(view), legal, action)


def _of_several(sight: Sight, legal: Sequence[act.Action], action: act.Action) -> Reason:
    match action:
        case act.Reveal():
            one = action.first.column == action.second.column
            return because("opens_one" if one else "opens_two")
        case act.Take() if sight.view.drawing_ends_round:
            return _ends_round(sight, action)
        case act.Take():
            return _takes_open(sight) if action.pile is act.Pile.DISCARD else _draws(sight)
        case act.Discard() | act.Replace() | act.PutOnTop() | act.PutBeneath():
            return _plays(sight, legal, action)
        case act.Swap():
            return _swaps(sight, action)
    return _ends(sight)


def _ends_round(sight: Sight, action: act.Take) -> Reason:
    """Compare the hands, if drawing ends the round (K9.6)."""
    own, other = round(sight.expected(sight.hand)), round(sight.lowest_other)
    goes_on = action.pile is act.Pile.DISCARD
    return because("goes_on" if goes_on else "ends_round", points=own, other=other)


def _takes_open(sight: Sight) -> Reason:
    card, view = sight.view.discard_pile[0], sight.view
    if (column := sight.wanted(card)) is not None:
        return because("open_completes", card=str(card), column=column + 1)
    denied = because("denied", card=str(card)) if sight.wanted_next(card) else None
    if view.final_turn:
        return because("open_last", card=str(card)).and_also(denied)
    built = [
        (sight.ways(after) - sight.ways(triad), sight.ways(after), column)
        for column, triad in enumerate(sight.hand)
        if triad is not None and not triad.is_complete
        for after in (triad.put(row, face_up(card)) for row in range(3))
    ]
    gained, left, column = max(built, default=(0, 0, 0))
    if gained > 0:
        reason = because("open_builds", card=str(card), column=column + 1, left=left)
    else:
        reason = because("open_low", card=str(card))
    return reason.and_also(denied or _danger(sight))


def _draws(sight: Sight) -> Reason:
    open_card = sight.hand_state.top
    wanted = {card for triad in sight.hand if triad is not None for card in completing(triad)}
    left = sight.left(wanted)
    if open_card is not None and sight.wanted(open_card) is not None:
        return because("draws_though", card=str(open_card)).and_also(_danger(sight))
    if left:
        reason = because("draws_for", left=left, unseen=sight.unseen.total())
    else:
        reason = because("draws")
    if sight.wanted_next(open_card):
        return reason.and_also(because("left_open", card=str(open_card)))
    return reason.and_also(_danger(sight))


def _plays(sight: Sight, legal: Sequence[act.Action], play: act.Play) -> Reason:
    drawn = sight.view.drawn
    if drawn is None or drawn.card is None:
        raise ValueError("only the seat to move knows the card to be played")
    card = drawn.card
    after = played(sight.hand_state, card, play)
    ended = settled(after)
    reason = (
        _goes_out(sight, ended.hand)
        or _completes(sight, ended.hand)
        or _stays_in(sight, legal, card, ended.hand)
        or _readies(sight, after)
    )
    if reason is None:
        if isinstance(play, act.Discard):
            reason = _discards(sight, card)
        else:
            reason = _places(sight, card, play, after)
    return reason.and_also(_gift(sight, card, play, ended) or _danger(sight))


def _goes_out(sight: Sight, ended: Hand) -> Reason | None:
    if sight.view.final_turn or hidden_in(ended):
        return None
    total = showing(ended)
    if total <= 0:
        return because("out_free", points=total)
    if total < sight.lowest_other:
        return because("out_low", points=total, other=round(sight.lowest_other))
    return because("out_risky", points=total)


def _completes(sight: Sight, ended: Hand) -> Reason | None:
    before = [column for column, triad in enumerate(sight.hand) if triad is None]
    gone = [c for c, triad in enumerate(ended) if triad is None and c not in before]
    if not gone:
        return None
    triad = sight.hand[gone[0]]
    saved = 0 if triad is None else round(sight.worth(triad))
    if saved >= _MUCH:
        return because("completes", column=gone[0] + 1, points=saved)
    return because("completes_low", column=gone[0] + 1)


def _stays_in(sight: Sight, legal: Sequence[act.Action], card: Card, ended: Hand) -> Reason | None:
    """Say that it avoids a doubling, where another play would have gone out (K6.5)."""
    if sight.view.final_turn or not hidden_in(ended):
        return None
    ends = (
        settled(played(sight.hand_state, card, other)).hand
        for other in legal
        if isinstance(other, act.Discard | act.PlaceAction)
    )
    out = [showing(hand) for hand in ends if not hidden_in(hand)]
    if not out or min(out) <= max(0, sight.lowest_other):
        return None
    return because("stays_in", points=min(out))


def _readies(sight: Sight, after: HandState) -> Reason | None:
    """Say that a swap can complete a column after the play, but not before it (K4.5)."""
    new = _by_a_swap(after) - _by_a_swap(sight.hand_state)
    return because("readies", column=min(new) + 1) if new else None


def _by_a_swap(hand_state: HandState) -> set[int]:
    there = {column for column, triad in enumerate(hand_state.hand) if triad is not None}
    ends = (settled(swapped(hand_state, swap)).hand for swap in offers(hand_state.hand))
    return {c for hand in ends for c in there if hand[c] is None}


def _discards(sight: Sight, card: Card) -> Reason:
    column = sight.wanted(card)
    if column is not None:
        triad = sight.hand[column]
        worth = 0 if triad is None else round(sight.worth(triad))
        if worth < 0:
            return because("keeps_low", card=str(card), column=column + 1, points=worth)
        return because("discards_though", card=str(card))
    return because("discards", card=str(card))


def _places(sight: Sight, card: Card, play: act.PlaceAction, after: HandState) -> Reason:
    column = play.place.column
    before, then = sight.hand[column], after.hand[column]
    if before is None or then is None:
        raise ValueError(f"nothing lies at {play.place}")
    old = before[play.place.row]
    saved = round(sight.worth(before) - sight.worth(then))
    if sight.view.final_turn:
        return because("saves_last", card=str(card), points=saved)
    if sight.ways(then) > sight.ways(before):
        return _builds(sight, column, then)
    known = points(face_up(card)) <= sight.mean
    if isinstance(play, act.Replace) and not old.face_up and known:
        return because("known", card=str(card), mean=round(sight.mean))
    if saved >= _MUCH and isinstance(play, act.Replace):
        return because("sheds", card=str(card), old=_name(old), points=saved)
    if saved > 0:
        return because("saves", column=column + 1, points=saved)
    return because("best_place", card=str(card))


def _builds(sight: Sight, column: int, then: Triad) -> Reason:
    wanted, left = completing(then), sight.ways(then)
    if len(wanted) > _LISTED:
        return because("ways", column=column + 1, left=left)
    names = tuple(f"a {each}" for each in sorted(wanted))
    return because("ways_named", column=column + 1, cards=names, left=left)


def _name(position: Position) -> str:
    return "a powerset" if position.is_powerset else f"a {position.upper}"


def _gift(sight: Sight, card: Card, play: act.Play, ended: HandState) -> Reason | None:
    if ended.top is not None and sight.wanted_next(ended.top):
        return because("gives", card=str(ended.top))
    if not isinstance(play, act.Discard) and sight.wanted_next(card):
        return because("denied", card=str(card))
    return None


def _danger(sight: Sight) -> Reason | None:
    if sight.view.final_turn or sight.nearest_out > _NEAR:
        return None
    if not sight.nearest_out:
        return because("danger_now")
    return because("danger", hidden=sight.nearest_out)


def _swaps(sight: Sight, swap: act.Swap) -> Reason:
    after = swapped(sight.hand_state, swap)
    ended = settled(after)
    before = settled(sight.hand_state)
    own = [column for column, triad in enumerate(before.hand) if triad is None]
    gone = [c for c, triad in enumerate(ended.hand) if triad is None and c not in own]
    if gone:
        return because("swap_completes", column=gone[0] + 1)
    if before.top is Card.KAPOW and ended.top is not None and ended.top is not Card.KAPOW:
        return because("swap_covers", card=f"a {ended.top}")
    ways = sum(map(sight.ways, ended.hand)) - sum(map(sight.ways, before.hand))
    if ways > 0:
        return because("swap_ways").and_also(_danger(sight))
    return because("swap")


def _ends(sight: Sight) -> Reason:
    waiting = [c for c, triad in enumerate(sight.hand) if triad is not None and triad.is_complete]
    if waiting:
        return because("ends_completed", column=waiting[0] + 1)
    if completed := _by_a_swap(sight.hand_state):
        return because("ends_though", column=min(completed) + 1)
    return because("ends")
