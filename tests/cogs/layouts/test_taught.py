"""What a hint says of its own confidence."""

import pytest

from bot.face.face import Scene, SeatSign
from bot.face.way import SIGN
from bot.game.deck import Chance
from bot.games.explaining import Explained
from bot.games.faces import face_of
from bot.games.kapow.rules.actions import Pile, Take
from bot.games.kapow.rules.game import KAPOW
from bot.kai.advice import EvaluatedAction, Prospect
from cogs.layouts.taught import hint_made


@pytest.mark.parametrize(
    ("points", "chance", "told"),
    [
        (5.4, 0.49, "It's a little better than the rest."),
        (9.0, 0.49, "It's clearly the best choice."),
        (5.4, 0.47, "It's clearly the best choice."),
    ],
)
def test_a_hint_says_how_far_ahead_it_is(points: float, chance: float, told: str) -> None:
    state = KAPOW.new(KAPOW.options(), 2, Chance(bytes(32))).state
    scene = Scene(KAPOW.view(state, state.to_move), (SeatSign("Mina"), SeatSign("Sam")))
    draw, take = Take(Pile.DRAW), Take(Pile.DISCARD)
    considered = (
        EvaluatedAction(draw, Prospect(5.0, 6.0, 0.5)),
        EvaluatedAction(take, Prospect(points, 6.0, chance)),
    )
    explained = Explained(draw, "So.", "Do.", considered)
    hint = hint_made(face_of(KAPOW), scene, [draw], explained)
    assert hint.sentence == f"{SIGN} **Hint:** Draw a card. {told}"
