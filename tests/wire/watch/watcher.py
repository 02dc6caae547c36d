"""The watcher: records how long each log was at each message, and checks the messages later."""

import re
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.face.face import with_lasting
from bot.tables.clock import HouseRules
from cogs.core.click import read_address, read_hand_address
from cogs.core.page import Page
from db.storage import open_storage
from tests.wire.evening import Evening, opened
from tests.wire.process import Nursery, read_file
from tests.wire.stand_in.interactions import Deed, Interaction
from tests.wire.stand_in.messages import walk
from tests.wire.stand_in.server import TOKEN
from tests.wire.stand_in.tape import EVERYBODY, Said
from tests.wire.stand_in.world import EPHEMERAL, Json
from tests.wire.watch.needles import found_in_log, found_in_raw
from tests.wire.watch.pages import (
    Asked,
    Hands,
    options_pages,
    public_pages,
    taught_pages,
    text_pages,
    written,
)
from tests.wire.watch.sentences import is_plain
from tests.wire.watch.truth import Truth

RULES: Final = HouseRules(kai_pace=0, round_pause=0, reminder=0)
"""As the bots of the wire tests have them."""

_TOKEN: Final = re.compile(r"/(?:interactions|webhooks)/\d+/([^/]+)")
_NO_WORDS: Final = {"type", "flags", "tts", "allowed_mentions"}
UNEXPLAINED: Final = "unexplained"


@dataclass(frozen=True, slots=True)
class Witness:
    """Something said, and how many entries each table's log had by then."""

    said: Said
    known: Mapping[str, int]


class Watcher:
    """Reads an evening. What was said must follow from what its reader may know, to the byte."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.witnesses: list[Witness] = []
        self.truths: dict[str, Truth] = {}
        self.found: Counter[str] = Counter()
        """How many of each kind have been read."""
        evening.discord.tape.listeners.append(self._hear)

    async def judge(self) -> list[str]:
        """Return what should not have been said, in words; empty if all is well."""
        await self._learn()
        complaints = [
            f"{witness.said.method} {witness.said.path}: {complaint}"
            for witness in self.witnesses
            for complaint in self.complaints(witness)
        ]
        log = found_in_log(self.evening.bot.log, self.truths.values(), self._tokens())
        return [*complaints, *log]

    def complaints(self, witness: Witness) -> Iterator[str]:
        said = witness.said
        yield from found_in_raw(said, self.truths.values(), witness.known, TOKEN)
        told = said.path.startswith(("/channels/", "/interactions/", "/webhooks/"))
        if not told or said.method in ("GET", "DELETE"):
            return  # Logging in, the commands' names; nothing that people see.
        body = (said.body or {}).get("data", said.body) or {}
        kind = self._kind(witness, body)
        self.found[kind] += 1
        if kind == UNEXPLAINED:
            yield f"this is not what the reader may know: {str(said.body)[:2000]}"

    def _kind(self, witness: Witness, body: Json) -> str:
        """Return as what this may be shown: it can be made without what its reader may not know."""
        if "custom_id" in body:
            return "form"  # Its words are checked with the raw bytes.
        if body.get("components"):
            return self._kind_of_page(witness, body["components"])
        words = body.get("content")
        rest = {key for key, value in body.items() if value and key != "content"}
        if not rest <= _NO_WORDS or (words and not is_plain(words)):
            return UNEXPLAINED
        return "sentence" if words else "nothing"

    def _kind_of_page(self, witness: Witness, shown: Json) -> str:
        """Return which page it is of those that can be made for the reader so far."""
        said, click = witness.said, self._click(witness.said)
        if click is not None and not said.uploads and all(map(is_plain, _texts(shown))):
            return "sentence"
        words = f"{said.body} {click.data if click else ''}"
        named = [table for table in witness.known if table in words]
        for table in named or witness.known:
            for seq in range(witness.known[table], 0, -1):
                for kind, page in self._pages(self.truths[table], seq, said, shown, click):
                    if written(page) == shown and _same_files(said, page):
                        return kind
        return UNEXPLAINED

    def _pages(
        self, truth: Truth, seq: int, said: Said, shown: Json, click: Interaction | None
    ) -> Iterator[tuple[str, Page]]:
        if click is None or not _is_private(said, click):
            yield from (("public", page) for page in public_pages(truth, seq, shown, RULES))
            return
        hands = Hands(truth, click.user.id).pages(seq, shown, _asked(click))
        yield from (("hand", page) for page in hands)
        yield from (("text", page) for page in text_pages(truth, seq, click.user.id))
        yield from (("options", page) for page in options_pages(truth, seq, RULES))
        yield from (("kai", page) for page in taught_pages(truth, seq, click))

    def _click(self, said: Said) -> Interaction | None:
        token = _TOKEN.match(said.path)
        return self.evening.discord.state.interactions.get(token[1]) if token else None

    def _tokens(self) -> Sequence[str]:
        return [TOKEN, *self.evening.discord.state.interactions]

    async def _learn(self) -> None:
        async with open_storage(self.evening.bot.database_url) as storage:
            for table in self._known():
                self.truths[table] = Truth(table, await storage.store.load(table))

    def _hear(self, said: Said) -> None:
        self.witnesses.append(Witness(said, self._known()))

    def _known(self) -> dict[str, int]:
        file = self.evening.bot.folder / "cards.db"
        if not file.exists():
            return {}
        try:
            rows = read_file(file, "SELECT table_id, max(seq) FROM log GROUP BY table_id")
        except sqlite3.OperationalError:
            return {}  # There is no such table before the first start.
        return {str(table): int(seq) for table, seq in rows}


@asynccontextmanager
async def watching(bots: Nursery, folder: Path) -> AsyncIterator[Watcher]:
    """Watch an evening with a bot that logs all it can, from its start on."""
    logged = {"CARDS_LOG_LEVEL": "DEBUG"}
    async with opened(bots, folder, starts=False, settings=logged) as evening:
        watcher = Watcher(evening)
        await evening.bot.start()
        yield watcher


def _is_private(said: Said, click: Interaction) -> bool:
    """Whether one person alone sees it: as Discord showed it, or would have."""
    if said.reader in (EVERYBODY, str(click.user.id)):
        return said.reader != EVERYBODY
    data = (said.body or {}).get("data", said.body) or {}
    shown = (click.original, click.on)
    was_private = any(message is not None and message.reader is not None for message in shown)
    return was_private or bool(int(data.get("flags") or 0) & EPHEMERAL)


def _asked(click: Interaction) -> Asked:
    """Return what was chosen by a click on a hand."""
    if click.deed is not Deed.COMPONENT:
        return Asked()
    address = read_address(str(click.data["custom_id"]))
    if address.verb == "hint":
        return Asked(with_lasting(address.words.partition("=")[2], ""))
    if address.verb != "h":
        return Asked()
    values = click.data.get("values")
    pressed = read_hand_address(address.words, str(values[0]) if values else None)
    action = pressed.words if pressed.kind == "a" else ""
    return Asked(pressed.focus, action, with_lasting(pressed.lasting, ""))


def _same_files(said: Said, page: Page) -> bool:
    sent = [(upload.name, upload.content) for upload in said.uploads]
    return sent == [(upload.name, upload.content) for upload in page.uploads]


def _texts(shown: Json) -> Iterator[str]:
    for part in walk(shown):
        yield from (str(part[key]) for key in ("content", "label", "placeholder") if part.get(key))
        yield from (str(option["label"]) for option in part.get("options") or ())
