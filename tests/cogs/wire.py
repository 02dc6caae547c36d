"""Clicks as Discord sends them: late ones, forged ones, and several at the same moment.

SimCord's people click what they see, one thing after the other. What happens on the way, between
a click and the bot, is made here, from the same parts that SimCord makes its clicks of.
"""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, NamedTuple, TypeAlias

from simcord import InteractionResult
from simcord.backend import serializers
from simcord.interactions import base_payload

from tests.cogs.guest import Guest, words
from tests.cogs.shown import Shown

Json: TypeAlias = Any

MESSAGE_COMPONENT = 3
BUTTON = 2


class LateClick(NamedTuple):
    """A click made on a message as it was then, still on its way."""

    guest: Guest
    message: Json
    custom_id: str


def late_click(guest: Guest, on: Shown, label: str, forged: str | None = None) -> LateClick:
    """Make a click on a button; ``forged`` is another custom id in the place of the button's."""
    backend = guest.world.env.backend
    stored = backend.get_message(on.message.channel.id, on.message.id)
    message = deepcopy(dict(serializers.message_payload(backend, stored)))
    assert label in on.buttons, f"{label} is not among {[*on.buttons]}: {on.text}"
    custom_id = on.buttons[label]
    if forged is not None:
        _replace(message["components"], custom_id, forged)
    return LateClick(guest, message, forged or custom_id)


async def send(*clicks: LateClick) -> Sequence[InteractionResult]:
    """Let clicks arrive at the same moment; return what each was answered with."""
    records = [_emit(click) for click in clicks]
    await clicks[0].guest.world.env.settle()
    return [InteractionResult(clicks[0].guest.world.env, record) for record in records]


async def as_text(guest: Guest, page: Shown, forged: str | None = None) -> str:
    """Ask what a picture says; return the words, which only the person who asks is told."""
    (told,) = await send(late_click(guest, page, "As text", forged))
    assert told.ephemeral
    return words(told)


def _emit(click: LateClick) -> Any:  # noqa: ANN401 - SimCord's own record
    world = click.guest.world
    record, payload = base_payload(
        world.env.backend,
        type=MESSAGE_COMPONENT,
        channel_id=int(click.message["channel_id"]),
        guild_id=world.guild.id,
        user_id=click.guest.id,
        data={"custom_id": click.custom_id, "component_type": BUTTON},
    )
    record.source_message_id = int(click.message["id"])
    payload["message"] = click.message
    world.env.backend.emit("INTERACTION_CREATE", payload)
    return record


def _replace(components: Json, old: str, new: str) -> None:
    for component in components:
        if component.get("custom_id") == old:
            component["custom_id"] = new
        _replace(component.get("components") or (), old, new)
