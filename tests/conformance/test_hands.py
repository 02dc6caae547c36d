"""What the private hand of every game promises, clicked through at moments of random matches.

A game's matches are ``HANDS`` in ``face/scenes.py`` of its tests. There ``check_hand`` says what
else its screens keep to, and ``clicks`` how many an action may take.
"""

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final

import pytest
from hypothesis import given, strategies as st

from bot.face.face import Act, Focus
from bot.game.contract import SPECTATOR, AnyGame
from bot.game.moves import AND
from bot.games.faces import face_of
from bot.games.registry import GAMES
from tests.face.moments import Match, Moment, matches, moments
from tests.face.screens import asked, check_lead, check_limits, deeds, emojis, walk
from tests.games.own import declared, own
from tests.short import matches_some_seats_first

SCREENS: Final = 30
"""The most screens that are looked at for the words of their controls."""

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
with_matches = pytest.mark.parametrize(
    "game", [game for game in GAMES.values() if matches(game, "HANDS")], ids=lambda game: game.name
)


def looked_at(
    game: AnyGame, seats: int, match: Match, seed: int
) -> Iterator[Moment[Any, Any, Any, Any]]:
    """Yield some moments of a match, and all between its rounds."""
    for number, moment in enumerate(moments(game, seats, seed, match.options)):
        if number % match.stride == 0 or game.stage(moment.state).paused:
            yield moment


@pytest.mark.parametrize(("game", "seats", "match"), matches_some_seats_first("HANDS", 0))
def test_each_legal_action_can_be_clicked_no_other(game: AnyGame, seats: int, match: Match) -> None:
    """Where not all are listed, what is offered beside them is legal as well."""
    clicks: Callable[[object], int] = own(game.name, "face.scenes", "clicks", lambda _: 9)
    check: Callable[..., None] = own(game.name, "face.scenes", "check_hand", lambda *_: None)
    for moment in looked_at(game, seats, match, 30 + seats):
        for seat in range(seats):
            legal = game.legal(moment.state, seat)
            found: dict[str, int] = {}
            for number, (screen, so_far) in enumerate(
                walk(face_of(game), moment.scene(seat), legal)
            ):
                check_limits(screen)
                check_lead(screen)
                check(screen, "" if number == 0 else "further")
                assert emojis(screen) <= face_of(game).emojis.keys()
                for does in deeds(screen):
                    if isinstance(does, Act):
                        found.setdefault(f"{does.action}{AND * bool(does.then)}{does.then}", so_far)
            listed = {str(action): action for action in legal}
            assert found.keys() >= listed.keys()
            soonest = dict(found)
            for words in found.keys() - listed.keys():
                text, _, second = words.partition(AND)
                assert text in listed or not game.lists_all, text
                after, _ = game.apply(moment.state, seat, game.parse(text))
                if second:
                    if game.stage(after).turn == game.stage(moment.state).turn:
                        game.check(after, seat, game.parse(second))
                    soonest[text] = min(soonest.get(text, 99), found[words])
            for text, action in listed.items():
                assert soonest[text] <= clicks(action), text
                assert found[text] <= clicks(action) + 1, text


@with_matches
def test_those_matches_meet_every_kind_of_action(game: AnyGame) -> None:
    """Else it would prove little that each can be clicked."""
    met = {
        type(action)
        for match in matches(game, "HANDS")
        for seats in match.counts
        for moment in looked_at(game, seats, match, 30 + seats)
        for seat in game.to_act(moment.state)
        for action in game.legal(moment.state, seat)
    }
    unmet: set[str] = own(game.name, "face.scenes", "UNMET", set())
    assert {kind.__name__ for kind in declared(game, "Action") - met} == unmet


@with_matches
def test_a_random_text_is_no_half_made_choice(game: AnyGame) -> None:
    """A screen that is asked for something that nobody could click is the first one."""
    match = matches(game, "HANDS")[0]
    seats = match.counts[0]
    acting = [
        (moment.scene(seat), game.legal(moment.state, seat))
        for moment in looked_at(game, seats, match, 5)
        for seat in game.to_act(moment.state)
    ]
    face, some = face_of(game), random.Random(1).sample(acting, min(6, len(acting)))
    hands = []
    for scene, legal in some:
        screens = [screen for screen, _ in islice(walk(face, scene, legal), SCREENS)]
        known = {
            asked(screen, does)
            for screen in screens
            for does in deeds(screen)
            if isinstance(does, Focus)
        }
        hands.append((scene, legal, screens[0], known))

    words: tuple[str, ...] = own(game.name, "face.scenes", "WORDS", ())

    @given(st.text(max_size=20).filter(lambda text: "|" not in text))
    def run(focus: str) -> None:
        for scene, legal, first, known in hands:
            if focus not in known and not focus.startswith(words):
                assert face.screen(scene, legal, focus) == first

    run()


@games
def test_a_spectator_has_no_hand(game: AnyGame) -> None:
    moment = next(moments(game, game.seats[0], 1, game.options()))
    screen = face_of(game).screen(moment.scene(SPECTATOR), ())
    assert screen.text == "You're watching, so you don't have a hand."
    assert not screen.rows
