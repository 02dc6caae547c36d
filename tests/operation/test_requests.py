"""The kind of a request, found from its method and URL."""

import pytest
from yarl import URL

from bot.operation.discord_traffic import kind_of

API = "http://127.0.0.1:1/api/v10"


@pytest.mark.parametrize(
    ("request_line", "kind"),
    [
        ("POST /interactions/12/aW50ZXJhY3Rpb24/callback", "answer"),
        ("POST /webhooks/12/aW50ZXJhY3Rpb24", "followup"),
        ("PATCH /webhooks/12/aW50ZXJhY3Rpb24/messages/@original", "amendment"),
        ("GET /webhooks/12/aW50ZXJhY3Rpb24/messages/@original", "other"),
        ("POST /channels/12/messages", "post"),
        ("PATCH /channels/12/messages/34", "edit"),
        ("POST /channels/12/messages/34/threads", "other"),
        ("PATCH /channels/12", "other"),
        ("PUT /applications/12/commands", "commands"),
        ("GET /applications/12/guilds/34/commands", "commands"),
        ("GET /users/@me", "other"),
        ("GET /", "other"),
    ],
)
def test_the_kind_follows_from_method_and_path(request_line: str, kind: str) -> None:
    method, path = request_line.split()
    assert kind_of(method, URL(API + path)) == kind


def test_the_gateway_is_recognised_by_its_scheme() -> None:
    assert kind_of("GET", URL("wss://gateway.discord.gg/?v=10")) == "gateway"
