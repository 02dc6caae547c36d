"""The metrics of a bot on real sockets agree with what happened."""

import json
import random
import sqlite3
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import psutil
import pytest
from yarl import URL

from bot.operation.discord_traffic import kind_of
from bot.review import face as words
from tests.helpers import not_none
from tests.operation.scrape import Scrape, Scraper
from tests.wire.evening import Evening
from tests.wire.held import holding
from tests.wire.person import Person
from tests.wire.screen import Screen
from tests.wire.stand_in.orders import Order

WORDS = ((True, "yes"), (False, "no"))


async def test_a_match_is_counted_as_it_was(evening: Evening, scraper: Scraper) -> None:
    people = await evening.seat("Ann", "Ben", rounds=1, cards=9, kai=1)
    before = await scraper.metrics()
    assert before.value("cards_tables", game="kapow", phase="playing") == 1
    assert await evening.play(people, random.Random(4), 3000) < 3000
    after = await scraper.until(lambda found: found.value("cards_tables") == 0)

    moves = _moves(evening)
    assert moves.keys() == {"person", "kai"}
    for by, count in moves.items():
        assert after.value("cards_moves_total", game="kapow", by=by) == count
    assert after.value("cards_kai_decision_seconds_count", game="kapow") == moves["kai"]
    assert after.value("cards_tables_closed_total", game="kapow", because="finished") == 1
    assert after.value("cards_click_seconds_count") == len(evening.discord.state.interactions)
    assert after.value("cards_click_seconds_count", kind="application_command") == 1
    assert after.value("cards_database_commit_seconds_count") > 20
    assert after.value("cards_worker_job_seconds_count") > moves["kai"]
    for at_rest in ("cards_workers_waiting", "cards_kai_deciding", "cards_database_waiting_writes"):
        assert after.value(at_rest) == 0


def _moves(evening: Evening) -> Counter[str]:
    file = evening.bot.database_url.partition(":///")[2]
    with closing(sqlite3.connect(file)) as connection:
        bodies = connection.execute("SELECT body FROM log WHERE kind = 'acted'").fetchall()
    return Counter(json.loads(body)["by"] for (body,) in bodies)


async def test_requests_are_labelled_if_they_count(evening: Evening, scraper: Scraper) -> None:
    people = await evening.seat("Ann", "Ben", rounds=1, cards=9)
    await evening.play(people, random.Random(5), 30)

    def are_counted(seen: Scrape) -> bool:
        said = Counter(found.counts for found in evening.discord.tape.said if found.status < 300)
        name = "cards_discord_request_seconds_count"
        counted = {real: seen.value(name, counts=word, status="2xx") for real, word in WORDS}
        return counted == said

    seen = await scraper.until(are_counted)
    edits = seen.value("cards_discord_request_seconds_count", kind="edit")
    posts = seen.value("cards_discord_request_seconds_count", kind="post")
    assert (edits > 0, posts > 0) == (True, True)


async def test_rate_limits_and_retries_are_counted(evening: Evening, scraper: Scraper) -> None:
    body = {"message": "You are being rate limited.", "retry_after": 0.01, "global": False}
    headers = {"Via": "1.1 google", "Retry-After": "0.01"}
    evening.discord.orders.add(Order("POST /channels/.*/messages", 429, body, headers))
    evening.discord.orders.add(Order("POST /channels/.*/messages", 502))
    ann = evening.person("Ann")
    await ann.slash("play", game="kapow")
    await evening.discord.until(lambda: ann.sees("Join"))
    seen = await scraper.metrics()
    assert seen.value("cards_discord_request_seconds_count", kind="post", status="429") == 1
    assert seen.value("cards_discord_request_seconds_count", kind="post", status="5xx") == 1
    assert seen.value("cards_discord_request_seconds_count", kind="post", status="2xx") == 1
    assert seen.value("cards_discord_retries_total") == 2


async def test_refusals_are_counted_by_their_kind(evening: Evening, scraper: Scraper) -> None:
    await evening.seat("Ann", kai=1, rounds=1, cards=9)
    await evening.person("Zoe").click("My hand")
    seen = await scraper.metrics()
    refusals = seen.families["cards_refusals"].samples
    kinds = {found.labels["reason"] for found in refusals if found.name.endswith("_total")}
    assert kinds == {"NotYours"}
    assert seen.value("cards_refusals_total") == 1


