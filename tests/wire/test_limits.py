"""The stand-in's rate limits: counted in each channel, but named alike in all."""

from tests.wire.stand_in import Limits


def test_a_limit_has_one_name_in_all_channels_and_is_counted_in_each() -> None:
    """Discord's name for a limit leaves out the channel (API docs, “Rate Limits”)."""
    limits = Limits()
    channels = [f"PATCH /channels/{number}/messages[1]" for number in (123, 456)]
    found = [limits.take(channel, 0.0)[2] for channel in channels for _ in range(2)]
    assert len({headers["X-RateLimit-Bucket"] for headers in found}) == 1
    assert [headers["X-RateLimit-Remaining"] for headers in found] == ["4", "3", "4", "3"]
    _, _, posting = limits.take("POST /channels/123/messages", 0.0)
    assert posting["X-RateLimit-Bucket"] != found[0]["X-RateLimit-Bucket"]
