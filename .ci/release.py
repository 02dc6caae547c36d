"""Prints what a release says, from the changelog, if tag, version and changelog agree."""

import re
import sys
from pathlib import Path

VERSION = re.compile(r'^__version__ = "(\d+\.\d+\.\d+)"$', re.MULTILINE)
SECTION = re.compile(r"^## (\S+) - \d{4}-\d\d-\d\d\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def main(tag: str) -> int:
    """Print the newest section of the changelog; return 1 and say why if it is not the tag's."""
    version = VERSION.search(Path("bot/__init__.py").read_text("utf-8"))
    changelog = Path("CHANGELOG.md").read_text("utf-8")
    section = SECTION.search(changelog)
    found = {
        "the tag": tag.removeprefix("v"),
        "bot.__version__": version and version[1],
        "the changelog's newest section": section and section[1],
    }
    if section is None or len(set(found.values())) > 1:
        told = ", ".join(f"{what} is {number or 'missing'}" for what, number in found.items())
        print(f"No release: {told}.", file=sys.stderr)
        return 1
    print(section[2].strip())
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
