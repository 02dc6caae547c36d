"""What the tests of all games are told of Kapow!; docs/adding-a-game.md has what each is for."""

from collections.abc import Iterator
from typing import Final

from bot.games.kapow.rules.state import State
from tests.games.own import used_up_often

UNREACHED: Final = {"DiscardStarted", "UsedUp"}
KINDS: Final = "reveal take replace discard swap"
CHECKED: Final = [
    {"rounds": 2},
    {"rounds": 2, "cards": 12},
    {"rounds": 1, "cards": 9, "max_reshuffles": 1},
    {"rounds": 2, "no_pass": True, "max_swaps": 1},
    {"rounds": 2, "max_reshuffles": 0, "stall_circuits": 1},
]
positions = used_up_often


def hands(state: State) -> Iterator[list[object]]:
    for hand in state.hands:
        yield [position.upper for triad in hand for position in triad or ()]
