"""Generate invalid input of every kind."""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tests.wire.person import OURS, Person
from tests.wire.screen import Screen
from tests.wire.stand_in import Message
from tests.wire.stand_in.events import component_data
from tests.wire.stand_in.interactions import Deed
from tests.wire.stand_in.world import Json

NASTY: Final = (
    "**bold** __line__ ~~gone~~ ||hidden|| `code` ```block",
    "@everyone @here <@1> <@!1> <@&1> <#1> </play:1> <t:1:R>",
    "\u202etxet desrever\u202c \u200e\u200f\u2066",
    "\U0001f9d1\u200d\U0001f9d1\u200d\U0001f9d2\u200d\U0001f9d2" * 14,
    "[click](https://example.invalid) https://example.invalid/x.png",
    "> quote\n# title\n-# small\n- list\n1. one",
    "\x00\x01\x1b[31m\r\n\t",
    "Robert'); DROP TABLE log;--",
    "{0} {name} %s %n ${HOME} ../../etc/passwd",
    "a\u0300\u0301\u0302\u0303" * 20,
    "ﷺ" * 30,
    *("", " ", "0", "-1", "9" * 90, "null", "NaN", "[" * 90),
)
"""Texts that have broken programs before."""

ALPHABETS: Final = ((32, 126), (0x80, 0x7FF), (0x2000, 0x206F), (0x1F300, 0x1FAFF))
PREFIXES: Final = (
    *("", "", "k1:", "k1:0000000000:", "k2:", "k1:ffffffffff:h:", "daily:", "daily:1:h:"),
    *("puzzle:", "quiet:", "night:", "night:0123456789:"),
)
OPTIONS: Final = ("option:rounds", "option:max_rounds", "option:nothing")
MENUS: Final = (*OPTIONS, "clock", "ranked", "topic", "h:0:0:0:n")

CLOCK: Final = '{"kind":"live","seconds":1}'
VALUES: Final = (
    *('"', "[]", "{}", "null", "1e999", "-1", "99999", '"ten"', "[1]", "{", "\ud83d", CLOCK),
)
"""For a menu of the options: none of them is a choice."""

OPEN_TO_ALL: Final = ("join", "text", "rules", "topic", "again")
"""Verbs of buttons that a stranger may press."""


@dataclass(frozen=True, slots=True)
class BadInput:
    """Something that a person sends, as Discord would pass it on."""

    person: Person
    deed: Deed
    data: Json
    on: Message | None = None


