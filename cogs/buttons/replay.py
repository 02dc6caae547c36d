"""The replay of a match: opening it, and going to another step or round."""

import re
from collections.abc import Mapping
from typing import Final

from bot.tables.core.errors import RefusedError
from bot.tables.core.steps import Wanted, round_begins, step_begins
from cogs.answers.click import chosen
from cogs.buttons.verb import Press, Verb
from cogs.layouts.address import NUMBER
from cogs.layouts.replay import FIRST, LAST, ROUND, VERB
from cogs.surface.replays import show_replay

__all__ = ["NO_SUCH_STEP", "VERBS"]

NO_SUCH_STEP: Final = "There's no such step. Please open the replay again with `/replay`."

_NUMBER: Final = re.compile(NUMBER)
_ROUND: Final = re.compile(f"{ROUND}:{NUMBER}")


async def _replay(press: Press) -> None:
    await show_replay(press.services, press.click, press.state, _wanted(press))


def _wanted(press: Press) -> Wanted:
    """Return what a control asks for; a number out of range stands for the nearest."""
    words, stage = press.words, press.state.stage
    if _ROUND.fullmatch(words):
        return round_begins(_number(chosen(press.click)))
    if words == LAST and stage is not None:
        return step_begins(stage.turn)
    return step_begins(1 if words in ("", FIRST) else _number(words))


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise RefusedError(NO_SUCH_STEP)
    return int(text)


VERBS: Final[Mapping[str, Verb]] = {
    VERB: Verb(
        _replay, costly=True, thinking=True, in_place=True, looks_back=True, tells_cards=True
    ),
}
