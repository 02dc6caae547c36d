"""Discord's limits on what is sent, those too that its description of the API leaves out."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

Json: TypeAlias = Any

COMPONENTS_V2: Final = 1 << 15

ROW, BUTTON, SELECT, FIELD, TEXT, GALLERY, LABEL = 1, 2, 3, 4, 10, 12, 18
"""Kinds of components."""

SUGGESTIONS, FORM = 8, 9
"""Kinds of answers to interactions that are no messages."""

LONGEST: Final[Mapping[int, Mapping[str, int]]] = {
    BUTTON: {"label": 80, "url": 512},
    SELECT: {"placeholder": 150},
    FIELD: {"placeholder": 100, "value": 4000},
    LABEL: {"label": 45, "description": 100},
}
"""Characters in the parts of components, by kind."""

OTHERS: Final = {"name": 100, "topic": 1024, "nonce": 25, "content": 2000}
"""Characters in the parts of requests: of messages, threads, channels and events."""


def limits(body: Json) -> Iterator[str]:
    """Yield what is too long or too many in the body of a request."""
    if not isinstance(body, dict):
        return
    data = body.get("data")
    if isinstance(data, dict) and body.get("type") == SUGGESTIONS:
        yield from _suggestions(data["choices"])
        return
    message = data if isinstance(data, dict) else body
    if isinstance(data, dict) and body.get("type") == FORM:
        yield from _too_long(message, {"title": 45, "custom_id": 100})
    yield from _too_long(message, OTHERS)
    yield from _event(message)
    yield from _message(message)


def _message(message: Json) -> Iterator[str]:
    components = list(_walk(message.get("components") or ()))
    if (message.get("flags") or 0) & COMPONENTS_V2 and (
        message.get("content") or message.get("embeds")
    ):
        yield "content or embeds beside Components V2"
    if len(components) > 40:
        yield f"{len(components)} components"
    if len(message.get("attachments") or ()) > 10:
        yield f"{len(message['attachments'])} files"
    text = sum(len(found.get("content", "")) for found in components if found["type"] == TEXT)
    if text > 4000:
        yield f"{text} characters of text"
    ids = Counter(found["custom_id"] for found in components if found.get("custom_id"))
    yield from (f"custom id {name!r} twice" for name, times in ids.items() if times > 1)
    for found in components:
        yield from _component(found)


def _component(found: Json) -> Iterator[str]:
    if len(found.get("custom_id") or "") > 100:
        yield "a custom id above 100 characters"
    yield from _too_long(found, LONGEST.get(found["type"], {}))
    if found["type"] == ROW and not 1 <= len(found["components"]) <= 5:
        yield f"{len(found['components'])} in a row"
    if found["type"] == BUTTON and not (found.get("label") or found.get("emoji")):
        yield "a button's label of 0 characters"
    if found["type"] == TEXT and not found.get("content"):
        yield "an empty text"
    if found["type"] == GALLERY:
        if not 1 <= len(found["items"]) <= 10:
            yield f"{len(found['items'])} pictures"
        for item in found["items"]:
            yield from _too_long(item, {"description": 1024})
    if found["type"] == SELECT:
        yield from _menu(found["options"])


def _menu(options: Sequence[Json]) -> Iterator[str]:
    values = [option["value"] for option in options]
    if not 1 <= len(values) <= 25 or len(set(values)) < len(values):
        yield "a menu with too many lines or none, or twice the same"
    for option in options:
        yield from _too_long(option, {"label": 100, "value": 100, "description": 100})
        if not option["label"]:
            yield "a line of a menu without words"


def _suggestions(choices: Sequence[Json]) -> Iterator[str]:
    if len(choices) > 25:
        yield f"{len(choices)} suggestions"
    for choice in choices:
        yield from _too_long(choice, {"name": 100, "value": 100})
        if not choice["name"]:
            yield "a suggestion without words"


def _event(body: Json) -> Iterator[str]:
    """Yield what is too long in an event of a server's calendar."""
    if body.get("entity_type") is not None:
        yield from _too_long(body, {"description": 1000})
        yield from _too_long(body.get("entity_metadata") or {}, {"location": 100})


def _too_long(thing: Mapping[str, Json], longest: Mapping[str, int]) -> Iterator[str]:
    for part, most in longest.items():
        if isinstance(thing.get(part), str) and len(thing[part]) > most:
            yield f"{part} of {len(thing[part])} characters"


def _walk(components: Sequence[Json]) -> Iterator[Json]:
    for component in components:
        yield component
        yield from _walk(component.get("components") or ())
        if component.get("component"):
            yield from _walk([component["component"]])
