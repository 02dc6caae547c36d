"""Each measurement does what it says it measures."""

import asyncio
import io
import itertools
import os
import random
import time
from importlib.util import find_spec
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from bot.face.face import Scene
from bot.game.contract import AnyGame
from bot.games.faces import face_of
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.view import View
from bot.games.registry import GAMES
from bot.tables.entries import Acted
from db.storage import open_storage
from lab.bench.clicks import CROWDED, Clicked, Crowd, cpu_seconds
from lab.bench.figure import percentile, ratio
from lab.bench.kai import answer_times, click_times, decision_times, figures_of_thinking
from lab.bench.kai_beside import measured_beside_kai
from lab.bench.pictures import PlainCanvas, draw_all, scenes
from lab.bench.playouts import playout, uno_playout
from lab.bench.sizes import grow, weigh_tables
from lab.bench.writes import play_tables
from lab.contact_sheet import moments
from tests.conformance.playout import ALL_GAMES
from tests.toy_game import TOY
from tests.wire.evening import opened
from tests.wire.process import nursery


@pytest.mark.parametrize(
    ("measured", "anchor", "told"), [(3, 2, "1.50"), (250, 2, "125"), (1, 200, "0.00500")]
)
def test_a_ratio_has_three_digits(measured: float, anchor: float, told: str) -> None:
    assert ratio(measured, anchor) == told


def test_percentiles_are_values_that_were_measured() -> None:
    values = [5.0, 1.0, 4.0, 2.0, 3.0]
    assert [percentile(values, share) for share in (0, 0.5, 0.99, 1)] == [1.0, 3.0, 5.0, 5.0]


def test_a_playout_is_a_whole_match() -> None:
    # Ten rounds in which each of four seats turns up two cards and plays at least once.
    assert playout(KAPOW, random.Random(1)) > 10 * 4 * 3


@pytest.mark.skipif(find_spec("rlcard") is None, reason="rlcard is of the group bench")
def test_the_anchor_plays_a_whole_game() -> None:
    assert uno_playout(random.Random(1)) > 7


async def test_every_move_that_is_counted_is_in_the_database(tmp_path: Path) -> None:
    file = tmp_path / "moves.db"
    traffic = await play_tables(file, tables=3, seconds=0.05)
    async with open_storage(f"sqlite+aiosqlite:///{file}") as storage:
        listed = await storage.store.listings()
        logs = [await storage.store.load(listing.table) for listing in listed]
    acted = sum(isinstance(entry, Acted) for log in logs for entry in log)
    assert len(listed) == 3
    assert acted == len(traffic.latencies) > 0
    assert all(entry.by == "person" for log in logs for entry in log if isinstance(entry, Acted))
    assert traffic.elapsed > 0 < traffic.cpu


@pytest.mark.parametrize("game", [KAPOW, KABOBO], ids=lambda game: game.name)
def test_scenes_differ_and_are_in_play(game: AnyGame) -> None:
    shown = list(itertools.islice(scenes(game), 40))
    assert len({scene.view for scene in shown}) == len(shown)
    assert {len(scene.seats) for scene in shown} == {4}
    assert all(scene.view.viewer is None and scene.events for scene in shown)


@pytest.mark.parametrize("seats", TOY.seats)
def test_matches_shorter_than_a_stride_have_scenes_too(seats: int) -> None:
    assert len([*itertools.islice(scenes(TOY, seats), 5)]) == 5


def test_each_way_to_draw_draws_the_same_scenes() -> None:
    seen: tuple[list[Scene[View]], list[Scene[View]]] = ([], [])

    def first(scene: Scene[View]) -> bytes:
        seen[0].append(scene)
        return b"1"

    def second(scene: Scene[View]) -> bytes:
        seen[1].append(scene)
        return b"22"

    drawn = draw_all([first, second], scenes(KAPOW), 0)
    assert seen[0] == seen[1]
    assert [each.sizes for each in drawn] == [[1], [2]]
    assert all(len(each.cpu) == len(each.clock) == 1 for each in drawn)


