"""What the tests of all games are told of Kabobo!; docs/adding-a-game.md has what each is for."""

from typing import Final

from tests.games.own import used_up_often

UNREACHED: Final = {"Unlocked"}
KINDS: Final = "peek take draw keep season check look trade lock decline call"
FIRST: Final = 5
CHECKED: Final = [{"max_rounds": 3}, {"max_rounds": 2, "max_turns": 100}, {"max_turns": 3}]
positions = used_up_often
