"""Kai's players of all games: they do not cheat, beat random play, and explain their choices."""

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import pytest

from bot.game.contract import AnyGame
from bot.game.options import Options
from bot.games.capit.kai.players import ExpertCapit
from bot.games.chowpow.kai.expert import ExpertChowpow
from bot.games.explaining import explain
from bot.games.kabobo.kai.expert import ExpertKabobo
from bot.games.kapow.kai.players import Budget, SearchingKapow
from bot.games.registry import adviser_for, explainer_for, levels_for, player_for
from bot.kai.player import USUAL_LEVEL, AnyPlayer, PlainPlayer
from bot.kai.search import Effort
from lab.arena.known import RandomPlayer
from tests.conformance.playout import ALL_GAMES
from tests.helpers import not_none
from tests.kai.matches import playing, wins

SHORT: Final[Mapping[str, Mapping[str, Any]]] = {"kapow": {"rounds": 1, "cards": 9}}
"""Options of games whose usual matches are longer than it takes to tell who is better."""

NEARLY_ALWAYS: Final = 0.95
MOSTLY: Final = 0.75
"""For players that are weak on purpose, against which luck decides some matches."""
WINS: Final[Mapping[str, float]] = {"capit": 0.6}
"""Different shares of wins against random play, for games with more seats."""

SLOW: Final = {
    ("kapow", "expert"): 2,
    ("kabobo", "expert"): 2,
    ("chowpow", "hard"): 2,
    ("chowpow", "expert"): 4,
    ("capit", "expert"): 4,
}
"""Slow players play fewer matches, by this factor."""


class QuickKapow(SearchingKapow):
    def __init__(self) -> None:
        super().__init__(Budget(60, 2, 3))


class QuickKabobo(ExpertKabobo):
    def __init__(self) -> None:
        super().__init__(12)


class QuickChowpow(ExpertChowpow):
    def __init__(self) -> None:
        super().__init__(Effort((2, 4)))


class QuickCapit(ExpertCapit):
    def __init__(self) -> None:
        super().__init__(Effort((4,)))


QUICK: Final[Mapping[tuple[str, str], AnyPlayer]] = {
    ("kapow", "hard"): QuickKapow(),
    ("kapow", "expert"): QuickKapow(),
    ("kabobo", "expert"): QuickKabobo(),
    ("chowpow", "expert"): QuickChowpow(),
    ("capit", "expert"): QuickCapit(),
}
"""Faster replacements for levels, for tests in which strength does not matter."""

STRONG: Final = {"hard", "expert"}
"""The levels whose matches take long."""

ADVISED: Final = {("kapow", "easy"), ("kapow", "normal")}
"""The players whose moves are all compared with the adviser, which is slow."""

ALL_LEVELS: Final = [
    (game, level, player_for(game.name, level))
    for game in ALL_GAMES.values()
    for level in levels_for(game.name)
]
EVERYBODY = [
    (game, QUICK.get((game.name, level), kai) if level == "expert" else kai)
    for game, level, kai in ALL_LEVELS
]
QUICKLY = [(game, QUICK.get((game.name, level)) or kai) for game, level, kai in ALL_LEVELS]
LEARNED = [
    pytest.param(game, kai, marks=[pytest.mark.thorough] if level in STRONG else [])
    for (game, level, _), (_, kai) in zip(ALL_LEVELS, EVERYBODY, strict=True)
    if not isinstance(kai, PlainPlayer)
]
EXPLAINED = [
    pytest.param(game, kai, marks=[pytest.mark.thorough] if (game.name, level) in ADVISED else [])
    for (game, level, _), (_, kai) in zip(ALL_LEVELS, QUICKLY, strict=True)
    if not isinstance(kai, PlainPlayer)
]


ADVISED_GAMES: Final = [game for game in ALL_GAMES.values() if adviser_for(game.name)]


MANY: Final = 50
"""Positions of a match of each player in the thorough run: a card that is seen is seen in most."""

REASONS: Final[Mapping[str, int]] = {"golf": 3}
"""How many different ones a player tells at least, where it knows so few."""

FIRST: Final = 100
"""The first deal of a series; in that of the quick run luck does not decide."""


def name(case: object) -> str:
    return getattr(case, "name", type(case).__name__)


def everywhere(game: AnyGame, kai: AnyPlayer) -> list[AnyPlayer]:
    """Return a table of it alone: of three where it may be."""
    return [kai] * (2 if isinstance(kai, QuickKapow) else max(3, game.seats[0]))


def positions(game: AnyGame, kai: AnyPlayer, seed: int, *, thorough: bool) -> Sequence[Any]:
    """Return the positions of a match: of its own, or of one that quick players play."""
    players = everywhere(game, kai if thorough else player_for(game.name, USUAL_LEVEL))
    return [*playing(game, players[: len(everywhere(game, kai))], seed, options(game))]


