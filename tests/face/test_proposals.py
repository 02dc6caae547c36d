"""What choices would do, in words: of every legal action; and where a match stands."""

import random
import re
from collections import defaultdict
from typing import Any

import pytest

from bot.face.face import is_over, is_scored
from bot.game.contract import SPECTATOR, AnyGame
from bot.games.faces import face_of
from bot.games.registry import GAMES
from lab.arena.known import RandomPlayer
from tests.conformance.playout import ALL_GAMES
from tests.face.moments import moments
from tests.kai.matches import playing
from tests.short import short

LONGEST = 300
"""Characters; several of them have to fit beside each other."""


@pytest.mark.parametrize("game", ALL_GAMES.values(), ids=lambda game: str(game.name))
def test_each_legal_action_is_told_as_an_order_of_its_own(game: AnyGame, *, thorough: bool) -> None:
    source = random.Random(4)
    face = face_of(game)
    kinds = defaultdict[str, set[str]](set)
    options = game.options(**({} if thorough else short(game)))
    for moment in moments(game, game.seats[-1], 6, options):
        for seat in game.to_act(moment.state):
            legal: list[Any] = list(game.legal(moment.state, seat))
            some = source.sample(legal, min(8, len(legal)))
            told = [face.proposal(moment.scene(seat), action) for action in some]
            if game.name != "capit":  # There, two wild cards alike may be replaced.
                assert len(set(told)) == len({str(action) for action in some})
            for action, words in zip(some, told, strict=True):
                assert re.fullmatch(r"[A-Za-z].*[^.]", words)
                assert len(words) <= LONGEST
                kinds[type(action).__name__].add(words)
    assert len(kinds) > (1 if game.name == "toy" else 3)


def test_the_first_choices_of_a_round_of_kapow() -> None:
    game = ALL_GAMES["kapow"]
    words = set[str]()
    for moment in moments(game, 2, 1, game.options(rounds=1, cards=9)):
        for seat in game.to_act(moment.state):
            for action in game.legal(moment.state, seat):
                words.add(face_of(game).proposal(moment.scene(seat), action))
    joined = "\n".join(sorted(words))
    for pattern in (
        r"Draw a card$",
        r"End the turn$",
        r"Turn up column 1, top and column 1, middle$",
        r"Take the \S+ from the discard pile$",
        r"Discard the \S+$",
        r"Replace the hidden card \(column 1, top\) with the \S+$",
        r"Put the ±\d beneath the \S+ \(column \d, \w+\) as [+\N{MINUS SIGN}]\d$",
        r"Put the \S+ on top of the ±\d \(column \d, \w+\) as [+\N{MINUS SIGN}]\d$",
    ):
        assert re.search(pattern, joined, re.MULTILINE), pattern


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_views_of_every_game_tell_where_its_match_stands(game: AnyGame) -> None:
    """Faces go by the phase of the View, the host by the rules: both say the same."""
    stands = set()
    for state in playing(game, [RandomPlayer(seat) for seat in range(game.seats[0])], seed=1):
        view = game.view(state, SPECTATOR)
        over, paused = game.outcome(state) is not None, game.stage(state).paused
        assert (is_over(view), is_scored(view)) == (over, over or paused)
        stands.add((over, paused))
    assert stands >= {(False, False), (True, False)}
