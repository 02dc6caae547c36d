"""What the tests of all games are told of Chow Pow!; docs/adding-a-game.md has what each is for."""

from typing import Final

from tests.games.own import used_up_soon

UNREACHED: Final = {"Chose", "DrewForTie", "ShowdownEnded", "ShowdownStarted"}
KINDS: Final = "flip take defend"
CHECKED: Final = [
    {},
    {"battle_buffet": True},
    {"three_course_meal": True, "max_turns": 5},
    {"own_size": True, "hot_sauce": True},
    {"deck": "H Herbs 12345x3; P Pasta 3579x4; C Cheese 9x9; W 4x3; T 1x1"},
    {"max_turns": 3},
]
positions = used_up_soon
