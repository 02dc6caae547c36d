import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.settings import HouseSettings, Settings, SettingsError, example, load
from tests.helpers import PATIENCE
from tests.house.files import ROOT

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.GexAmp.lE-not-a-real-token-but-shaped-like-one"


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in os.environ:
        if name.startswith(("CARDS_", "DATABASE_URL", "DISCORD_TOKEN")):
            monkeypatch.delenv(name)


def written(folder: Path, *lines: str) -> Path:
    file = folder / ".env"
    file.write_text("\n".join(lines) + "\n", "utf-8")
    return file


def faults(kind: type[HouseSettings], file: Path) -> tuple[str, ...]:
    with pytest.raises(SettingsError) as refused:
        load(kind, file)
    return refused.value.faults


def test_the_example_is_made_from_the_settings() -> None:
    assert (ROOT / ".env.example").read_text("utf-8") == example()


def test_the_example_shows_every_setting_with_its_default(tmp_path: Path) -> None:
    lines = [line.removeprefix("#") for line in example().splitlines()]
    lines = [line for line in lines if re.match(r"[A-Z_]+=", line)]
    assert len(lines) == len(Settings.model_fields)
    file = written(tmp_path, *lines, f"DISCORD_TOKEN={TOKEN}")
    assert load(Settings, file) == load(Settings, written(tmp_path, f"DISCORD_TOKEN={TOKEN}"))


def test_what_is_docker_composes_is_left_alone(tmp_path: Path) -> None:
    file = written(tmp_path, "COMPOSE_PROFILES=postgres,metrics", "POSTGRES_PASSWORD=long")
    assert load(HouseSettings, file) == HouseSettings()


def test_a_house_without_discord_needs_no_settings(tmp_path: Path) -> None:
    assert load(HouseSettings, tmp_path / "none") == HouseSettings()


def test_values_are_read_from_the_file_and_first_of_all_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDS_TABLES_PER_SERVER", "7")
    file = written(
        tmp_path, "CARDS_TABLES_PER_SERVER=5", "CARDS_LIVE_TURN_SECONDS=20, 40", "CARDS_LOG_LEVEL="
    )
    settings = load(HouseSettings, file)
    assert settings.tables_per_server == 7
    assert settings.live_turn_seconds == (20, 40)
    assert settings.log_level == "INFO"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("CARDS_KAI_PACE_SECONDS=soon", "CARDS_KAI_PACE_SECONDS can't be used: should be a valid"),
        ("CARDS_TABLES_PER_PERSON=0", "can't be used: should be greater than or equal to 1."),
        ("CARDS_LIVE_TURN_SECONDS=30,-1", "can't be used: every number should be above 0."),
        ("CARDS_LOG_LEVEL=LOUD", "should be 'DEBUG', 'INFO', 'WARNING' or 'ERROR'."),
        ("DATABASE_URL=mysql://me:hunter2@host/db", "DATABASE_URL can't be used: it should begin"),
        (
            "DATABASE_URL=postgresql+asyncpg://me:hunter2@host:x/db",
            "DATABASE_URL can't be used: it isn't a URL",
        ),
        ("CARDS_KAI_PASE_SECONDS=2", "isn't a setting: did you mean CARDS_KAI_PACE_SECONDS?"),
        ("DISCORD_TOKN=x", "DISCORD_TOKN isn't a setting: did you mean DISCORD_TOKEN?"),
        ("WHATEVER=1", "WHATEVER isn't a setting: .env.example lists all settings."),
        ("hunter2", "has a line that isn't NAME=value."),
        (f"{TOKEN}=", "has a line that isn't NAME=value."),
    ],
)
def test_a_fault_is_a_sentence_without_the_value(tmp_path: Path, line: str, sentence: str) -> None:
    told = faults(HouseSettings, written(tmp_path, line))
    assert len(told) == 1
    assert sentence in told[0]
    assert "hunter2" not in told[0]
    assert TOKEN[:20] not in told[0]


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    file = written(tmp_path, "DISCORD_TOKEN=hunter2", "CARDS_SYNC_GUILD=mine", "CARDS_KAI=1")
    told = "\n".join(faults(Settings, file))
    assert told.count("\n") == 2
    assert "it doesn't look like a bot token" in told
    assert "hunter2" not in told


def test_no_secret_is_shown_by_the_settings_themselves(tmp_path: Path) -> None:
    settings = load(
        Settings,
        written(tmp_path, f"DISCORD_TOKEN={TOKEN}", "DATABASE_URL=postgresql+asyncpg://u:pw@h/d"),
    )
    shown = f"{settings!r} {settings}"
    assert TOKEN not in shown
    assert "u:pw" not in shown


@pytest.mark.parametrize("token", [None, "hunter2"])
def test_without_a_usable_token_the_bot_does_not_start(tmp_path: Path, token: str | None) -> None:
    """Exit status 2, one sentence on stderr, no traceback, no token."""
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT)}
    if token:
        surroundings["DISCORD_TOKEN"] = token
    done = subprocess.run(
        [sys.executable, "-m", "bot", "run"],
        cwd=tmp_path,
        env=surroundings,
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("DISCORD_TOKEN ")
    assert "hunter2" not in done.stderr
    assert list(tmp_path.iterdir()) == []
