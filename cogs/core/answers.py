"""Answers to clicks and commands: six verbs, and none of them makes a second fault."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import Any, Final, NamedTuple, TypeAlias

import aiohttp
import discord
from discord import app_commands
from discord.utils import MISSING

from bot.game.contract import GameError, UnreadableActionError
from bot.tables.command import RefusedError
from bot.tables.loading import current_log_context
from bot.tables.store import StoreUnavailableError
from cogs.core.click import Click, on_private
from cogs.core.page import CONTENT_LIMIT, NO_EMOJIS, Emojis, Page, PageView, Text, pieces
from cogs.core.permissions import cause, is_plain
from cogs.core.requests import TooManyRefusalsError, is_malformed
from cogs.core.work import log_fault

logger = logging.getLogger("cogs.answers")  # An alert names it.

_Made: TypeAlias = Callable[[], Mapping[str, Any]]
"""Makes what Discord is sent, again for each attempt: files can be read once."""

ALREADY: Final = 40060
"""Discord's code for a click that has its first answer."""

WATCHED: Final = "watched"
"""The extra of a click with its :class:`Watched`."""

ANSWERED: Final = "answered"
"""The extra of a click with the private message that its token can change: its id, if a page."""

_First: TypeAlias = discord.InteractionResponseType
_OF_ITS_OWN: Final = (_First.channel_message, _First.deferred_channel_message)
"""Where the first answer is a message. Else, what a token changes is the message clicked on."""

WENT_WRONG: Final = "Something went wrong. Please check the table before you go on."
"""It may have gone wrong after a commit, so this does not say that nothing has changed."""

NOT_TAKEN: Final = "Sorry, I couldn't show the answer. I've logged it."

NOT_SHOWN: Final = "That couldn't be shown. Please open your hand again."

UNREADABLE: Final = (
    "That button doesn't belong to this game. Please open your hand again with **My hand**."
)

UNAVAILABLE: Final = (
    "I can't reach the saved tables. Nothing has changed. Please try again in a minute."
)

OLD_COMMAND: Final = "This command has changed. Please try it again in a moment."

WHOLE: Final = "answer.txt"

MOST_MESSAGES: Final = 4

_AS_FILE: Final = "\N{HORIZONTAL ELLIPSIS} The file has all of it."

_GONE: Final = {10008, 10015, 10062, 40060, 50027}
"""Discord's codes for a message, a webhook or an interaction that is over."""

_TROUBLE: Final = (discord.HTTPException, aiohttp.ClientError, ConnectionError, TimeoutError)


@dataclass(slots=True)
class Watched:
    """How far the answer to a click is that may come late."""

    given: Callable[[], None]
    private: bool
    """Whether a late answer is announced to the person alone."""
    begun: bool = False
    """Whether the first answer is on its way, so that it is not announced any more."""
    announcing: asyncio.Task[bool] | None = None
    """Tells Discord that the answer comes later; its result says whether Discord surely knows."""


async def answer(
    click: Click,
    shown: Page | str,
    *,
    public: bool = False,
    in_place: bool = False,
    also: discord.ui.View | discord.File | None = None,
) -> None:
    """Answer with a message of its own, private or ``public``; nobody is mentioned.

    ``in_place``: a private message that was clicked on becomes the page instead. The last message
    of a long text has what is ``also`` shown. Raises Discord's faults.
    """
    if in_place and on_private(click):
        await update(click, Page((Text(shown),)) if isinstance(shown, str) else shown)
    elif isinstance(shown, str):
        await _say(click, shown, also, public=public)
    else:
        await _reply(
            click,
            lambda: {"view": _view(click, shown), "files": _files(shown), "ephemeral": not public},
            public=public,
            page=True,
        )


async def update(click: Click, shown: Page | str, *, later: bool = False) -> None:
    """Answer by changing the message clicked on; ``later``, what this click was answered with.

    A text takes the controls away, unless ``later``. Raises Discord's faults.
    """
    if later and not can_change(click):
        raise ConnectionError("the token changes the message clicked on, which others see")
    had_files = later or (click.message is not None and bool(click.message.attachments))

    def made() -> Mapping[str, Any]:
        if isinstance(shown, str):
            return {"content": shown} if later else {"content": shown, "view": None}
        files = _files(shown) or ([] if had_files and not shown.keeps_files else MISSING)
        return {"view": _view(click, shown), "attachments": files}

    with lost_noticed():
        if later or not await _first(click, click.response.edit_message, made):
            await _send(click, click.edit_original_response, made)
    if not later and on_private(click) and click.message is not None:
        click.extras[ANSWERED] = (click.message.id, isinstance(shown, Page))
    _given(click)


