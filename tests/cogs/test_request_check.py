"""The checker of requests finds what Discord would refuse."""

from typing import Any, TypeAlias

import pytest
from simcord import HttpLogEntry

from tests.cogs.request_check import NO_DESCRIPTION, description, faults_of

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


def test_what_is_right_passes() -> None:
    assert posted(page(text("Hello"), row(button()))) == []


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        (page(*[text("x")] * 40), "41 components"),
        (page(text("x" * 2001), text("x" * 2000)), "4001 characters of text"),
        (page(row(button(), button())), "custom id 'k1:a' twice"),
        (page(row(button(custom_id="k" * 101))), "a custom id above 100 characters"),
        (page(row(button(label="x" * 81))), "a button's label of 81 characters"),
        (page(row(button(label=""))), "a button's label of 0 characters"),
        (page(row(*(button(custom_id=f"k{n}") for n in range(6)))), "6 in a row"),
        (page(row()), "0 in a row"),
        (page(text("")), "an empty text"),
        (page(text("x"), content="y"), "content or embeds beside Components V2"),
        (page(row({"type": 3, "custom_id": "k", "options": []})), "a menu with too many"),
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