def options(game: AnyGame) -> Options:
    found: Options = game.options(**SHORT.get(game.name, {}))
    return found


def some(match: Sequence[Any], wanted: int) -> Sequence[Any]:
    """Return about as many positions of a match as wanted, from its beginning to its end."""
    numbers = random.Random(3).sample(range(len(match)), min(wanted, len(match)))
    return [match[number] for number in sorted(numbers)]


@pytest.mark.parametrize(("game", "kai"), LEARNED, ids=name)
def test_kai_beats_random_play_mostly(game: AnyGame, kai: AnyPlayer, kai_matches: int) -> None:
    won, seats = 0, game.seats[0]
    slower = [SLOW[each] for each in SLOW if kai in {player_for(*each), QUICK.get(each)}]
    matches = kai_matches // max(slower, default=1)
    for seed in range(FIRST, FIRST + matches):
        won += wins(game, seats, kai, RandomPlayer, seed, **SHORT.get(game.name, {}))
    easy = kai is player_for(game.name, "easy") and kai is not player_for(game.name, "normal")
    wanted = WINS.get(game.name, MOSTLY if easy else NEARLY_ALWAYS)
    assert won >= wanted * matches


@pytest.mark.parametrize(("level", "quick"), QUICK.items())
def test_who_stands_in_for_a_level_thinks_alike(level: tuple[str, str], quick: AnyPlayer) -> None:
    assert type(player_for(*level)).choose is type(quick).choose


@pytest.mark.parametrize(("game", "kai"), QUICKLY, ids=name)
def test_what_kai_may_not_know_changes_neither_its_choice_nor_its_words(
    game: AnyGame, kai: AnyPlayer, *, thorough: bool
) -> None:
    """Nor does what it has thought about before: a new player chooses the same."""
    source = random.Random(7)
    decisions = 0
    match = positions(game, kai, 11, thorough=thorough)
    for state in some(match, MANY if thorough else 14):
        for seat in game.to_act(state):
            other = game.permute_unknown(state, seat, lambda c: source.sample(c, len(c)))
            legal = game.legal(state, seat)
            choice = kai.choose(game.view(state, seat), legal)
            assert choice == type(kai)().choose(game.view(other, seat), legal)
            decisions += len(legal) > 1
    assert decisions >= 9


@pytest.mark.parametrize("game", ADVISED_GAMES, ids=name)
def test_an_adviser_sees_no_hidden_card_and_considers_what_is_asked(game: AnyGame) -> None:
    adviser = not_none(adviser_for(game.name))
    source, seen = random.Random(4), 0
    match = playing(game, everywhere(game, player_for(game.name, "easy")), 5, options(game))
    for state in some([*match], 7):
        if game.stage(state).paused:
            continue
        for seat in game.to_act(state):
            legal = game.legal(state, seat)
            if len(legal) < 2:
                continue
            also = tuple(source.sample(legal, 2))
            other = game.permute_unknown(state, seat, lambda c: source.sample(c, len(c)))
            found = adviser.consider(game.view(state, seat), legal, also)
            assert found == adviser.consider(game.view(other, seat), legal, also)
            actions = [each.action for each in found]
            assert len(set(actions)) == len(actions)
            assert {*also} <= {*actions} <= {*legal}
            for each in found:
                assert 0 <= each.prospect.chance <= 1
                assert each.prospect.lowest == (game.scoring.best == "lowest")
            seen += 1
    assert seen > 3


@pytest.mark.parametrize(("game", "kai"), EXPLAINED, ids=name)
def test_every_choice_is_explained_in_a_sentence_that_names_no_hidden_card(
    game: AnyGame, kai: AnyPlayer, *, thorough: bool
) -> None:
    """Only of Kapow! may it name cards: tests/games/kapow/kai/test_kapow_reasons.py says which."""
    source = random.Random(2)
    sentences = set()
    match = positions(game, kai, 1, thorough=thorough)
    for state in some(match, MANY if thorough else 20):
        for seat in game.to_act(state):
            other = game.permute_unknown(state, seat, lambda c: source.sample(c, len(c)))
            view, legal = game.view(state, seat), game.legal(state, seat)
            action = kai.choose(view, legal).action
            found = explain(game.name, kai, view, legal, action)
            assert found == explain(game.name, kai, game.view(other, seat), legal, action)
            assert (action in [each.action for each in found.considered]) == bool(found.considered)
            sentences.add(found.sentence)
    assert len(sentences) >= REASONS.get(game.name, 4), sorted(sentences)
    for sentence in sentences:
        assert re.fullmatch(
            r"[A-Z].*\." if explainer_for(game.name) else r"[A-Z][^\d.]*\.", sentence
        )
