"""Lengths of time in words."""

import pytest

from cogs.layouts.span import span_words


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0, "less than a minute"),
        (59.9, "less than a minute"),
        (60, "1 minute"),
        (34.4 * 60, "34 minutes"),
        (3569, "59 minutes"),
        (3599, "1 hour"),
        (24 * 3600, "24 hours"),
        (48 * 3600, "2 days"),
        (14 * 86_400, "14 days"),
    ],
)
def test_it_is_rounded(seconds: float, told: str) -> None:
    assert span_words(seconds) == told
