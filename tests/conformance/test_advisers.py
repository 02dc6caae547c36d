"""What the adviser of every game promises: chances and sums that can be believed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from statistics import fmean
from typing import Any, Final

import pytest

from bot.game.contract import AnyGame
from bot.game.deck import SECRET_BYTES
from bot.game.record import Record
from bot.game.slots import SlotGame
from bot.games.capit.kai.players import ExpertCapit
from bot.games.chowpow.kai.expert import ExpertChowpow
from bot.games.registry import GAMES, adviser_for, player_for
from bot.kai.advice import AnyAdviser, EvaluatedAction
from bot.kai.player import USUAL_LEVEL, AnyPlayer
from bot.kai.search import Effort, PlayoutAdviser
from bot.review.making import Decision, decisions, make_review
from bot.review.review import Review, accounts
from tests.conformance.playout import ALL_GAMES
from tests.golf.kai import KAI as GOLF_KAI
from tests.golf.rules.game import GOLF
from tests.helpers import not_none
from tests.playthroughs.playing import Move, played
from tests.review.quick import QUICK, QUICK_KABOBO
from tests.short import short

ADVISERS: Final[Mapping[str, AnyAdviser]] = {
    "kapow": QUICK,
    "kabobo": QUICK_KABOBO,
    "chowpow": ExpertChowpow(Effort((6, 12))),
    "capit": ExpertCapit(Effort((4,))),
}
"""Each game's adviser, thinking for a shorter time; a game without a line is asked as it is."""

SLOW: Final = ("capit", "chowpow", "golf")
"""Games whose advisers think for long even so."""

ADVISED: Final = [game for game in ALL_GAMES.values() if game is GOLF or adviser_for(game.name)]

WHOLE: Final = 1.0
APART: Final = 0.3
"""How far the seats' chances together may be from 1 on average: each seat knows something else."""


def easy(game: AnyGame) -> AnyPlayer:
    """Return the weakest player of a game, also of the one that lies in the tests."""
    return player_for(game.name, "easy") if game.name in GAMES else GOLF_KAI.players[USUAL_LEVEL]


def adviser_of(game: AnyGame) -> AnyAdviser:
    if isinstance(game, SlotGame):
        return PlayoutAdviser(game, easy(game), (3,))
    return not_none(ADVISERS.get(game.name) or adviser_for(game.name))


def match(game: AnyGame) -> Record:
    options = game.options(**short(game), **({"points": 20} if game.name == GOLF.name else {}))
    seats = game.seats[0]
    empty = Record(
        game=game.name,
        secret=bytes([7] * SECRET_BYTES),
        seats=tuple(f"Seat {seat}" for seat in range(seats)),
        cuts=("",) * seats,
        options=tuple(options.model_dump(exclude_defaults=True).items()),
    )
    player = easy(game)

    def move(state: Any) -> Move:  # noqa: ANN401 - a state of any game
        seat = min(game.to_act(state))
        choice = player.choose(game.view(state, seat), game.legal(state, seat))
        return seat, str(choice.action)

    return played(game, empty, move)


def faults(record: Record, adviser: AnyAdviser) -> Iterator[str]:
    """Yield what can't be believed of what an adviser says of a match."""
    made = [each for _, each in decisions(record, ALL_GAMES, adviser) if each is not None]
    for each in made:
        yield from _of_choices(each)
    yield from _of_chances(record, made)
    yield from _of_sums(make_review(record, ALL_GAMES, _Said(made), lambda _: None))


def _of_choices(decision: Decision) -> Iterator[str]:
    found = [each.action for each in decision.considered]
    if decision.chosen not in found or len({*map(str, found)}) != len(found):
        yield "the choice that was made is missing, or one is there twice"
    if not {*map(str, found)} <= {*map(str, decision.legal), str(decision.chosen)}:
        yield "a choice isn't legal"
    for each in decision.considered:
        told = each.prospect
        if not all(map(isfinite, (told.points, told.field, told.chance))):
            yield "a figure is no number"
        elif not 0 <= told.chance <= 1:
            yield "a chance isn't from 0 to 1"


