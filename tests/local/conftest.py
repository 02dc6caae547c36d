"""The browser that visits the page, and where its pictures go."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[2]
CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "browser: plays in a real browser (named by CHROMIUM)")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        missing = f"there is no browser at {CHROMIUM}; CHROMIUM may name another"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            # Without the sandbox it also runs as root, as in a container.
            executable_path=CHROMIUM,
            args=["--no-sandbox"],
        )
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def pictures() -> Path:
    folder = Path(os.environ.get("SCREENSHOTS", ROOT / "screenshots"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
