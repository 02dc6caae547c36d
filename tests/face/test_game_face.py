"""What the faces of all games in rounds have in common."""

import io
from dataclasses import dataclass, field
from enum import StrEnum

import pytest
from PIL import Image

from bot.face.canvas import PLAIN_THEME, MakeCanvas
from bot.face.face import Scene, Screen, is_over, is_scored
from bot.face.game_face import GameFace
from bot.face.phrases import Description
from bot.face.seating import WIDTH, seating
from bot.face.table import Line, Panel, Table
from bot.game.contract import SPECTATOR, AnyGame, Seat
from bot.games.registry import GAMES
from lab.arena.known import RandomPlayer
from tests.kai.matches import playing


class Phase(StrEnum):
    PLAYED = "played"
    SCORED = "scored"
    OVER = "over"


@dataclass(frozen=True)
class View:
    """A round that is played, or scored."""

    phase: Phase
    viewer: Seat | None = None
    seats: int = 2
    round: int = 2
    to_move: Seat = 0
    turn: int = 7
    results: tuple[()] = ()


class Sheet(Table[View]):
    """A table that notes what is drawn on it."""

    def __init__(self, scene: Scene[View], make: MakeCanvas, drawn: list[str]) -> None:
        super().__init__(scene, seating(2, 10), PLAIN_THEME, make)
        self.drawn = drawn

    def header(self, title: str, corner: str) -> None:
        self.drawn += [title, corner]

    def playing(self) -> None:
        self.drawn.append("playing")

    def scored(self) -> None:
        self.drawn.append("scored")

    def panel(self, seat: Seat) -> Panel:
        raise AssertionError(seat)

    score = panel

    def band(self) -> None:
        raise AssertionError

    def ranks(self) -> tuple[int, ...]:
        raise AssertionError

    def summary(self) -> Line:
        raise AssertionError


@dataclass
class Highcard:
    """A face, and what was drawn on its table."""

    drawn: list[str] = field(default_factory=list)

    @property
    def face(self) -> GameFace[View, str]:
        return GameFace(
            title="Highcard",
            rounds=lambda _view: 5,
            table=lambda scene, make: Sheet(scene, make, self.drawn),
            alt_sentences=lambda _scene: (),
            text_versions=lambda _scene: [()],
            describe=lambda _event, _seats: Description(),
            prompt=lambda _scene: "play a card.",
            proposal=lambda _scene, action: action,
            scores=lambda _scene: (),
            hand=lambda _scene, seat, _legal, _focus: Screen(f"The hand of {seat}"),
        )


@pytest.mark.parametrize(
    ("phase", "corner", "body"),
    [
        (Phase.PLAYED, "turn 7", "playing"),
        (Phase.SCORED, "", "scored"),
        (Phase.OVER, "", "scored"),
    ],
)
def test_a_picture_is_headed_by_where_the_match_stands(
    phase: Phase, corner: str, body: str
) -> None:
    game = Highcard()
    picture = game.face.picture(Scene(View(phase), ()))
    assert game.drawn == ["Highcard · round 2 of 5", corner, body]
    assert Image.open(io.BytesIO(picture)).size == (WIDTH, seating(2, 10).height)


@pytest.mark.parametrize(
    ("phase", "status"),
    [
        (Phase.PLAYED, "play a card."),
        (Phase.SCORED, "the round is over; anyone can start the next one."),
        (Phase.OVER, "the match is over."),
    ],
)
def test_the_game_is_asked_what_to_do_only_while_a_round_is_played(
    phase: Phase, status: str
) -> None:
    assert Highcard().face.status(Scene(View(phase), ())) == status


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