async def finished_match(evening: Evening) -> Person:
    """Let a match be played to the end; return one of those who played."""
    people = await evening.seat("Ann", "Ben", rounds=1, cards=9)
    assert await evening.play(people, random.Random(3), 3000) < 3000
    return people[0]


async def test_reviews_are_timed(evening: Evening, scraper: Scraper, hold: Path) -> None:
    ann = await finished_match(evening)
    began = time.monotonic()
    with holding(hold):
        shown = not_none((await ann.slash("match review")).original)
        await scraper.until(lambda found: found.value("cards_reviews_waiting") == 1)
    await evening.discord.until(lambda: "luck" in Screen(shown).text)
    after = await scraper.metrics()
    assert after.value("cards_reviews_waiting") == 0
    assert after.value("cards_review_seconds_count") == 1
    assert 0 < after.value("cards_review_seconds_sum") < time.monotonic() - began
    assert after.value("cards_reviews_failed_total") == 0


async def test_failed_reviews_are_counted(evening: Evening, scraper: Scraper, hold: Path) -> None:
    ann = await finished_match(evening)
    with holding(hold):
        shown = not_none((await ann.slash("match review")).original)
        await scraper.until(lambda _: bool(reviewing(evening.bot.number)))
        for process in reviewing(evening.bot.number):
            process.kill()
    after = await scraper.until(lambda found: found.value("cards_reviews_failed_total") == 1)
    assert after.value("cards_review_seconds_count") == 0
    await evening.discord.until(lambda: words.FAILED in Screen(shown).text)
    assert "it ended without a word" in evening.bot.log
    await ann.click(words.AGAIN, Screen(shown))
    await evening.discord.until(lambda: "luck" in Screen(shown).text)
    assert (await scraper.metrics()).value("cards_review_seconds_count") == 1


def reviewing(bot: int) -> Sequence[psutil.Process]:
    """Return the children that make reviews; another one draws."""
    return [each for each in psutil.Process(bot).children() if "tests.review" in each.cmdline()]


async def test_a_gateway_lost_and_found_is_counted(evening: Evening, scraper: Scraper) -> None:
    await scraper.until(lambda found: found.value("cards_gateway_up") == 1)
    await evening.discord.gateway.hang_up(evening.discord.state.guilds[0].id)
    seen = await scraper.until(lambda found: found.value("cards_gateway_resumes_total") == 1)
    assert seen.value("cards_gateway_up") == 1
    assert seen.value("cards_gateway_disconnects_total") == 1


async def test_no_label_has_an_id_or_a_name(evening: Evening, scraper: Scraper) -> None:
    ann = evening.person("Ann-Sophie")
    await evening.start(ann, kai=1, rounds=1, cards=9)
    await evening.play([ann], random.Random(6), 20)
    seen = await scraper.metrics()
    values = {
        value
        for family in seen.families.values()
        for found in family.samples
        for name, value in found.labels.items()
        if name not in {"le", "version", "python", "discord_py", "generation"}
    }
    digits = {value for value in values if any(map(str.isdigit, value))}
    assert digits <= {"2xx", "4xx", "5xx", "1xx", "429"}
    assert "Ann-Sophie" not in seen.text


API = "http://127.0.0.1:1/api/v10"


@pytest.mark.parametrize(
    ("request_line", "kind"),
    [
        ("POST /interactions/12/aW50ZXJhY3Rpb24/callback", "answer"),
        ("POST /webhooks/12/aW50ZXJhY3Rpb24", "followup"),
        ("PATCH /webhooks/12/aW50ZXJhY3Rpb24/messages/@original", "amendment"),
        ("GET /webhooks/12/aW50ZXJhY3Rpb24/messages/@original", "other"),
        ("POST /channels/12/messages", "post"),
        ("PATCH /channels/12/messages/34", "edit"),
        ("POST /channels/12/messages/34/threads", "other"),
        ("PATCH /channels/12", "other"),
        ("PUT /applications/12/commands", "commands"),
        ("GET /applications/12/guilds/34/commands", "commands"),
        ("GET /users/@me", "other"),
        ("GET /", "other"),
    ],
)
def test_the_kind_follows_from_method_and_path(request_line: str, kind: str) -> None:
    method, path = request_line.split()
    assert kind_of(method, URL(API + path)) == kind


def test_the_gateway_is_recognised_by_its_scheme() -> None:
    assert kind_of("GET", URL("wss://gateway.discord.gg/?v=10")) == "gateway"