def _of_chances(record: Record, made: Sequence[Decision]) -> Iterator[str]:
    """Look at the chances of all seats together, at each turn since each has told its own."""
    assert record.outcome is not None
    known: dict[int, float] = {}
    sums = []
    for each in made:
        known[each.seat] = each.best.chance
        if len(known) == len(record.seats):
            sums.append(sum(known.values()))
    if abs(fmean(sums) - WHOLE) > APART:
        yield "the chances of all seats don't add up to 1"


def _of_sums(review: Review) -> Iterator[str]:
    """Look at luck and choices: together they are what changed, and no chance falls below 0."""
    for one in review.rounds:
        found = accounts(one)
        for seat, each in enumerate(found):
            if each.luck + each.own + each.others != each.against:
                yield "luck and choices aren't what changed"
            if one.gained is not None and min(each.own, -abs(each.luck)) < -100:
                yield f"seat {seat} loses more than there is: {each.own}"
        if sum(each.luck for each in found) or sum(each.against for each in found):
            yield "what one seat gains no other loses"


@dataclass(frozen=True)
class _Said:
    """An adviser that says again what was said of a match, without thinking."""

    made: Sequence[Decision]

    def consider(
        self, view: object, legal: Sequence[Any], also: Sequence[Any] = ()
    ) -> Sequence[EvaluatedAction[Any]]:
        del legal, also
        return next(each.considered for each in self.made if each.view == view)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=game.name, marks=pytest.mark.thorough if game.name in SLOW else ())
        for game in ADVISED
    ],
)
def test_chances_add_up_and_do_not_jump(game: AnyGame) -> None:
    assert [*faults(match(game), adviser_of(game))] == []


def test_every_game_of_the_house_is_asked() -> None:
    assert {*GAMES} <= {game.name for game in ADVISED}


class Boastful:
    """Says of each choice of each seat that it nearly wins."""

    chance = 0.9

    def __init__(self, adviser: AnyAdviser) -> None:
        self._adviser = adviser

    def consider(
        self, view: object, legal: Sequence[Any], also: Sequence[Any] = ()
    ) -> Sequence[EvaluatedAction[Any]]:
        found = self._adviser.consider(view, legal, also)
        return [self.told(at, each) for at, each in enumerate(found)]

    def told(self, _at: int, each: EvaluatedAction[Any]) -> EvaluatedAction[Any]:
        return replace(each, prospect=replace(each.prospect, chance=self.chance))


class Sure(Boastful):
    """Is more than sure."""

    chance = 1.2


class Jumpy(Boastful):
    """Says that the best choice is even, and that all others lose."""

    def told(self, at: int, each: EvaluatedAction[Any]) -> EvaluatedAction[Any]:
        return replace(each, prospect=replace(each.prospect, chance=0.5 * (at == 0)))


class Forgetful(Boastful):
    """Says nothing of what it is asked for besides."""

    def consider(
        self, view: object, legal: Sequence[Any], also: Sequence[Any] = ()
    ) -> Sequence[EvaluatedAction[Any]]:
        found = self._adviser.consider(view, legal, also)
        kept = [each for each in found if each.action not in also][:1]
        return [*kept, *kept, *(each for each in found if each.action in also)]


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (Boastful, "the chances of all seats don't add up to 1"),
        (Sure, "a chance isn't from 0 to 1"),
        (Jumpy, "loses more than there is"),
        (Forgetful, "is there twice"),
    ],
)
def test_an_adviser_that_is_broken_is_found_out(broken: type[Boastful], said: str) -> None:
    game = GAMES["kabobo"]
    assert any(said in fault for fault in faults(match(game), broken(QUICK_KABOBO)))