def test_clicks_of_daily_deals_and_answers_of_puzzles_are_measured() -> None:
    first, later = click_times(0.01)
    assert len(later) > len(first) > 0
    assert min(answer_times("kabobo")) > 0


@pytest.mark.parametrize("game", ALL_GAMES.values(), ids=ALL_GAMES)
def test_kai_decides_for_every_seat(game: AnyGame) -> None:
    times = decision_times(game, "normal", 0.01)
    assert times
    assert min(times) > 0


@pytest.mark.thorough
def test_thinking_is_measured_in_cpu_beside_scaled_aims() -> None:
    times = decision_times(KAPOW, "normal", 0.02, 3, time.process_time)
    assert len(times) > 1
    assert 0 < sum(times) < 5
    rate, *decisions = figures_of_thinking(0.02)
    assert rate.measured.endswith(" decisions/s")
    assert [figure.name for figure in decisions] == [
        f"CPU a decision of {level}, {seats} seats"
        for level in ("hard", "expert")
        for seats in (2, 4)
    ]
    aims = [float(figure.anchor.split()[0]) for figure in decisions]
    assert aims[1] == pytest.approx(2.5 * aims[0], rel=0.05)
    assert aims[2] == aims[3] == pytest.approx(5 * aims[0], rel=0.05)


@pytest.mark.thorough
async def test_kais_think_at_the_tables_of_two_crowds(tmp_path: Path) -> None:
    found = await measured_beside_kai(tmp_path, kais=20, seconds=8)
    assert min(map(len, (found.alone, found.hardly, found.beside))) > 4
    assert 0 <= found.lowered < found.decisions


@pytest.mark.thorough
def test_a_crowd_is_answered_and_what_it_does_is_kept(tmp_path: Path) -> None:
    async def click() -> tuple[list[Clicked], int]:
        async with (
            nursery() as bots,
            opened(bots, tmp_path, settings=CROWDED, guilds=(), starts=False) as evening,
        ):
            crowd = Crowd(evening, 8)
            await evening.bot.start()
            await crowd.sit_down()
            clicked = await crowd.click(rate=40, seconds=1)
        async with open_storage(f"sqlite+aiosqlite:///{tmp_path / 'crowd.db'}") as storage:
            logs = [
                await storage.store.load(found.table) for found in await storage.store.listings()
            ]
        return clicked, sum(isinstance(entry, Acted) for log in logs for entry in log)

    clicked, acted = asyncio.run(click())
    assert 0 < len(clicked) <= 40
    assert min(click.seconds for click in clicked) > 0
    assert any(click.moves for click in clicked)
    assert acted > 0


@pytest.mark.thorough
async def test_a_started_table_weighs_more_than_a_lobby(tmp_path: Path) -> None:
    found = await weigh_tables(tmp_path / "weighed.db", 20)
    assert 1_000 < found.lobby < found.started


@pytest.mark.thorough
def test_what_a_match_leaves_holds_its_log(tmp_path: Path) -> None:
    found = grow(tmp_path / "grown.db", rounds=1)
    assert 0 < found.entries < found.file
    # A seat turns up two cards, takes one and plays it: 12 actions of four seats are the least.
    assert found.moves >= 2 * 12


def test_it_agrees_with_the_process_itself() -> None:
    before = time.process_time()
    told = cpu_seconds(os.getpid())
    # psutil counts in hundredths where there is no such clock.
    assert before - 0.02 <= told <= time.process_time() + 0.02


DIFFERENT = 96
"""How far apart a channel of two pixels has to be to look different, of 255."""


def image_of(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture)).convert("RGB")


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_plain_picture_shows_the_same(game: AnyGame) -> None:
    """Only soft edges and rounding differ: the work is the same, and so is the content."""
    face = face_of(game)
    for moment in moments(game, game.seats[0]):
        ours = image_of(face.picture(moment.scene))
        plain = image_of(face.drawn(moment.scene, PlainCanvas).png())
        assert ours.size == plain.size
        apart = ImageChops.difference(ours, plain).convert("L").point(lambda at: at > DIFFERENT)
        assert apart.histogram()[1] < 0.06 * ours.width * ours.height
