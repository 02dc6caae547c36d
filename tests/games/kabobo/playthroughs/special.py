"""What seldom happens in Kabobo!, and does in its special match."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from bot.game.replay import Moment
from bot.game.rounds import Declined, Reshuffled, RoundEnded
from bot.games.kabobo.rules import view as ev
from bot.games.kabobo.rules.cards import Spot
from bot.games.kabobo.rules.state import State

SPECIALS: Final = (
    *("check (spades, B2.3)", "look (clubs, B2.3)", "trade (hearts, B2.3)"),
    *("lock (diamonds, B2.3)", "unlock one's own card (diamonds, B2.3)"),
    *("unlock another's card (diamonds, B2.3)", "power declined (B2.3)"),
    *("joker without a power (B2.3)", "trade of face-up cards (B2.3)"),
    *("what was seen goes with a trade (B2.3)", "locked card replaced by one that is not (B2.4)"),
    *("reshuffle (B2.6)", "nobody calls (B2.8)", "caller alone at the top (B4.1)"),
    *("caller tied at the top (B4.1)", "caller misses (B4.1)", "no sixth piece (B4.1)"),
    *("handle missed (B4.2)", "handle won though another called (B4.2)"),
)


def specials(moments: Sequence[Moment]) -> Iterator[str]:
    """Yield the name of every special thing that happens in a match of Kabobo!."""
    for before, after in pairwise(moments):
        for event in after.events:
            yield from _powers(event)
            yield from _trades(event, before.state, after.state)
            yield from _replacements(event, before.state, after.state)
            yield from _scores(event)


def _powers(event: object) -> Iterator[str]:
    match event:
        case ev.LookedAt(seat, spot):
            yield "check (spades, B2.3)" if spot.seat == seat else "look (clubs, B2.3)"
        case ev.Traded():
            yield "trade (hearts, B2.3)"
        case ev.Locked():
            yield "lock (diamonds, B2.3)"
        case ev.Unlocked(seat, spot):
            whose = "one's own" if spot.seat == seat else "another's"
            yield f"unlock {whose} card (diamonds, B2.3)"
        case Declined():
            yield "power declined (B2.3)"
        case ev.Seasoned(card=card, has_power=False) if card.is_joker:
            yield "joker without a power (B2.3)"
        case Reshuffled():
            yield "reshuffle (B2.6)"
        case _:
            pass


def _trades(event: object, before: State, after: State) -> Iterator[str]:
    if not isinstance(event, ev.Traded):
        return
    given, got = _at(before, event.own), _at(before, event.other)
    assert (_at(after, event.other), _at(after, event.own)) == (given, got)
    if given.face_up and got.face_up:
        yield "trade of face-up cards (B2.3)"
    if given.seen and got.seen:
        yield "what was seen goes with a trade (B2.3)"


def _replacements(event: object, before: State, after: State) -> Iterator[str]:
    if isinstance(event, ev.Kept | ev.TookDiscard):
        spot = Spot(event.seat, event.place)
        if _at(before, spot).locked:
            assert not _at(after, spot).locked
            yield "locked card replaced by one that is not (B2.4)"


def _at(state: State, spot: Spot) -> ev.Laid:
    return state.hands[spot.seat][spot.place]


def _scores(event: object) -> Iterator[str]:
    if isinstance(event, RoundEnded):
        result = event.result
        before = [new - given for new, given in zip(result.pieces, result.given, strict=True)]
        yield from _pieces(result, before)
        yield from _handle(result, before)


def _pieces(result: ev.RoundResult, before: Sequence[int]) -> Iterator[str]:
    caller = result.caller
    if caller is None:
        assert not any(result.given)
        yield "nobody calls (B2.8)"
    elif caller not in result.best:
        others = [given for seat, given in enumerate(result.given) if seat != caller]
        assert result.given[caller] == 0
        yield "caller misses (B4.1)"
        if 0 in others:
            yield "no sixth piece (B4.1)"
    elif before[caller] + 2 > ev.PIECES:
        assert result.pieces[caller] == ev.PIECES
        yield "no sixth piece (B4.1)"
    else:
        assert [(seat, given) for seat, given in enumerate(result.given) if given] == [(caller, 2)]
        yield f"caller {'alone' if len(result.best) == 1 else 'tied'} at the top (B4.1)"


def _handle(result: ev.RoundResult, before: Sequence[int]) -> Iterator[str]:
    for seat, pieces in enumerate(before):
        if pieces < ev.PIECES:
            assert seat not in result.handle
        elif result.points[seat] < max(result.points):
            assert seat not in result.handle
            yield "handle missed (B4.2)"
        elif seat in result.handle and result.caller != seat:
            yield "handle won though another called (B4.2)"