def can_change(click: Click) -> bool:
    """Return whether a click's token can change its private answer, and not what others see."""
    return on_private(click) or click.response.type in _OF_ITS_OWN


async def ask(click: Click, form: discord.ui.Modal) -> None:
    """Answer with a form; raises Discord's faults. Nothing happens if an answer was announced."""
    with lost_noticed():
        await _first(click, partial(click.response.send_modal, form), dict)


def form(
    title: str,
    control: str,
    field: discord.ui.TextInput[discord.ui.Modal],
    label: str,
    description: str | None = None,
) -> discord.ui.Modal:
    """Return a form with one field; ``control`` is the custom id with which its answer comes."""
    made = discord.ui.Modal(title=title, custom_id=control, timeout=None)
    made.add_item(discord.ui.Label(text=label, description=description, component=field))
    made.stop()  # The library is to keep nothing: the answer finds its way by its custom id.
    return made


async def acknowledge(click: Click) -> None:
    """Take a click that needs no answer; raises Discord's faults."""
    await _first(click, click.response.defer, dict)


async def tell(click: Click, said: str | Exception) -> None:
    """Say something to the person alone, answered already or not; never raises.

    What we must mend is logged, and told to listeners of our event ``refusal``.
    """
    text = said if isinstance(said, str) else _explained(click, said)
    if not text or click.client.is_closed():  # Nothing can be sent any more then.
        return
    try:
        await answer(click, text)
    except (*_TROUBLE, discord.InteractionResponded) as error:
        if not is_malformed(error):
            logger.info("an answer was lost: %s", type(error).__name__)
        elif text != NOT_TAKEN:
            await tell(click, NOT_TAKEN)


async def post(
    where: discord.abc.Messageable | discord.Message | discord.PartialMessage,
    page: Page,
    nonce: str = "",
    emojis: Emojis = NO_EMOJIS,
) -> discord.Message:
    """Post a page, or put it in the place of a message; raises ``discord.HTTPException``.

    Posts with the same ``nonce`` (up to 25 characters) within some minutes are one message.
    """
    mentions, files = _mentions(page), _files(page)
    with lost_noticed():
        if isinstance(where, discord.Message | discord.PartialMessage):
            return await where.edit(
                view=PageView(page, emojis), attachments=files, allowed_mentions=mentions
            )
        return await where.send(
            view=PageView(page, emojis), files=files, allowed_mentions=mentions, nonce=nonce
        )


def sentence(error: BaseException) -> str | None:
    """Return the sentence that a person is told, or None if the fault is ours."""
    if isinstance(error, RefusedError | GameError | app_commands.CheckFailure):
        return UNREADABLE if isinstance(error, UnreadableActionError) else str(error)
    if isinstance(error, StoreUnavailableError):
        return UNAVAILABLE
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return OLD_COMMAND
    if isinstance(error, discord.Forbidden) or is_plain(error):
        return f"Discord won't let me do that here. {cause(error).text}"
    if is_malformed(error):
        return NOT_TAKEN
    return NOT_SHOWN if isinstance(error, _TROUBLE) else None


def is_lost(error: BaseException | None) -> bool:
    """Whether an answer was lost on its way to Discord, or came too late: no fault of ours."""
    return isinstance(error, _TROUBLE) and not is_malformed(error)


def announce_publicly(click: Click) -> None:
    """Let everyone see the answer to a watched click, if it is not announced in private by now."""
    watched: Watched | None = click.extras.get(WATCHED)
    if watched is not None:
        watched.private = False


@contextlib.contextmanager
def lost_noticed() -> Iterator[None]:
    """Log an error where Discord refuses the form of what is sent, which is raised all the same."""
    try:
        yield
    except discord.HTTPException as error:
        if is_malformed(error):
            log_fault(logger, "an answer was lost: Discord refused its form", error)
        raise


