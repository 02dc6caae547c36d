"""A lobby's options as the menus of its form send them."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

__all__ = ["Choice", "choices"]

_CLOCK: Final = re.compile(r"([0-9]+) (seconds|hours) a turn")


class Choice(NamedTuple):
    """A line of a menu: the verb and words of the menu's address, and the line's value."""

    verb: str
    words: str
    value: str


def choices(options: Mapping[str, str | int | bool]) -> Iterator[Choice]:
    """Yield what is chosen, in the order given; a clock by its words: "60 seconds a turn"."""
    for name, value in options.items():
        if name == "clock":
            yield Choice("clock", "", _clock(str(value)))
        elif name == "ante":
            yield Choice("setante", "", json.dumps(value))
        elif name in ("ranked", "hints"):
            yield Choice(name, "", json.dumps(value))
        else:
            yield Choice("option", name, json.dumps(value))


def _clock(words: str) -> str:
    found = _CLOCK.fullmatch(words)
    if found is None:
        return '{"kind":"none","seconds":0}'
    live = found[2] == "seconds"
    seconds = int(found[1]) * (1 if live else 3600)
    return json.dumps({"kind": "live" if live else "slow", "seconds": seconds})
