"""What the tests of all games are told of CAP-IT; docs/adding-a-game.md has what each is for."""

from typing import Final

from tests.games.own import used_up_soon

UNREACHED: Final = {"Drew"}
KINDS: Final = "take push meld lay discard"
CHECKED: Final = [{"rounds": 2}, {"run_suit": "any"}, {"stall_circuits": 1}]
positions = used_up_soon
