"""The table of figures, with the smallest budget there is."""

import re

import pytest

from bot.games.kabobo.rules.game import KABOBO
from bot.games.kapow.rules.game import KAPOW
from lab.bench.kai import figures_of_ladder
from lab.bench.table import bench, print_figures, rows
from tests.toy_game import TOY

ROW = re.compile(r"\| (.+?) *\| (.+?) *\| (.+?) *\| (\S+) *\|")

LEVELS = ("easy", "normal", "hard", "expert")

NAMES = [
    *(f"random playouts of {name}" for name in ("Kapow!", "Kabobo!", "High Card")),
    "random playouts of Kapow!, compiled",
    "CPU the most legal actions, CAP-IT",
    *("durable moves, 1 table", "CPU a durable move, 1 table"),
    *("durable moves, 3 tables", "CPU a durable move, 3 tables"),
    *("group commit, 1 writer", "group commit, 32 writers"),
    *("memory: a started table", "memory: a lobby", "memory: 10 moves, each adds"),
    "database: match of 1 round",
    "a read beside 20 heavy ones",
    *(
        f"{read}, 2,000 matches, {database}"
        for database in ("SQLite", "PostgreSQL")
        for read in ("standings", "best scores", "a profile", "two people", "a person's matches")
    ),
    *("CPU a picture, 4 seats", "its size"),
    "CPU a hand's picture, slowest of 2 to 8 seats",
    *("CPU a picture, 4 seats, Kabobo!", "its size, Kabobo!"),
    "CPU a hand's picture, slowest of 2 to 6 seats, Kabobo!",
    *("CPU a picture, 4 seats, High Card", "its size, High Card"),
    f"CPU a hand's picture, slowest of {TOY.seats[0]} to {TOY.seats[-1]} seats, High Card",
    *(f"Kai's decision ({level})" for level in LEVELS),
    *(f"Kai's decision ({level}), Kabobo!" for level in LEVELS),
    "Kai's decision (normal), High Card",
    "decisions of hard on one core, 2 seats",
    *("CPU a decision of hard, 2 seats", "CPU a decision of hard, 4 seats"),
    *("CPU a decision of expert, 2 seats", "CPU a decision of expert, 4 seats"),
    "a click, other cards hidden",
    *("CPU the worst deck, 16 KiB", "CPU a record of 2 KiB, checked"),
    *("CPU a click in a hand in words", "time of a click, one person"),
    "CPU a click that changes a hand's picture",
    *("time of a click, 8 people, 2/s", "time of a click, 8 people, 0/s"),
    "CPU a click in the daily deal, Kai's answer included",
    *("CPU to answer a puzzle, Kapow!", "CPU to answer a puzzle, CAP-IT"),
    "time of a move beside 4 Kais",
    "the same, hard or easy",
    "of their actions, chosen below the level",
    *("READY to first click, 3 tables", "start (all imports)"),
    *(
        f"SIGTERM to the end, {load}"
        for load in ("idle", "while four people click", "while Kai thinks")
    ),
]


@pytest.mark.thorough
def test_one_run_prints_one_table_with_all_figures(capsys: pytest.CaptureFixture[str]) -> None:
    print_figures("tiny", {game.name: game for game in (KAPOW, KABOBO, TOY)})
    machine, _, *table, _, told = capsys.readouterr().out.splitlines()
    assert re.match(r"Python 3\.\d+\.\d+, \d+ cores, ", machine)
    assert told.startswith("Ratio: measured over anchor")
    head, line, *figures = table
    found = [match.groups() for match in map(ROW.fullmatch, [head, *figures]) if match]
    assert found[0] == ("figure", "measured", "anchor", "ratio")
    assert line == "|---|---|---|---|"
    assert [name for name, *_ in found[1:]] == NAMES
    for name, measured, anchor, ratio in found[1:]:
        assert re.match(r"[\d,.]+ ", measured), name
        if ratio != "—":
            said, held = (float(text.split()[0].replace(",", "")) for text in (measured, anchor))
            # Both are rounded where they are told.
            assert float(ratio) == pytest.approx(said / held, rel=0.1, abs=0.1), name


def test_only_the_rows_that_are_asked_for_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    print_figures("tiny", {TOY.name: TOY}, only=["decisions"])
    table = [row for row in capsys.readouterr().out.splitlines() if row.startswith("| ")]
    assert [row.split("|")[1].strip() for row in table] == [
        "figure",
        "Kai's decision (normal), High Card",
    ]


def test_rows_that_are_unknown_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench(quick=True, only=["tables"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("There are no rows “tables”: there are playouts, database,")


@pytest.mark.thorough
def test_neighbouring_levels_play_short_matches() -> None:
    figures = [*figures_of_ladder(KABOBO, 0.01), *figures_of_ladder(TOY, 0.01)]
    assert [figure.name for figure in figures] == [
        "Kai's ladder: normal over easy, Kabobo!",
        "Kai's ladder: hard over normal, Kabobo!",
        "Kai's ladder: expert over hard, Kabobo!",
    ]
    for figure in figures:
        assert re.fullmatch(r"\d+ % of \d+ short matches won", figure.measured)


def test_a_quick_run_is_shorter_in_every_part() -> None:
    for each in rows():
        for quick, full in zip(each.quick, each.full, strict=True):
            assert quick <= full
