"""What happens if you …: each row of the table in docs/nights.md, carried out."""

import re
from collections.abc import Callable, Mapping
from typing import Final

import pytest

from bot.night.night import CameBack, Joined, NightClosed, can_join
from bot.night.standings import MOST_SPARED, averages, scores, totals
from tests.house.files import ROOT
from tests.night.nights import Log

PAGE = ROOT / "docs" / "nights.md"


def _rows() -> list[str]:
    section = PAGE.read_text("utf-8").split("\n## ")[1]
    return re.findall(r"^\| ([^|]+) \| [^|]+ \|$", section, re.MULTILINE)


def played() -> Log:
    """Return a night with a round of four, who finished in the order of their ids."""
    log = Log(4)
    log.place([1, 2, 3, 4])
    log.finish(0, 1, 2, 3, 4)
    return log


def come_late() -> None:
    log = played()
    log.do(Joined(person=5))
    assert totals(log.night)[5] == 0
    log.seat()
    assert 5 in log.night.rounds[-1].tables[0].seats


def away() -> None:
    log = played()
    log.place([1, 2, 3, 4])
    log.finish(0, 1, 2, 3, 4, away=[1])
    assert [row[-1] for row in scores(log.night).values()] == [0, 100, 50, 0]


def removed() -> None:
    log = played()
    log.place([1, 2, 3, 4])
    log.finish(0, 1, 2, 3, 4, absent=[1])
    assert [row[-1] for row in scores(log.night).values()] == [MOST_SPARED, 100, 50, 0]
    log.place([1, 2, 3, 4])
    log.finish(0, 1, 2, 3, 4)
    assert scores(log.night)[1][-1] == 100, "who played half of their turns, no matter who finished"


def alone() -> None:
    log = played()
    log.place([1, 2, 3, 4])
    log.finish(0, 1, 2, 3, 4, away=[1, 2], absent=[4])
    assert scores(log.night)[3][-1] == averages(log.night)[3] < MOST_SPARED


def leave_before() -> None:
    log = played()
    log.do(Joined(person=5))
    log.leave(5)
    assert 5 not in totals(log.night)
    log.do(Joined(person=5))
    assert 5 in log.night.here


def leave() -> None:
    log = played()
    log.leave(1)
    log.place([2, 3, 4])
    log.finish(0, 1, 2, 3)
    assert [float(each or 0) for each in scores(log.night)[1]] == [100, 0]


def come_back() -> None:
    log = played()
    log.leave(1)
    log.seat()
    log.do(CameBack(person=1))
    log.finish(0, 1, 2, 3)
    log.seat()
    assert 1 in log.night.rounds[-1].tables[0].seats


def bye() -> None:
    log = Log(3, (2,))
    log.place([1, 2], byes=[3])
    log.finish(0, 1, 2)
    assert totals(log.night)[3] == averages(log.night)[3] == 50
    log.place([3, 2], byes=[1])
    log.finish(0, 1, 2)
    assert totals(log.night)[1] == 100 + averages(log.night)[1] == 200


def cannot_finish() -> None:
    log = played()
    log.place([1, 2, 3, 4])
    log.give_up(0, 2)
    assert [row[-1] for row in scores(log.night).values()] == [
        MOST_SPARED,
        0,
        *(averages(log.night)[person] for person in (3, 4)),
    ]


def closed() -> None:
    log = played()
    log.seat()
    log.leave(1)
    log.do(NightClosed())
    rows = scores(log.night)
    assert rows[1][-1] == 0
    assert all(rows[who][-1] == min(averages(log.night)[who], MOST_SPARED) for who in (2, 3, 4))


def leave_round_robin() -> None:
    log = Log(4, (2,), "round robin")
    log.play(lambda person: -person)
    assert not can_join(log.night)
    log.leave(1)
    log.play(lambda person: -person)
    [without] = log.night.rounds[-1].byes
    assert scores(log.night)[1][-1] == 0
    assert scores(log.night)[without][-1] == averages(log.night)[without]


CASES: Final[Mapping[str, Callable[[], None]]] = {
    "come late": come_late,
    "are away from your match": away,
    "are removed from your match": removed,
    "have nobody left to play against": alone,
    "leave before your first round": leave_before,
    "leave the night": leave,
    "come back": come_back,
    "have a bye": bye,
    "sit at a table that can't finish": cannot_finish,
    "are playing when the night is closed": closed,
    "leave a round robin": leave_round_robin,
}


def test_every_row_is_carried_out() -> None:
    assert _rows() == ["if you", *CASES]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_is_said_beforehand_happens(case: Callable[[], None]) -> None:
    case()
