"""Guides, alerts and dashboard name exactly the metrics that the bot exports."""

import json
import random
import re
from pathlib import Path

import pytest
import yaml

from tests.house.files import ROOT
from tests.operation.scrape import Scrape, Scraper
from tests.wire.evening import Evening

GUIDE = ROOT / "docs/operation/README.md"
ALERTS = ROOT / "docs/operation/alerts.yaml"
DASHBOARD = ROOT / "docs/grafana/card-night.json"
METRIC = re.compile(r"\b(?:cards|process)_[a-z_]+[a-z]\b")
SUFFIXES = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_count", "_sum")}


def samples(scrape: Scrape) -> set[str]:
    """Return the names that can be asked for, also of what has not happened yet."""
    return {
        f"{name}{suffix}"
        for name, family in scrape.families.items()
        for suffix in SUFFIXES.get(family.type, ("",))
    }


async def test_everything_that_is_named_is_exported(evening: Evening, scraper: Scraper) -> None:
    await evening.start(evening.person("Ann"), kai=1, rounds=1, cards=9)
    scrape = await scraper.until(lambda found: found.value("cards_gateway_latency_seconds") > 0)
    exported = samples(scrape)
    for expression in (*_alert_expressions(), *_panel_expressions()):
        named = set(METRIC.findall(expression))
        assert named, expression
        assert named <= exported, expression

    # The guide names a histogram by its family.
    told = set(re.findall(r"`(cards_[a-z_]+)`", GUIDE.read_text("utf-8")))
    families = {name for name in scrape.families if name.startswith("cards_")}
    totals = {name for name in exported if name.endswith("_total") and name.startswith("cards_")}
    counters = {name.removesuffix("_total") for name in totals}
    assert told == (families - counters) | totals


async def test_every_label_asked_for_is_there(evening: Evening, scraper: Scraper) -> None:
    people = [evening.person("Ann"), evening.person("Zoe")]
    await evening.start(people[0], kai=1, rounds=1, cards=9)
    await people[1].click("My hand")
    await evening.play(people[:1], random.Random(8), 10)
    scrape = await scraper.until(lambda found: found.value("cards_moves_total") > 0)
    labels = {name for f in scrape.families.values() for s in f.samples for name in s.labels}
    asked = set()
    for expression in (*_alert_expressions(), *_panel_expressions()):
        for group in re.findall(r"by \(([^)]*)\)", expression):
            asked |= {name.strip() for name in group.split(",")}
        asked |= set(re.findall(r"[{,]([a-z]+)!?=", expression))
    assert {"kind", "counts", "status"} <= asked
    # `because` comes with the first table that closes; Prometheus itself adds `job`.
    assert asked - {"because", "job"} <= labels


async def test_every_alert_is_explained() -> None:
    names = {rule["alert"] for rule in _rules()}
    explained = set(re.findall(r"^\| ([A-Z][A-Za-z]+) \|", GUIDE.read_text("utf-8"), re.MULTILINE))
    assert names == explained
    assert all(rule["annotations"]["summary"].endswith(".") for rule in _rules())


async def test_no_two_panels_lie_on_each_other() -> None:
    squares: list[tuple[int, int]] = []
    for panel in _panels():
        at = panel["gridPos"]
        columns, rows = range(at["x"], at["x"] + at["w"]), range(at["y"], at["y"] + at["h"])
        squares += [(x, y) for x in columns for y in rows]
    assert len(squares) == len(set(squares))
    assert max(x for x, _ in squares) == 23
    assert len({panel["id"] for panel in _panels()}) == len(_panels())


@pytest.mark.parametrize("guide", ["README.md", "upgrading.md", "restoring.md"])
async def test_commands_in_the_guides_are_commands_of_the_bot(guide: str) -> None:
    from bot.__main__ import parser  # noqa: PLC0415 - only here

    text = (ROOT / "docs/operation" / guide).read_text("utf-8")
    commands = re.findall(r"python -m bot ([a-z]+(?: (?:upgrade|backup [\w/.]+))?)", text)
    assert commands
    for command in commands:
        parser().parse_args(command.split())


def _rules() -> list[dict[str, dict[str, str]]]:
    groups = yaml.safe_load(ALERTS.read_text("utf-8"))["groups"]
    return [rule for group in groups for rule in group["rules"]]


def _panels() -> list[dict[str, dict[str, int]]]:
    panels: list[dict[str, dict[str, int]]] = _read(DASHBOARD)["panels"]
    return panels


def _read(file: Path) -> dict[str, list[dict[str, dict[str, int]]]]:
    found: dict[str, list[dict[str, dict[str, int]]]] = json.loads(file.read_text("utf-8"))
    return found


def _alert_expressions() -> list[str]:
    # `up` is Prometheus' own: whether it could scrape.
    return [str(rule["expr"]) for rule in _rules() if not str(rule["expr"]).startswith("up{")]


def _panel_expressions() -> list[str]:
    targets = re.findall(r'"expr": "((?:[^"\\]|\\.)*)"', DASHBOARD.read_text("utf-8"))
    return [target.replace('\\"', '"') for target in targets]
