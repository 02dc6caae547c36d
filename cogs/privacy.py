"""``/me privacy``: what is stored about people, a copy of it, and its deletion."""

import gzip
import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import Any, Final

import discord
from discord import app_commands
from pydantic import JsonValue

from bot.face.face import Style
from bot.face.markdown import counted
from bot.face.rulebook import SEEDS
from bot.league.settings import Visibility
from bot.privacy.housekeeping import Retention
from cogs.core.answers import answer, update
from cogs.core.buttons import Cost, Feature, PageButton, Queue
from cogs.core.click import Click, chosen, too_old
from cogs.core.page import Button, Choice, Menu, Page, Text
from cogs.core.work import in_thread

VISIBILITY_WORDS: Final[Mapping[Visibility, tuple[str, str]]] = {
    Visibility.PUBLIC: (
        "everyone",
        "On other servers, your profile shows how much you've played, won and solved.",
    ),
    Visibility.SERVER: (
        "people on the same server",
        "Each server sees only what you've played there.",
    ),
    Visibility.HIDDEN: (
        "only me",
        "The standings don't name you, and only you can open your profile.",
    ),
}

LET_PUZZLES: Final = "Let puzzles be made from my matches"

NO_PUZZLES: Final = "No puzzles from my matches"
"""The two buttons, of which the one is shown that changes something."""

_SEED: Final[Mapping[str, Any]] = tomllib.loads((SEEDS / "privacy.toml").read_text("utf-8"))
_TOPICS: Final[Mapping[str, str]] = _SEED["topics"]
_SHORT: Final = "In short"

PAGE: Final = "privacy"

LARGEST_PLAIN: Final = 8 * 1024 * 1024
"""Bytes of a file that is sent as it is; Discord takes ten million at most."""

IDS: Final = frozenset({"channel", "guild", "id", "user"})
"""The names of what has Discord's ids, in the data about a person."""

MOST_EXACT: Final = 2**53 - 1
"""The largest whole number that every reader of JSON reads exactly."""

WITHDRAWN: Final = "**No puzzles are made from your matches.** Those that were made are deleted."

_BEGUN: Final = "Deleting your data …"


class PrivacyPage(Feature):
    """The page about a person's data, and its controls; they are about the person who clicks."""

    def buttons(self) -> Iterable[PageButton]:
        """Yield the page's controls; a person's clicks are handled one at a time."""
        queue = Queue.PERSON
        yield PageButton(PAGE, "export", self.export, Cost.COSTLY, queue, thinking=True)
        yield PageButton(PAGE, "delete", self.ask, Cost.FREE, queue)
        yield PageButton(PAGE, "sure", self.delete, Cost.COSTLY, queue)
        yield PageButton(PAGE, "about", self.tell_more, Cost.OWN, queue)
        yield PageButton(PAGE, "see", self.choose, Cost.OWN, queue)
        yield PageButton(PAGE, "let", self.let_puzzles, Cost.OWN, queue)
        yield PageButton(PAGE, "stop", self.stop_puzzles, Cost.COSTLY, queue)

    @app_commands.command(extras={"group": "me"})
    async def privacy(self, click: Click) -> None:
        """See what's stored about you, get a copy of it, or delete it."""
        await answer(click, await self._page(click.user.id, _SHORT))

    async def tell_more(self, click: Click, _: re.Match[str]) -> None:
        """Tell a topic in full, in the place of the page."""
        await answer(click, await self._page(click.user.id, chosen(click)), in_place=True)

    async def _page(self, user: int, topic: str) -> Page:
        services = self._services
        visibility = (await services.storage.people.visibility([user]))[user]
        agreed = await services.server_puzzles.store.agreed(user)
        told = _TOPICS.get(topic)
        body = f"**{topic}**\n{told}" if told else _SEED["summary"]
        seen = f"**Who can see your results**: {VISIBILITY_WORDS[visibility][0]}."
        topics = tuple(Choice(each, each, chosen=each == topic) for each in (_SHORT, *_TOPICS))
        return Page(
            (
                Text(f"## Your data\n{_timed(body, services.housekeeping.keep)}\n{seen}"),
                Menu(f"{PAGE}:about", "In full", topics),
                _menu(visibility),
                (
                    Button(NO_PUZZLES, f"{PAGE}:stop")
                    if agreed
                    else Button(LET_PUZZLES, f"{PAGE}:let"),
                ),
                (
                    Button("Export my data", f"{PAGE}:export"),
                    Button("Delete my data", f"{PAGE}:delete", Style.DANGER),
                ),
            )
        )

    async def export(self, click: Click, _: re.Match[str]) -> None:
        """Give a person all that is stored of them, as a file."""
        services = self._services
        with services.limits.reading(click):
            found = await services.storage.privacy.export(click.user.id)
        file = await in_thread(services.executor, data_file, found)
        await answer(click, "Everything that's stored about you.", also=file)

    async def ask(self, click: Click, _: re.Match[str]) -> None:
        """Ask a person whether all of it is to be deleted."""
        question = (
            "**Delete all your data, on all servers?** Kai plays your seats to the end, and your "
            "results become a former player's. Your chips are gone, with no new starting chips "
            f"within {_kept(self._services.housekeeping.keep.gifts)}. You can't undo this."
        )
        await answer(click, question, also=_sure())

    async def choose(self, click: Click, _: re.Match[str]) -> None:
        """Store who may see the person's results."""
        try:
            visibility = Visibility(chosen(click))
        except ValueError:
            raise too_old(PAGE) from None
        await self._services.storage.people.choose(click.user.id, visibility)
        label, what = VISIBILITY_WORDS[visibility]
        await answer(click, f"**Who can see your results**: {label}. {what}")

    async def let_puzzles(self, click: Click, _: re.Match[str]) -> None:
        """Let puzzles be made from a person's matches."""
        services, user = self._services, click.user.id
        await services.server_puzzles.store.agree(user, services.time.now())
        visibility = await services.storage.people.visibility([user])
        await answer(click, agreed_text(visibility[user]))

    async def stop_puzzles(self, click: Click, _: re.Match[str]) -> None:
        """Let no more puzzles be made from a person's matches, and delete those that were."""
        await self._services.server_puzzles.store.withdraw(click.user.id)
        await answer(click, WITHDRAWN)

    async def delete(self, click: Click, _: re.Match[str]) -> None:
        """Delete all that is stored of a person."""
        services = self._services
        with services.limits.reading(click):
            await update(click, _BEGUN)
            tables = await services.forgetting.forget(click.user.id)
        done = counted(tables, "table")
        text = (
            f"**Your data is deleted**, from {done} too. What you do from now on is stored again."
        )
        await update(click, text, later=True)


