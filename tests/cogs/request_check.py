"""Checks every request body that the bot sends, as Discord itself would.

Discord's own description of its API (OpenAPI) is too big to keep here: its place comes from the
environment variable ``DISCORD_OPENAPI``. What it leaves out is checked in any case.
"""

import json
import os
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from jsonschema import Draft202012Validator, ValidationError, validators  # type: ignore[import-untyped]  # it has no types
from referencing import Registry
from referencing.jsonschema import DRAFT202012
from simcord import HttpLogEntry

from tests.cogs.request_limits import limits

Json: TypeAlias = Any

NO_DESCRIPTION = "DISCORD_OPENAPI does not say where Discord's API description is"

LENGTHS = (0, 32, 45, 80, 100, 150, 512, 1024, 2000, 2048, 4000)
"""The limits on the length of a text that Discord's description has for what we send."""

_FINE_BODIES: set[int] = set()
"""The hashes of requests without a fault: every bot begins with the same ones."""

_FINE: set[str] = set()
"""Kinds of things that agree with the description: few, while the requests are many."""

BY_TYPE = "byType"
"""A word for schemas beside those of the standard: the schemas of things by their ``type``."""


def description() -> Path | None:
    """Return where Discord's description of its API is, if it is anywhere."""
    name = os.environ.get("DISCORD_OPENAPI")
    return Path(name) if name else None


def faults_of(requests: Sequence[HttpLogEntry]) -> list[str]:
    """Return what Discord would have refused, one line for each fault."""
    faults: dict[str, None] = {}
    for request in requests:
        if request.json is not None:
            place = f"{request.method} {request.path}"
            faults.update(dict.fromkeys(f"{place}: {fault}" for fault in _faults(request)))
    return list(faults)


def _faults(request: HttpLogEntry) -> Sequence[str]:
    same = hash((request.method, _template(request.path), json.dumps(request.json)))
    if same in _FINE_BODIES:
        return ()
    found = [*limits(request.json), *_described(request)]
    if not found:
        _FINE_BODIES.add(same)
    return found


def _described(request: HttpLogEntry) -> Iterator[str]:
    """Yield how a body differs from Discord's description of it; what was fine once stays so."""
    file = description()
    if file is None:
        return
    template = _template(request.path)
    kinds = set(_kinds(request.json, f"{request.method} {template}"))
    if kinds <= _FINE:
        return
    validator = _validator(file, request.method.lower(), template)
    if validator is None:
        yield "Discord describes no such request"
        return
    errors = list(validator.iter_errors(request.json))
    if not errors:
        _FINE.update(kinds)
    for error in errors:
        yield f"{error.json_path}: {error.message[:200]}"


@cache
def _api(file: Path) -> Json:
    api = json.loads(file.read_text(encoding="utf-8"))
    # Discord also takes ids as numbers, which is how discord.py sends some of them.
    schemas = api["components"]["schemas"]
    schemas["SnowflakeType"] = {"anyOf": [schemas["SnowflakeType"], {"type": "integer"}]}
    for choice in _choices(api):
        _tell_apart(choice, schemas)
    return api


def _choices(value: Json) -> Iterator[dict[str, Json]]:
    """Yield the schemas that let a thing be one of several."""
    if isinstance(value, dict):
        if isinstance(value.get("oneOf"), list):
            yield value
        for item in value.values():
            yield from _choices(item)
    elif isinstance(value, list):
        for item in value:
            yield from _choices(item)


def _tell_apart(choice: dict[str, Json], schemas: Mapping[str, Json]) -> None:
    """Let components be checked by the one schema of their type, if each has a type of its own.

    The same is right and wrong; to look through all schemas, one in the other, takes far longer.
    """
    kinds = [_kind(each, schemas) for each in choice["oneOf"]]
    if None not in kinds and len({*kinds}) == len(kinds):
        choice[BY_TYPE] = dict(zip(kinds, choice.pop("oneOf"), strict=True))


def _by_type(
    validator: Any,  # noqa: ANN401 - untyped
    by_type: Mapping[int, Json],
    thing: Json,
    _schema: Json,
) -> Iterator[ValidationError]:
    kind = thing.get("type") if isinstance(thing, dict) else None
    if isinstance(kind, int) and kind in by_type:
        yield from validator.descend(thing, by_type[kind])
    else:
        yield ValidationError(f"{thing!r} is none of the types {[*by_type]}")


Validator = validators.extend(Draft202012Validator, {BY_TYPE: _by_type})


def _kind(schema: Json, schemas: Mapping[str, Json]) -> int | None:
    """Return the one ``type`` that things of a schema must have; None if there are others."""
    named = schemas.get(schema.get("$ref", "").rpartition("/")[2], {})
    kinds = named.get("properties", {}).get("type", {}).get("enum", ())
    return kinds[0] if len(kinds) == 1 and "type" in named.get("required", ()) else None


@cache
def _validator(file: Path, method: str, template: str) -> Any:  # noqa: ANN401 - untyped
    api = _api(file)
    for path, operations in api["paths"].items():
        if re.sub(r"{[^}]+}", "*", path) == template and method in operations:
            content = operations[method]["requestBody"]["content"]
            schema = {"$ref": f"urn:discord#{_pointer(path, method, next(iter(content)))}"}
            registry: Registry[Any] = Registry().with_resource(
                "urn:discord", DRAFT202012.create_resource(api)
            )
            return Validator(schema, registry=registry)
    return None


def _pointer(path: str, method: str, media: str) -> str:
    parts = ("paths", path, method, "requestBody", "content", media, "schema")
    escaped = (part.replace("~", "~0").replace("/", "~1") for part in parts)
    return "/" + "/".join(re.sub(r"[{}]", lambda m: f"%{ord(m[0]):02X}", part) for part in escaped)


def _template(path: str) -> str:
    """Return a path with its ids and tokens as stars."""
    path = re.sub(r"/(interactions|webhooks)/\d+/[^/]+", r"/\1/*/*", path)
    return re.sub(r"/\d+", "/*", path)


def _kinds(value: Json, path: str) -> Iterator[str]:
    """Yield what kinds of things a body holds: each object by its own fields and where it lies.

    A body of known kinds agrees with the description as others did. How long a text is, is part of
    its kind; how long a list may be is among the limits that are checked each time.
    """
    if isinstance(value, dict):
        own = {k: _length(v) for k, v in value.items() if not isinstance(v, dict | list)}
        yield f"{path} {sorted(own.items())} {sorted(value)}"
        for key, item in value.items():
            yield from _kinds(item, f"{path}.{key}({value.get('type')})")
    elif isinstance(value, list):
        for item in value:
            yield from _kinds(item, f"{path}[]")
    else:
        yield f"{path} {_length(value)}"


def _length(value: Json) -> Json:
    return f"text {bisect_left(LENGTHS, len(value))}" if isinstance(value, str) else value