def _explained(click: Click, error: Exception) -> str:
    table = current_log_context().get("table")
    # Whatever is sent after the bot has stopped ends with a RuntimeError: its session is closed.
    if _is_gone(error) or (click.client.is_closed() and isinstance(error, RuntimeError)):
        logger.info("an answer at table %s was not taken by Discord", table)
        return ""
    click.client.dispatch("refusal", error)
    words = sentence(error)
    if words is None or is_malformed(error):
        log_fault(logger, f"a click at table {table} failed", error)
    return words or WENT_WRONG


class _Messages(NamedTuple):
    contents: Sequence[str]
    file: str | None = None


def _in_messages(text: str) -> _Messages:
    found = pieces(text, CONTENT_LIMIT)
    if len(found) <= MOST_MESSAGES:
        return _Messages(found or [text])
    head = pieces(text, CONTENT_LIMIT - len(_AS_FILE) - 1)[0]
    return _Messages([f"{head.rstrip()}\n{_AS_FILE}"], text)


async def _say(
    click: Click, text: str, also: discord.ui.View | discord.File | None, *, public: bool
) -> None:
    contents, whole = _in_messages(text)
    files = [also] if isinstance(also, discord.File) else []
    view = also if isinstance(also, discord.ui.View) else MISSING
    if whole is not None:
        files.append(discord.File(BytesIO(whole.encode()), WHOLE))
    for number, content in enumerate(contents, 1):
        ends = number == len(contents)

        def made(content: str = content, *, ends: bool = ends) -> Mapping[str, Any]:
            for each in files:
                each.reset()
            last = {"view": view, "files": files} if ends else {}
            return {"content": content, "ephemeral": not public, **last}

        await _reply(click, made, public=public, page=False)


async def _reply(click: Click, made: _Made, *, public: bool, page: bool) -> None:
    with lost_noticed():
        sent = await _first(click, click.response.send_message, made)
        if not sent:
            sent = await _send(click, click.followup.send, made)
    if not public and click.response.type in _OF_ITS_OWN:
        number = sent.id if isinstance(sent, discord.Message) else sent.message_id
        click.extras.setdefault(ANSWERED, (number, page))
    _given(click)


async def _first(click: Click, send: Callable[..., Any], made: _Made) -> Any:  # noqa: ANN401
    """Give the first answer; return what Discord said or True, False where there is one already."""
    watched: Watched | None = click.extras.get(WATCHED)
    announced = watched is not None and await _begin(watched)
    if announced or click.response.is_done():
        return False
    try:
        return await _send(click, send, made) or True
    except discord.HTTPException as error:
        if error.code != ALREADY or watched is None or watched.announcing is None:
            raise
        return False  # Discord had taken the announcement, and nobody had heard of that.


async def _send(click: Click, send: Callable[..., Any], made: _Made) -> Any:  # noqa: ANN401
    """Send something; again with text instead of cards where Discord doesn't know their emojis."""
    try:
        return await send(**made())
    except discord.HTTPException as error:
        if not click.client.emojis_lost(error):
            raise
        return await send(**made())


async def _begin(watched: Watched) -> bool:
    """Begin to answer; return whether Discord surely knows that an answer comes later."""
    watched.begun = True
    if watched.announcing is None:
        return False
    with contextlib.suppress(Exception):  # The answer itself finds out what is wrong.
        return await asyncio.shield(watched.announcing)
    return False


def _given(click: Click) -> None:
    watched: Watched | None = click.extras.get(WATCHED)
    if watched is not None:
        watched.given()


def _is_gone(error: Exception) -> bool:
    if not isinstance(error, discord.HTTPException):
        return isinstance(error, TooManyRefusalsError)
    return error.status in (401, 429) or error.code in _GONE


def _view(click: Click, page: Page) -> PageView:
    return PageView(page, click.client.card_emojis)


def _files(page: Page) -> list[discord.File]:
    return [discord.File(BytesIO(upload.content), upload.name) for upload in page.uploads]


def _mentions(page: Page) -> discord.AllowedMentions:
    """Allow the mentions that are meant, and none that a name might smuggle in."""
    users = [discord.Object(user) for user in page.mentions]
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=users or False
    )