def facts(keep: Retention) -> Mapping[str, str]:
    """Return the topics, each with its facts in Markdown, each on a line."""
    return {topic: _timed(told, keep) for topic, told in _TOPICS.items()}


def _timed(text: str, keep: Retention) -> str:
    return text.strip().format(
        logs=_kept(keep.logs), abandoned=_kept(keep.abandoned), gifts=_kept(keep.gifts)
    )


def agreed_text(visibility: Visibility) -> str:
    """Return what a person is told who lets puzzles be made."""
    text = (
        "**Puzzles can be made from your matches**, from now on and if everyone who played "
        "agrees. They name nobody, but players may know a position again."
    )
    if visibility is Visibility.HIDDEN:
        text += " None are made while your results are private."
    return text


def _kept(days: float) -> str:
    return f"{days:g} day{'' if days == 1 else 's'}" if days else "For ever"


def data_file(found: Mapping[str, JsonValue], largest: int = LARGEST_PLAIN) -> discord.File:
    """Return someone's data as a JSON file, packed if it has more than ``largest`` bytes."""
    content = json.dumps(_exact(found), ensure_ascii=False, indent=1).encode()
    if len(content) <= largest:
        return discord.File(BytesIO(content), "my-data.json")
    return discord.File(BytesIO(gzip.compress(content)), "my-data.json.gz")


def _exact(value: Any, key: str = "") -> JsonValue:  # noqa: ANN401 - any JSON value
    """Return a value with ids and large numbers as texts: many programs read numbers as floats."""
    match value:
        case Mapping():
            return {name: _exact(each, name) for name, each in value.items()}
        case list() | tuple():
            return [_exact(each, key) for each in value]
        case int() if not isinstance(value, bool) and (key in IDS or abs(value) > MOST_EXACT):
            return str(value)
    found: JsonValue = value
    return found


def _menu(now: Visibility) -> Menu:
    choices = tuple(
        Choice(f"My results: {label}", each.value, what, chosen=each is now)
        for each, (label, what) in VISIBILITY_WORDS.items()
    )
    return Menu(f"{PAGE}:see", "Who can see my results", choices)


def _sure() -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    danger = discord.ButtonStyle.danger
    view.add_item(
        discord.ui.Button(label="Delete everything", custom_id=f"{PAGE}:sure", style=danger)
    )
    view.stop()  # The library is to keep nothing: clicks find their way by their custom ids.
    return view
