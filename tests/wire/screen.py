"""What a person sees of a message."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from tests.wire.stand_in.messages import walk
from tests.wire.stand_in.world import Json, Message

BUTTON: Final = 2
MENU: Final = 3
TEXT: Final = 10
PICTURES: Final = 12


@dataclass(frozen=True, slots=True)
class Screen:
    """A message's words, buttons and menus as they stand now."""

    message: Message

    @property
    def text(self) -> str:
        parts = [str(part["content"]) for part in self._parts() if part["type"] == TEXT]
        return "\n".join([self.message.content, *parts]).strip()

    @property
    def buttons(self) -> dict[str, str]:
        """The custom ids of what can be clicked, by label."""
        return {str(button.get("label") or ""): str(button["custom_id"]) for button in self._live()}

    @property
    def ids(self) -> list[str]:
        """The custom ids of all buttons that can be clicked."""
        return [str(button["custom_id"]) for button in self._live()]

    @property
    def menus(self) -> dict[str, list[str]]:
        """The values of each menu, by custom id."""
        return {
            str(part["custom_id"]): [str(option["value"]) for option in part["options"]]
            for part in self._parts()
            if part["type"] == MENU and not part.get("disabled")
        }

    @property
    def alt(self) -> str:
        pictures = (part for part in self._parts() if part["type"] == PICTURES)
        return next((str(found["items"][0].get("description")) for found in pictures), "")

    def _live(self) -> Iterator[Json]:
        for part in self._parts():
            if part["type"] == BUTTON and part.get("custom_id") and not part.get("disabled"):
                yield part

    def _parts(self) -> Iterator[Json]:
        return walk(self.message.components)


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
