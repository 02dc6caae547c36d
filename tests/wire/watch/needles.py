"""Find what must never be sent or logged: secrets, tokens, cards."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from bot.tables.entries import Acted
from tests.wire.stand_in.tape import Said
from tests.wire.watch.truth import Truth

_FILES: Final = re.compile(r"table\.png|hand-[0-9a-f]{12}\.png|table-[0-9a-f]{10}\.record")

_VALUES: Final = re.compile(
    r"\b(?:Card|Position|Laid|Drawn|Round|State|View|Chance|TableState|Scene|Hand)\("
    r"|\"kind\":|\"secret\"|custom_id"
)
"""How a state, a view or an entry looks where someone has written it down as it is."""

_WORD: Final = re.compile(r"[^\s,;:'\"()\[\]]+")

_RUN: Final = 5
"""Cards in a row that nobody writes by chance."""


def found_in_raw(
    said: Said, truths: Iterable[Truth], known: Mapping[str, int], token: str
) -> Iterator[str]:
    """Yield what is wrong with the very bytes of a request."""
    for upload in said.uploads:
        if not _FILES.fullmatch(upload.name):
            yield f"a file called {upload.name}"
    if token.encode() in said.raw:
        yield "the bot's token"
    for truth in truths:
        seq = known.get(truth.moments[-1].id, 0)
        now = truth.moments[seq]
        told = now.closed is not None and now.closed.because == "finished"
        if not told and any(form in said.raw for form in _secret_forms(truth.secret)):
            yield "the secret of a match that is not over"


def found_in_log(log: str, truths: Iterable[Truth], tokens: Sequence[str]) -> list[str]:
    """Return what should not be in the process's log."""
    known, found = list(truths), []
    secrets = [form.decode("latin-1") for truth in known for form in _secret_forms(truth.secret)]
    actions = {e.action for truth in known for e in truth.entries if isinstance(e, Acted)}
    runs = {run for truth in known for cards in truth.deals() for run in _windows(cards)}
    for line in log.splitlines():
        if any(word in line for word in (*secrets, *tokens)):
            found.append(f"a secret in the log: {line}")
        if _VALUES.search(line) or any(len(a) > 4 and a in line for a in actions):
            found.append(f"a part of a game in the log: {line}")
        if not runs.isdisjoint(_windows(_WORD.findall(line))):
            found.append(f"cards in the log: {line}")
    return found


def _secret_forms(secret: bytes) -> Sequence[bytes]:
    return (secret, secret.hex().encode(), secret.hex().upper().encode(), repr(secret).encode())


def _windows(cards: Sequence[str]) -> Iterator[str]:
    """Yield every run of cards that nobody writes by chance."""
    return (" ".join(cards[at : at + _RUN]) for at in range(len(cards) - _RUN + 1))