class Nonsense:
    """Makes bad inputs from a seed, around messages that are really there.

    ``stranger`` sits at no table; ``host`` is the host of the lobby and sits in the matches.
    """

    def __init__(self, seed: int, stranger: Person, host: Person, boards: Sequence[Screen]) -> None:
        self._source = random.Random(seed)
        self._stranger = stranger
        self._host = host
        self._boards = boards
        self._ids = [custom_id for board in boards for custom_id in board.ids]

    def one(self) -> BadInput:
        kinds = (self._strange_id, self._changed_id, self._stale_hand, self._value, self._form)
        return self._source.choice((*kinds, self._command, self._command, self._half_typed))()

    def text(self, longest: int = 100) -> str:
        """Return a text that nobody expects."""
        if self._source.random() < 0.5:
            return self._source.choice(NASTY)[:longest]
        letters = [chr(self._letter()) for _ in range(self._source.randint(1, longest))]
        return "".join(letters)

    def _letter(self) -> int:
        low, high = self._source.choice(ALPHABETS)
        return self._source.randint(low, high)

    def _seen_by(self, person: Person) -> Message:
        shown = [board.message for board in self._boards]
        return self._source.choice([m for m in shown if m.reader in (None, person.user.id)])

    def _anybody(self) -> Person:
        return self._source.choice((self._stranger, self._host))

    def _click(self, person: Person, custom_id: str, values: list[str] | None = None) -> BadInput:
        """Press a control with this custom id, which is on the message as Discord saw it."""
        control: Json = {"type": 2, "id": 2, "style": 2, "label": "?", "custom_id": custom_id}
        if values is not None:
            options = [{"label": "?", "value": "?"}]
            control = {"type": 3, "id": 2, "custom_id": custom_id, "options": options}
        components = [{"type": 1, "id": 1, "components": [control]}]
        on = replace(self._seen_by(person), components=components)
        return BadInput(person, Deed.COMPONENT, component_data(on, custom_id, values), on)

    def _strange_id(self) -> BadInput:
        """A control whose custom id is not ours, or of a future version."""
        prefix = self._source.choice(PREFIXES)
        return self._click(self._anybody(), (prefix + self.text())[:100])

    def _changed_id(self) -> BadInput:
        """A control of ours with one part of its custom id changed, pressed by a stranger."""
        custom_id = self._source.choice(self._ids)
        place = self._source.randrange(len(custom_id))
        rest = custom_id[place + self._source.randint(0, 3) :]
        changed = f"{custom_id[:place]}{self.text(3)}{rest}"[:100]
        if any(f":{verb}" in changed for verb in OPEN_TO_ALL) or not OURS.fullmatch(changed):
            changed = f"{custom_id[:13]}:h:{self.text(60)}"
        return self._click(self._stranger, changed)

    def _stale_hand(self) -> BadInput:
        """A hand's button with an invalid revision, seat or action."""
        table = self._source.choice(self._ids)[3:13]
        seat, revision = self._source.choice(((0, 99_999), (1, 0), (99, 0), (7, 12), (0, 54_321)))
        kind, words = self._source.choice("afn"), self.text(40)
        return self._click(
            self._anybody(), f"k1:{table}:h:{seat}:{revision}:0:{kind}:{words}"[:100]
        )

    def _value(self) -> BadInput:
        """A choice that a menu does not have, or none, or several."""
        table = self._source.choice(self._ids)[3:13]
        menu = self._source.choice(MENUS)
        values = self._source.choice(([], ["1", "2"], [self._source.choice(VALUES)], [self.text()]))
        return self._click(self._host, f"k1:{table}:{menu}", values)

    def _form(self) -> BadInput:
        table = self._source.choice(self._ids)[3:13]
        custom_id = self._source.choice((f"k1:{table}:cutting", f"k1:{table}:h", self.text()))
        fields: Sequence[Json] = (
            [],
            [{"type": 18, "id": 1}],
            [{"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": self.text()}}],
            [{"type": 18, "id": 1, "component": self._input(self.text(4000))}],
            [{"type": 1, "id": 1, "components": [self._input(self.text())]}],
        )
        data = {"custom_id": custom_id, "components": self._source.choice(fields)}
        return BadInput(self._stranger, Deed.MODAL, data, self._seen_by(self._stranger))

    def _input(self, value: str) -> Json:
        return {"type": 4, "id": 2, "custom_id": "word", "value": value}

    def _command(self) -> BadInput:
        """A slash command with an option that is out of range, of another type, or unknown."""
        name, options = self._source.choice(self._wrong_commands())
        known = {str(command["name"]): command for command in self._commands()}
        number = known[name]["id"] if name in known else "1"
        data = {"id": number, "name": name, "type": 1, "options": options}
        return BadInput(self._anybody(), Deed.COMMAND, data)

    def _wrong_commands(self) -> Sequence[tuple[str, list[Json]]]:
        # Discord lets a text have 6,000 characters where a command does not say less.
        text = self.text() * self._source.choice((1, 1, 1, 60))
        wide = self._source.choice((-1, 0, 99, 2**31, 2**53))
        return (
            ("play", [_option("game", 3, text)]),
            ("play", [_option("game", 3, "kapow"), _option("kai", 4, -1 - abs(wide))]),
            ("play", [_option("game", 3, "kabobo"), _option("kai", 4, 9 + abs(wide))]),
            ("play", [_option("kai", 4, self._source.choice((99, -1, 2**53)))]),
            ("play", [_option("kai", 3, text), _option("game", 3, text)]),
            ("play", [_option("kai", 3, text)]),
            ("play", [_option(text[:32] or "x", 5, 1), _option("game", 3, text)]),
            ("match", [_inner("record", ("match", 3, text))]),
            ("match", [_inner("verify", ("match", 3, text))]),
            ("rules", [_option("game", 3, text)]),
            ("league", [_inner("standings", ("game", 3, text))]),
            ("league", [_inner("best", ("game", 3, text))]),
            ("settings", [_option(text[:32] or "x", 4, wide)]),
            ("hand", [_option("table", 3, text)]),
            ("table", [{"name": "end", "type": 1, "options": [_option("table", 3, text)]}]),
            ("nothing", [_option("game", 3, text)]),
            ("manage", _night("plan", ("game", 3, "kapow"), ("at", 3, text))),
            ("manage", _night("plan", ("game", 3, text), ("at", 3, "8pm"), ("rounds", 4, 2**40))),
            ("manage", _night("plan", ("game", 3, "kapow"), ("at", 4, wide))),
            ("manage", _night("end", ("night", 3, text))),
            ("league", [_inner("standings", ("game", 3, "kapow"), ("page", 4, wide))]),
            ("daily", [_inner("play", ("day", 4, wide))]),
            ("me", [_inner("quiet-hours", ("begins", 4, wide), ("ends", 4, -wide))]),
        )

    def _commands(self) -> Sequence[Json]:
        return self._host.discord.state.commands[0]

    def _half_typed(self) -> BadInput:
        """Something typed into an option that completes itself."""
        completing = [
            (command["name"], option["name"])
            for command in self._commands()
            for option in command.get("options") or ()
            if option.get("autocomplete")
        ]
        name, option = self._source.choice(completing)
        typed = {**_option(option, 3, self.text()), "focused": True}
        data = {"id": "1", "name": name, "type": 1, "options": [typed]}
        return BadInput(self._anybody(), Deed.AUTOCOMPLETE, data)


def _inner(name: str, *options: tuple[str, int, str | int]) -> Json:
    return {"name": name, "type": 1, "options": [_option(*option) for option in options]}


def _night(name: str, *options: tuple[str, int, str | int]) -> list[Json]:
    return [{"name": "night", "type": 2, "options": [_inner(name, *options)]}]


def _option(name: str, kind: int, value: str | int) -> Json:
    # What Discord itself would not pass on is left out: a text is valid UTF-8.
    clean = json.loads(json.dumps(value).encode(errors="replace"))
    return {"name": name, "type": kind, "value": clean}
