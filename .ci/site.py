"""Takes the repository's own pages into the site of the documents: MkDocs knows ``docs/`` alone."""

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]

PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
}
"""Where each of them is in the site."""

LINK = re.compile(r"(?<=\]\()(?!\w+:|#)([^)#\s]+)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages, and what they link to outside of ``docs/``."""
    for name, place in PAGES.items():
        files.append(File.generated(config, place, abs_src_path=str(ROOT / name)))
    licences = (ROOT / "LICENSE", *ROOT.glob("bot/face/typefaces/*.txt"))
    for file in (*licences, *ROOT.glob("seeds/*/rules.toml")):
        place = file.relative_to(ROOT).as_posix()
        files.append(File.generated(config, place, abs_src_path=str(file)))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Lead the links, which are those of the repository, to the same files in the site."""
    folder = posixpath.dirname(page.file.src_uri)
    came_from = {place: name for name, place in PAGES.items()}.get(page.file.src_uri)

    def moved(link: re.Match[str]) -> str:
        start = "" if came_from else posixpath.join("docs", folder)
        target = posixpath.normpath(posixpath.join(start, link[1]))
        place = PAGES.get(target, target.removeprefix("docs/"))
        return posixpath.relpath(place, folder or ".")

    return LINK.sub(moved, markdown)
