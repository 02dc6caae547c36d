"""Interactions as no honest client would send them: any custom id, by anyone, from anywhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from simcord import InteractionResult
from simcord.backend import serializers
from simcord.interactions import base_payload

from cogs.core.page import Page, PageView, Text
from tests.cogs.guest import Guest
from tests.cogs.world import World

Json: TypeAlias = dict[str, Any]

COMMAND, COMPONENT, FORM = 2, 3, 5
"""Discord's numbers for kinds of interactions."""

SUBCOMMAND, GROUP = 1, 2
USER = 6
OPTIONS: Final = {str: 3, int: 4, bool: 5}
"""And for kinds of options."""


def slash(command: str, **options: str | int | bool) -> tuple[int, Json]:
    """Return a slash command with options that are texts, numbers and switches."""
    name, *inner = command.split()
    given: list[Json] = [
        {"type": OPTIONS[type(value)], "name": option, "value": value}
        for option, value in options.items()
    ]
    for depth, word in enumerate(reversed(inner)):
        given = [{"type": GROUP if depth else SUBCOMMAND, "name": word, "options": given}]
    return COMMAND, {"id": "1", "name": name, "type": 1, "options": given}


def about(command: str, user: int, name: str) -> tuple[int, Json]:
    """Return a slash command about a person who is not on the server."""
    person = {"id": str(user), "username": name, "discriminator": "0", "avatar": None}
    kind, data = slash(command)
    inner = data["options"][0] if data["options"] else data
    inner["options"] = [{"type": USER, "name": "person", "value": str(user)}]
    return kind, {**data, "resolved": {"users": {str(user): person}}}


def on_person(command: str, user: int, name: str) -> tuple[int, Json]:
    """Return what is chosen in Discord's menu on a person who is not on the server."""
    _, data = about("on a person", user, name)
    return COMMAND, {**data, "name": command, "type": 2, "target_id": str(user), "options": []}


def button(custom_id: str) -> tuple[int, Json]:
    return COMPONENT, {"custom_id": custom_id, "component_type": 2}


def menu(custom_id: str, values: Sequence[str]) -> tuple[int, Json]:
    return COMPONENT, {"custom_id": custom_id, "component_type": 3, "values": list(values)}


def channels(custom_id: str, values: Sequence[str]) -> tuple[int, Json]:
    return COMPONENT, {"custom_id": custom_id, "component_type": 8, "values": list(values)}


def form(custom_id: str, fields: Mapping[str, str]) -> tuple[int, Json]:
    written = [
        {"type": 18, "component": {"type": 4, "custom_id": name, "value": value}}
        for name, value in fields.items()
    ]
    return FORM, {"custom_id": custom_id, "components": written}


@dataclass(frozen=True, slots=True)
class Forger:
    """Someone somewhere: ``guild`` is None in a direct message."""

    world: World
    user: int
    guild: int | None
    channel: int

    async def send(self, kind: int, data: Json) -> InteractionResult:
        [answer] = await at_once((self, (kind, data)))
        return answer

    async def emit(self, kind: int, data: Json) -> Any:  # noqa: ANN401 - SimCord's own record
        """Let an interaction arrive, and wait for nothing."""
        backend = self.world.env.backend
        record, payload = base_payload(
            backend,
            type=kind,
            channel_id=self.channel,
            guild_id=self.guild,
            user_id=self.user,
            data=data,
        )
        if kind == COMPONENT:
            stored = await self._post(data["custom_id"])
            record.source_message_id = stored.id
            payload["message"] = self._with_control(stored, data)
        backend.emit("INTERACTION_CREATE", payload)
        return record

    async def _post(self, control: str) -> Any:  # noqa: ANN401 - SimCord's own record
        """Let the bot post a message of the right kind where the control is to be."""
        channel = self.world.bot.get_partial_messageable(self.channel, guild_id=self.guild)
        if control.startswith(("standings:", "matches:")):
            message = await channel.send(view=PageView(Page((Text("forged"),))))
        else:
            message = await channel.send("forged")
        return self.world.env.backend.get_message(self.channel, message.id)

    def _with_control(self, stored: Any, data: Json) -> Json:  # noqa: ANN401 - as above
        control: Json = {"type": data["component_type"], "custom_id": data["custom_id"]}
        if "values" in data:
            options = [{"label": value, "value": value} for value in data["values"]]
            control |= {"options": options, "min_values": 1, "max_values": 1}
        else:
            control |= {"style": 2, "label": "forged"}
        message = dict(serializers.message_payload(self.world.env.backend, stored))
        private = {"flags": 64} if data["custom_id"] == "privacy:sure" else {}
        return {**message, **private, "components": [{"type": 1, "components": [control]}]}


def forger(guest: Guest) -> Forger:
    world = guest.world
    return Forger(world, guest.id, world.guild.id, world.channel.id)


async def at_once(*sent: tuple[Forger, tuple[int, Json]]) -> Sequence[InteractionResult]:
    """Let interactions arrive at the same moment; return what each was answered with."""
    records = [await who.emit(*what) for who, what in sent]
    env = sent[0][0].world.env
    await env.settle()
    return [InteractionResult(env, record) for record in records]
