"""Reviews and puzzles made at once by fast advisers: a process takes longer to start."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

from bot.game.record import Record, parse_record
from bot.games.registry import GAMES
from bot.operation.operation import Operation
from bot.puzzle.making import Asked, grown
from bot.puzzle.service import PuzzleMaker
from bot.review.making import make_review
from bot.review.process import Analyst
from tests.puzzle.__main__ import HOLD
from tests.puzzle.quick import quick_judges
from tests.review.quick import quick_advisers


@dataclass
class _Made:
    """Something made already, which is not given out as long as there is the file that holds it."""

    made: str
    hold: str = ""
    looked_at: int = 0

    @property
    def over(self) -> bool:
        return not Path(self.hold).is_file()

    def result(self) -> str:
        return self.made

    def stop(self) -> None:
        pass


class _QuickAnalyst:
    def begin(self, record: Record) -> _Made:
        advisers = quick_advisers(record.game)
        assert advisers is not None
        review = make_review(record, GAMES, advisers.first, lambda _: None, advisers.closer)
        return _Made(review.model_dump_json())


class _QuickMaker:
    def begin(self, asked: Asked) -> _Made:
        record = parse_record(asked.record)
        found = grown(record, asked.plies, quick_judges(record.game), lambda: True)
        made = json.dumps([puzzle.model_dump_json() for puzzle in found])
        return _Made(made, os.environ.get(HOLD, ""))


class QuickReviews(Operation):
    """Watches a bot as usual, but for who makes its reviews and puzzles."""

    def analyst(self, analyst: Analyst) -> Analyst:  # noqa: ARG002 - is not asked
        return super().analyst(_QuickAnalyst())

    def puzzle_maker(self, maker: PuzzleMaker) -> PuzzleMaker:  # noqa: ARG002 - is not asked
        return super().puzzle_maker(_QuickMaker())
