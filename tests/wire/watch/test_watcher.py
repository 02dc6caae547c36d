"""The watcher notices leaks to a reader, into a file or into the log."""

import random
from collections.abc import AsyncIterator, Callable, Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Final

import pytest
import pytest_asyncio

from bot.game.contract import AnyGame
from bot.tables.entries import Acted
from bot.tables.sight import look
from bot.tables.store import Phase
from cogs.play.hand import hand, hand_page
from cogs.play.table import table_page
from tests.short import few_rounds, kapow_first
from tests.wire.process import Nursery
from tests.wire.soak.sample import faults_in
from tests.wire.stand_in.messages import walk
from tests.wire.stand_in.tape import EVERYBODY, Said, Upload
from tests.wire.stand_in.world import Json
from tests.wire.watch.needles import found_in_log
from tests.wire.watch.pages import written
from tests.wire.watch.truth import Truth
from tests.wire.watch.watcher import RULES, Watcher, Witness, watching

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.parametrize("game", kapow_first(), ids=lambda game: game.name, scope="module"),
]

_Leak = Callable[[Said, Truth, int], Said]


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def watcher(
    bots: Nursery, tmp_path_factory: pytest.TempPathFactory, game: AnyGame
) -> AsyncIterator[Watcher]:
    """An evening on which a match of a game was watched for a while; all was well."""
    async with watching(bots, tmp_path_factory.mktemp(game.name)) as watcher:
        evening, options = watcher.evening, few_rounds(game, 10)
        people = await evening.seat("Ann", "Ben", game=game.name, hints=False, **options)
        assert await evening.play(people, random.Random(1), 100) == 100
        await evening.discord.quiet()
        assert await watcher.judge() == []
        assert [*faults_in(evening.bot.log)] == []
        yield watcher


@pytest.fixture
def truth(watcher: Watcher) -> Truth:
    """What was true on that evening."""
    return watcher.truths[watcher.evening.table]


def _pages(watcher: Watcher, *, public: bool) -> list[Witness]:
    """Return what was said with buttons while the match went on, the newest last."""
    found = []
    for witness in watcher.witnesses:
        words = str(witness.said.body)
        seen = (witness.said.reader == EVERYBODY) is public and witness.said.status == 200
        if seen and ("table.png" in words if public else ":h:" in words):
            found.append(witness)
    return found


def _changed(said: Said, change: Callable[[list[Json]], None]) -> Said:
    body = deepcopy(said.body)
    change(list(walk((body.get("data") or body)["components"])))
    return replace(said, body=body)


def _add_to(kind: int, key: str, words: str) -> Callable[[list[Json]], None]:
    def change(parts: list[Json]) -> None:
        part = next(part for part in parts if part["type"] == kind)
        part[key] = str(part[key]) + words

    return change


def _in_alt(said: Said, truth: Truth, _: int) -> Said:
    def change(parts: list[Json]) -> None:
        picture = next(part for part in parts if part["type"] == 12)
        picture["items"][0]["description"] += f" Next: {next(truth.deals())[-1]}"

    return _changed(said, change)


def _in_picture(said: Said, truth: Truth, _: int) -> Said:
    """Send a picture with cards that are turned up only later."""
    later = truth.picture(truth.moments[-1])
    assert [later] != [upload.content for upload in said.uploads]
    return replace(said, uploads=[Upload("table.png", later)])


PUBLIC: Final[Mapping[str, _Leak]] = {
    "in the words": lambda said, *_: _changed(said, _add_to(10, "content", " Next comes a 5.")),
    "in the alt text": _in_alt,
    "in the picture": _in_picture,
    "in a file's name": lambda said, *_: replace(
        said, uploads=[Upload("table-5.png", up.content) for up in said.uploads]
    ),
    "the secret in the bytes": lambda said, truth, _: replace(
        said, raw=said.raw + truth.secret.hex().encode()
    ),
}


def _of_the_other(said: Said, truth: Truth, seq: int) -> Said:
    """Send the other's hand in one's own message."""
    table = truth.moments[seq]
    mine = next(n for n, seat in enumerate(table.seats) if str(seat.user) == said.reader)
    page = hand_page(hand(table, truth.face, 1 - mine), f"<#{table.place.channel}>")
    body = deepcopy(said.body)
    (body.get("data") or body)["components"] = written(page)
    return replace(said, body=body)


def _as_sentence(said: Said, *_: object) -> Said:
    data = {"type": 4, "data": {"content": "Ben has drawn the 5.", "flags": 64}}
    return replace(said, method="POST", body=data)


PRIVATE: Final[Mapping[str, _Leak]] = {
    "in the words": lambda said, *_: _changed(said, _add_to(10, "content", " Ben has a 5.")),
    "on a button": lambda said, *_: _changed(said, _add_to(2, "label", "5")),
    "in a custom id": lambda said, *_: _changed(said, _add_to(2, "custom_id", ":5")),
    "another's hand": _of_the_other,
    "as a sentence": _as_sentence,
}


@pytest.mark.parametrize("public", [True, False])
async def test_what_is_slipped_to_a_reader_is_noticed(
    watcher: Watcher, truth: Truth, *, public: bool
) -> None:
    pages = _pages(watcher, public=public)
    witness = pages[len(pages) // 3]
    seq = witness.known[watcher.evening.table]
    for name, leak in (PUBLIC if public else PRIVATE).items():
        told = leak(witness.said, truth, seq)
        assert list(watcher.complaints(replace(witness, said=told))) != [], name
    assert list(watcher.complaints(witness)) == []


async def test_what_shows_a_hidden_card_differs_for_twins(truth: Truth) -> None:
    playing = [n for n, table in enumerate(truth.moments) if table.phase is Phase.PLAYING]
    for seq in playing:
        table = truth.moments[seq]
        for viewer in (None, 0, 1):
            twin = truth.twin(seq, viewer)
            assert look(twin, viewer) == look(table, viewer)
            assert twin.position != table.position
            assert twin.secret != table.secret

    def leaking(seq: int, *, to_twin: bool) -> Json:
        """Make a page as a careless layout would: with a word about the state itself."""
        table = truth.twin(seq, None) if to_twin else truth.moments[seq]
        painted = truth.picture(table)
        page = written(table_page(table, truth.face, painted, RULES, mention=True))
        return [*page, hash(table.position)]

    assert leaking(playing[-1], to_twin=True) != leaking(playing[-1], to_twin=False)


async def test_what_gets_into_the_log_is_noticed(watcher: Watcher, truth: Truth) -> None:
    tokens = list(watcher.evening.discord.state.interactions)
    cards = next(truth.deals())
    log = watcher.evening.bot.log
    assert found_in_log(log, [truth], tokens) == []
    for line in (
        f"secret {truth.secret.hex()}",
        f"secret {truth.secret!r}",
        f"PATCH /webhooks/1/{tokens[0]}/messages/@original",
        f"KeyError: {truth.moments[-1].position!r}",
        f"draw pile: {', '.join(cards[-7:])}",
        f"seat 0 did {_an_action(truth)}",
    ):
        assert found_in_log(f"{log}\n{line}\n", [truth], tokens) != [], line


def _an_action(truth: Truth) -> str:
    """Return what someone did, in notation; not a word that may stand in a log anyway."""
    done = (entry.action for entry in truth.entries if isinstance(entry, Acted))
    return next(action for action in done if " " in action)
