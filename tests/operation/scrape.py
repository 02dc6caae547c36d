"""Scrape ``/metrics`` and ``/healthz`` of a bot."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import aiohttp
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from tests.helpers import PATIENCE


@dataclass(frozen=True, slots=True)
class Scrape:
    families: Mapping[str, Metric]
    text: str

    def value(self, name: str, **labels: str) -> float:
        """Return the sum of a metric's samples with these labels; 0 where there is none."""
        return sum(
            sample.value
            for family in self.families.values()
            for sample in family.samples
            if sample.name == name and labels.items() <= sample.labels.items()
        )


Question: TypeAlias = Callable[[Scrape], bool]


@dataclass(frozen=True, slots=True)
class Scraper:
    port: int

    async def metrics(self) -> Scrape:
        text = (await self._get("/metrics"))[1]
        found = {family.name: family for family in text_string_to_metric_families(text)}
        return Scrape(found, text)

    async def until(self, question: Question) -> Scrape:
        """Scrape until the answer is yes; raises ``TimeoutError``."""
        async with asyncio.timeout(PATIENCE):
            while not question(found := await self.metrics()):  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.05)
        return found

    async def health(self) -> tuple[int, Any]:
        async with aiohttp.ClientSession() as session, session.get(self._url("/healthz")) as answer:
            return answer.status, await answer.json()

    async def _get(self, path: str) -> tuple[int, str]:
        async with aiohttp.ClientSession() as session, session.get(self._url(path)) as answer:
            return answer.status, await answer.text()

    def _url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"
