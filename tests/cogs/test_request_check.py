"""The checker of requests finds what Discord would refuse."""

from typing import Any, TypeAlias

import pytest
from simcord import HttpLogEntry

from tests.cogs.request_check import NO_DESCRIPTION, description, faults_of
from tests.cogs.request_limits import limits

Json: TypeAlias = Any

V2 = 1 << 15
MESSAGES = "/channels/1456074443980800012/messages"


def posted(body: Json) -> list[str]:
    return faults_of([HttpLogEntry("POST", MESSAGES, {}, body, None)])


def text(words: str) -> dict[str, Json]:
    return {"type": 10, "content": words}


def button(**fields: Json) -> dict[str, Json]:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "k1:a", **fields}


def row(*items: dict[str, Json]) -> dict[str, Json]:
    return {"type": 1, "components": list(items)}


def page(*parts: dict[str, Json], **fields: Json) -> dict[str, Json]:
    return {"flags": V2, "components": [{"type": 17, "components": list(parts)}], **fields}


def menu(lines: int = 1, **fields: Json) -> dict[str, Json]:
    options = [{"label": "x", "value": f"{number}", **fields} for number in range(lines)]
    return {"type": 3, "custom_id": "k", "options": options}


def gallery(*descriptions: str) -> dict[str, Json]:
    pictures = [{"media": {"url": "x"}, "description": each} for each in descriptions]
    return {"type": 12, "items": pictures}


def suggested(*names: str) -> dict[str, Json]:
    return {"type": 8, "data": {"choices": [{"name": name, "value": "x"} for name in names]}}


def form(**fields: str) -> dict[str, Json]:
    field = {"type": 4, "custom_id": "f"}
    field |= {name: fields.pop(name) for name in ("placeholder", "value") if name in fields}
    label = {"type": 18, "label": "x", "component": field}
    label |= {name: fields.pop(name) for name in ("label", "description") if name in fields}
    return {"type": 9, "data": {"title": "x", "custom_id": "k", "components": [label], **fields}}


def test_what_is_right_passes() -> None:
    assert posted(page(text("Hello"), row(button()))) == []


def test_what_is_as_long_as_it_can_be_passes() -> None:
    longest: Json = {"label": "x" * 100, "value": "x" * 100, "description": "x" * 100}
    parts = row(menu(**longest)), gallery(*["x" * 1024] * 10), text("x" * 4000)
    for body in (
        page(*parts),
        {"content": "x" * 2000, "nonce": "n" * 25},
        suggested(*["x" * 100] * 25),
        form(title="x" * 45, label="x" * 45, description="x" * 100, placeholder="x" * 100),
    ):
        assert list(limits(body)) == []


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        (page(*[text("x")] * 40), "41 components"),
        (page(text("x" * 2001), text("x" * 2000)), "4001 characters of text"),
        (page(row(button(), button())), "custom id 'k1:a' twice"),
        (page(row(button(custom_id="k" * 101))), "a custom id above 100 characters"),
        (page(row(button(label="x" * 81))), "label of 81 characters"),
        (page(row(button(label=""))), "a button's label of 0 characters"),
        (page(row(*(button(custom_id=f"k{n}") for n in range(6)))), "6 in a row"),
        (page(row()), "0 in a row"),
        (page(text("")), "an empty text"),
        (page(text("x"), content="y"), "content or embeds beside Components V2"),
        (page(row({"type": 3, "custom_id": "k", "options": []})), "a menu with too many"),
        (page(row(menu(lines=26))), "a menu with too many"),
        (page(row(menu(label="x" * 101))), "label of 101 characters"),
        (page(row(menu(description="x" * 101))), "description of 101 characters"),
        (page(row(menu(value="x" * 101))), "value of 101 characters"),
        (page(row(menu(label=""))), "a line of a menu without words"),
        (page(gallery("x" * 1025)), "description of 1025 characters"),
        (page(gallery(*["x"] * 11)), "11 pictures"),
        ({"content": "x" * 2001}, "content of 2001 characters"),
        ({"content": "x", "nonce": "n" * 26}, "nonce of 26 characters"),
        ({"content": "x", "attachments": [{"id": n} for n in range(11)]}, "11 files"),
        ({"name": "x" * 101, "type": 11}, "name of 101 characters"),
        ({"name": "x", "entity_type": 3, "description": "x" * 1001}, "description of 1001"),
        ({"entity_type": 3, "entity_metadata": {"location": "x" * 101}}, "location of 101"),
        (suggested("x" * 101), "name of 101 characters"),
        (suggested(""), "a suggestion without words"),
        (suggested(*map(str, range(26))), "26 suggestions"),
        (form(title="x" * 46), "title of 46 characters"),
        (form(custom_id="x" * 101), "custom_id of 101 characters"),
        (form(label="x" * 46), "label of 46 characters"),
        (form(description="x" * 101), "description of 101 characters"),
        (form(placeholder="x" * 101), "placeholder of 101 characters"),
        (form(value="x" * 4001), "value of 4001 characters"),
    ],
)
def test_limits_are_checked_without_any_description(body: Json, fault: str) -> None:
    assert fault in "\n".join(posted(body))


@pytest.mark.skipif(description() is None, reason=NO_DESCRIPTION)
@pytest.mark.parametrize(
    "body",
    [
        page({"type": 99}),
        page(row(button(style=17))),
        page(text("x"), allowed_mentions={"parse": ["nobody"]}),
        page({"type": 12, "items": [{"media": "table.png"}]}),
        {"content": 7},
    ],
)
def test_bodies_are_checked_against_discord_s_description(body: Json) -> None:
    assert posted(body)


@pytest.mark.skipif(description() is None, reason=NO_DESCRIPTION)
def test_requests_that_discord_does_not_have_are_found() -> None:
    made_up = HttpLogEntry("PATCH", "/channels/1/cards", {}, {"card": 7}, None)
    assert "Discord describes no such request" in faults_of([made_up])[0]


@pytest.mark.skipif(description() is None, reason=NO_DESCRIPTION)
def test_a_fault_is_found_also_after_good_requests_of_its_kind() -> None:
    assert posted(page(row(button()))) == []
    assert posted(page(row(button(style=99))))
