"""The diary of the week: what people were told, whatever has happened to the processes since."""

from dataclasses import dataclass, field
from typing import TypeAlias

__all__ = ["Diary", "Line"]

Line: TypeAlias = tuple[str, ...]


@dataclass
class Diary:
    """What people were told, line by line."""

    lines: list[Line] = field(default_factory=list)
    kills: int = 0
    clocks: dict[int, int] = field(default_factory=dict)
    """The time that each shard's clock has come to; nothing has happened later."""

    def words(self, kind: str) -> list[Line]:
        """Return the words of all lines of a kind."""
        return [tuple(rest) for first, *rest in self.lines if first == kind]

    def told(self, kind: str) -> list[tuple[int, ...]]:
        """Return the numbers of all lines of a kind."""
        return [tuple(map(int, rest)) for rest in self.words(kind)]

    def take_in(self, line: Line) -> None:
        """Note a line; where a clock stands is of interest for its last line only."""
        if line[0] == "clock":
            shard, at = map(int, line[1:])
            self.clocks[shard] = at
        else:
            self.lines.append(line)
