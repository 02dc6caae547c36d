"""Chance for tests: the same for the same number."""

from bot.game.deck import SECRET_BYTES, Chance


def chance(seed: int, *cuts: str) -> Chance:
    """Return the chance whose secret is a number."""
    return Chance(seed.to_bytes(SECRET_BYTES, "big"), cuts)
