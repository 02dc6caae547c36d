"""Create and edit messages from requests."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tests.wire.stand_in.tape import Upload
from tests.wire.stand_in.world import EPHEMERAL, LOADING, Json, Message, timestamp

CDN: Final = "https://cdn.invalid"


def fill(message: Message, body: Json, uploads: Sequence[Upload]) -> None:
    """Make a new message what a request says."""
    message.mentions = pinged(body)
    message.flags = int(body.get("flags") or 0)
    if message.reader is not None:
        message.flags |= EPHEMERAL
    _change(message, body, uploads)


def edit(message: Message, body: Json, uploads: Sequence[Upload]) -> None:
    """Change a message as a request says; an edit pings nobody."""
    _change(message, body, uploads)
    message.flags = (message.flags & ~LOADING) | int(body.get("flags") or 0)
    message.edited_at = timestamp()


def pinged(body: Json) -> list[str]:
    """Return whom a new message pings: users by id, roles and everyone by name."""
    allowed = body.get("allowed_mentions")
    texts = [str(body.get("content") or "")]
    texts += [str(part.get("content") or "") for part in walk(body.get("components") or ())]
    words = "\n".join(texts)
    users = re.findall(r"<@!?(\d+)>", words)
    loud = [f"role {role}" for role in re.findall(r"<@&(\d+)>", words)]
    loud += re.findall(r"@everyone|@here", words)
    if allowed is None:
        return [*users, *loud]
    named = {str(user) for user in allowed.get("users") or ()}
    parse = allowed.get("parse") or ()
    heard = [user for user in users if "users" in parse or user in named]
    return [*heard, *(name for name in loud if {"roles", "everyone"} & {*parse})]


def walk(components: Sequence[Json]) -> Iterator[Json]:
    """Yield components and all that is in them."""
    for component in components:
        yield component
        yield from walk(component.get("components") or ())
        for inner in ("component", "accessory"):
            if component.get(inner):
                yield from walk([component[inner]])


def _change(message: Message, body: Json, uploads: Sequence[Upload]) -> None:
    message.content = body.get("content", message.content) or ""
    if "attachments" in body or uploads:
        message.attachments = [
            _attachment(message, given, uploads) for given in body.get("attachments") or ()
        ]
    if "components" in body:
        files = {str(found["filename"]): found for found in message.attachments}
        message.components = [_resolved(part, files) for part in body["components"] or ()]
        for number, part in enumerate(walk(message.components), 1):
            part.setdefault("id", number)


def _attachment(message: Message, given: Json, uploads: Sequence[Upload]) -> Json:
    kept = {found["id"]: found for found in message.attachments}
    if str(given["id"]) in kept:
        return kept[str(given["id"])]
    index = int(given["id"])
    name = given.get("filename") or uploads[index].name
    where = f"{CDN}/attachments/{message.channel.id}/{message.id}{index}/{name}"
    return {
        "id": f"{message.id}{index}",
        "filename": name,
        "description": given.get("description"),
        "size": len(uploads[index].content) if index < len(uploads) else 0,
        "url": where,
        "proxy_url": where,
    }


def _resolved(part: Json, files: Mapping[str, Json]) -> Json:
    """Return a component with its files as addresses, as Discord sends it back."""
    if isinstance(part, list):
        return [_resolved(item, files) for item in part]
    if not isinstance(part, dict):
        return part
    url = part.get("url")
    if isinstance(url, str) and url.startswith("attachment://"):
        found = files.get(url.removeprefix("attachment://"))
        known = found["url"] if found else f"{CDN}/missing"
        return {**part, "url": known, "proxy_url": known, "loading_state": 2}
    made = {key: _resolved(item, files) for key, item in part.items()}
    if part.get("type") == 13:  # A file's name and size stand beside its address.
        made |= {"name": str(part["file"]["url"]).rpartition("/")[2], "size": 0}
    return made
