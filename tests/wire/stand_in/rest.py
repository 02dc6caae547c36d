"""REST v10: the requests that the bot makes, and Discord's refusals, by their codes."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from tests.wire.stand_in import messages
from tests.wire.stand_in.interactions import Answer, Interaction, RefusalError
from tests.wire.stand_in.state import State
from tests.wire.stand_in.tape import EVERYBODY, NOBODY, Upload
from tests.wire.stand_in.world import (
    EPHEMERAL,
    LOADING,
    PUBLIC_THREAD,
    Channel,
    Json,
    Message,
    User,
    member_of,
)

VIEW, SEND, EMBED, ATTACH = 1 << 10, 1 << 11, 1 << 14, 1 << 15


class Asked(NamedTuple):
    """A request: the figures in its path, its body, the files with it."""

    ids: Sequence[str]
    body: Json
    uploads: Sequence[Upload]


class Reply(NamedTuple):
    """An answer, and who gets to see what the request said."""

    body: Json
    reader: str = EVERYBODY
    status: int = 200


Handler: TypeAlias = Callable[[State, Asked], Reply]


def me(state: State, _: Asked) -> Reply:
    return Reply(state.bot.payload(), NOBODY)


def application(state: State, _: Asked) -> Reply:
    known = {"id": str(state.bot.id), "name": state.bot.name, "icon": None, "description": ""}
    about = {"bot_public": True, "bot_require_code_grant": False, "verify_key": "", "flags": 0}
    return Reply({**known, **about, "summary": "", "owner": state.bot.payload()}, NOBODY)


def gateway(state: State, _: Asked) -> Reply:
    start = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 16}
    found = {"url": state.gateway_url, "shards": state.shards, "session_start_limit": start}
    return Reply(found, NOBODY)


def commands(state: State, asked: Asked) -> Reply:
    return Reply(state.commands.get(_server(asked), []), NOBODY)


def set_commands(state: State, asked: Asked) -> Reply:
    about = {"version": "1", "application_id": str(state.bot.id), "description": ""}
    known = [{**about, **command, "id": str(state.ids.next())} for command in asked.body]
    state.commands[_server(asked)] = known
    return Reply(known)


def _server(asked: Asked) -> int:
    """Return the server whose own commands are meant, 0 for those of everyone."""
    return int(asked.ids[0] or 0)


def post(state: State, asked: Asked) -> Reply:
    channel = _channel(state, asked.ids[0], VIEW | SEND | (ATTACH if asked.uploads else 0))
    _must_be_open(channel)
    nonce = asked.body.get("nonce") if asked.body.get("enforce_nonce") else None
    if nonce in state.nonces:
        return Reply(state.nonces[nonce].payload())
    message = Message(state.ids.next(), channel, state.bot)
    if nonce:
        state.nonces[nonce] = message
    messages.fill(message, asked.body, asked.uploads)
    state.add_message(message)
    return Reply(message.payload())


def edit(state: State, asked: Asked) -> Reply:
    message = _message(state, asked)
    _must_be_open(message.channel)
    messages.edit(message, asked.body, asked.uploads)
    return Reply(message.payload())


def get(state: State, asked: Asked) -> Reply:
    return Reply(_message(state, asked).payload(), NOBODY)


def delete(state: State, asked: Asked) -> Reply:
    _message(state, asked).deleted = True
    return Reply(None, NOBODY, 204)


def open_thread(state: State, asked: Asked) -> Reply:
    parent = _channel(state, asked.ids[0], VIEW | SEND)
    kind = asked.body.get("type", PUBLIC_THREAD)
    thread = Channel(state.ids.next(), parent.guild, asked.body["name"], kind, parent=parent.id)
    state.add_channel(thread)
    return Reply(thread.payload(), status=201)


def add_to_thread(state: State, asked: Asked) -> Reply:
    _channel(state, asked.ids[0], VIEW | SEND).members.add(int(asked.ids[1]))
    return Reply(None, NOBODY, 204)


def get_member(state: State, asked: Asked) -> Reply:
    user = int(asked.ids[1])
    if user in state.gone:
        raise RefusalError(404, 10007, "Unknown Member")
    return Reply(member_of(User(user, "Someone")), NOBODY)


def get_channel(state: State, asked: Asked) -> Reply:
    return Reply(_channel(state, asked.ids[0], VIEW).payload(), NOBODY)


def delete_channel(state: State, asked: Asked) -> Reply:
    channel = _channel(state, asked.ids[0], VIEW)
    channel.deleted = True
    return Reply(channel.payload())


def callback(state: State, asked: Asked) -> Reply:
    interaction = state.interactions.get(asked.ids[1])
    if interaction is None:
        raise RefusalError(404, 10062, "Unknown interaction")
    kind, data = Answer(asked.body["type"]), asked.body.get("data") or {}
    interaction.callback(kind)
    match kind:
        case Answer.MESSAGE | Answer.DEFERRED_MESSAGE:
            private = bool(int(data.get("flags") or 0) & EPHEMERAL)
            reader = interaction.user.id if private else None
            interaction.original = _answer(state, interaction, reader, data, asked.uploads)
            if kind is Answer.DEFERRED_MESSAGE:
                interaction.original.flags |= LOADING
        case Answer.UPDATE:
            assert interaction.on is not None
            messages.edit(interaction.on, data, asked.uploads)
            interaction.original = interaction.on
        case Answer.DEFERRED_UPDATE:
            interaction.original = interaction.on
        case Answer.MODAL:
            interaction.modal = data
        case Answer.CHOICES:
            interaction.choices = list(data.get("choices") or ())
    return Reply(_callback_response(interaction, kind), _reader(interaction, kind))


def follow_up(state: State, asked: Asked) -> Reply:
    interaction = _webhook(state, asked)
    if interaction.answer is Answer.DEFERRED_MESSAGE and not interaction.shown.is_set():
        # The first follow-up takes the place of the announced answer, and its reader.
        return change_answer(state, asked)
    private = bool(int(asked.body.get("flags") or 0) & EPHEMERAL)
    reader = interaction.user.id if private else None
    message = _answer(state, interaction, reader, asked.body, asked.uploads)
    interaction.followups.append(message)
    interaction.shown.set()
    return Reply(message.payload(), str(reader or EVERYBODY))


def change_answer(state: State, asked: Asked) -> Reply:
    interaction = _webhook(state, asked)
    message = interaction.original
    if message is None or message.deleted:
        raise RefusalError(404, 10008, "Unknown Message")
    messages.edit(message, asked.body, asked.uploads)
    interaction.changes += interaction.shown.is_set()
    interaction.shown.set()
    return Reply(message.payload(), str(message.reader or EVERYBODY))


def get_answer(state: State, asked: Asked) -> Reply:
    message = _webhook(state, asked).original
    if message is None or message.deleted:
        raise RefusalError(404, 10008, "Unknown Message")
    return Reply(message.payload(), NOBODY)


def delete_answer(state: State, asked: Asked) -> Reply:
    message = _webhook(state, asked).original
    if message is None or message.deleted:
        raise RefusalError(404, 10008, "Unknown Message")
    message.deleted = True
    return Reply(None, NOBODY, 204)


def _answer(
    state: State,
    interaction: Interaction,
    reader: int | None,
    body: Json,
    uploads: Sequence[Upload],
) -> Message:
    message = Message(state.ids.next(), interaction.channel, state.bot, reader)
    messages.fill(message, body, uploads)
    state.add_message(message)
    return message


def _reader(interaction: Interaction, kind: Answer) -> str:
    """Return who sees what a callback said."""
    if kind in (Answer.MODAL, Answer.CHOICES):
        return str(interaction.user.id)
    message = interaction.original
    return str(message.reader or EVERYBODY) if message is not None else NOBODY


def _callback_response(interaction: Interaction, kind: Answer) -> Json:
    message = interaction.original
    about = {"id": str(interaction.id), "type": int(interaction.deed)}
    if message is None:
        return {"interaction": about}
    about |= {
        "response_message_id": str(message.id),
        "response_message_loading": kind is Answer.DEFERRED_MESSAGE,
        "response_message_ephemeral": message.reader is not None,
    }
    return {"interaction": about, "resource": {"type": int(kind), "message": message.payload()}}


def _webhook(state: State, asked: Asked) -> Interaction:
    interaction = state.interactions.get(asked.ids[1])
    if interaction is None:
        raise RefusalError(404, 10015, "Unknown Webhook")
    interaction.check_token()
    return interaction


def _channel(state: State, channel: str, needed: int) -> Channel:
    found = state.channels.get(int(channel))
    if found is None or found.deleted:
        raise RefusalError(404, 10003, "Unknown Channel")
    if found.guild.removed or not found.permissions & VIEW:
        raise RefusalError(403, 50001, "Missing Access")
    if found.permissions & needed != needed:
        raise RefusalError(403, 50013, "Missing Permissions")
    return found


def _must_be_open(channel: Channel) -> None:
    """Refuse to write in a locked thread, whether or not it is archived."""
    if channel.locked:
        raise RefusalError(400, 50083, "Thread is archived")


def _message(state: State, asked: Asked) -> Message:
    _channel(state, asked.ids[0], VIEW)
    message = state.messages.get(int(asked.ids[1]))
    # A private message belongs to its interaction; by way of its channel there is none.
    if message is None or message.deleted or message.reader is not None:
        raise RefusalError(404, 10008, "Unknown Message")
    return message


_CHANNEL: Final = r"/channels/(\d+)"
_MESSAGE: Final = rf"{_CHANNEL}/messages/(\d+)"
_HOOK: Final = r"/webhooks/(\d+)/([^/]+)"
_ORIGINAL: Final = rf"{_HOOK}/messages/@original"

ROUTES: Final[Sequence[tuple[str, str, Handler]]] = (
    ("POST", r"/interactions/(\d+)/([^/]+)/callback", callback),
    ("PATCH", _ORIGINAL, change_answer),
    ("GET", _ORIGINAL, get_answer),
    ("DELETE", _ORIGINAL, delete_answer),
    ("POST", _HOOK, follow_up),
    ("PATCH", _MESSAGE, edit),
    ("GET", _MESSAGE, get),
    ("DELETE", _MESSAGE, delete),
    ("POST", rf"{_CHANNEL}/messages", post),
    ("POST", rf"{_CHANNEL}/threads", open_thread),
    ("PUT", rf"{_CHANNEL}/thread-members/(\d+)", add_to_thread),
    ("GET", _CHANNEL, get_channel),
    ("PATCH", _CHANNEL, lambda state, asked: Reply(_channel(state, asked.ids[0], VIEW).payload())),
    ("DELETE", _CHANNEL, delete_channel),
    ("GET", r"/guilds/(\d+)/members/(\d+)", get_member),
    ("GET", "/users/@me", me),
    ("GET", "/oauth2/applications/@me", application),
    ("GET", "/applications/@me", application),
    ("GET", "/gateway/bot", gateway),
    ("GET", r"/applications/\d+/(?:guilds/(\d+)/)?commands", commands),
    ("PUT", r"/applications/\d+/(?:guilds/(\d+)/)?commands", set_commands),
)
"""Method, path without the version prefix, and what answers it; the most frequent first."""
