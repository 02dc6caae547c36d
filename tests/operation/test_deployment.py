"""Dockerfile and compose.yaml agree with the bot, as far as can be tested without Docker."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.utils import canonicalize_name

from bot.__main__ import parser
from bot.process import STOP_SECONDS
from bot.settings import HouseSettings, Settings
from tests.house.files import ROOT
from tests.house.test_release import pins

Service = dict[str, Any]


def instructions(file: str = "Dockerfile") -> list[tuple[str, str]]:
    """Return the instructions of the Dockerfile: word and rest, comments left out."""
    text = re.sub(r"^#.*\n", "", (ROOT / file).read_text("utf-8"), flags=re.MULTILINE)
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    parted = [line.partition(" ") for line in lines if line.strip()]
    return [(word, rest.strip()) for word, _, rest in parted]


def last(word: str) -> str:
    return [rest for found, rest in instructions() if found == word][-1]


def services() -> dict[str, Service]:
    found: dict[str, Service] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))[
        "services"
    ]
    return found


def variables() -> set[str]:
    return set(
        re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text("utf-8"), re.MULTILINE)
    )


# The image.


def test_the_image_runs_as_a_user_of_a_fixed_number_that_is_not_root() -> None:
    words = [word for word, _ in instructions()]
    assert last("USER") == "cards"
    assert words.index("USER") < words.index("CMD")
    created = next(rest for word, rest in instructions() if "useradd" in rest)
    uid = re.search(r"useradd --uid (\d+)", created)
    assert uid is not None
    assert int(uid[1]) >= 10_000


def test_the_image_has_only_what_runs() -> None:
    runs = " ".join(rest for word, rest in instructions() if word == "RUN")
    assert re.findall(r"\S+\.lock", runs) == ["run.lock"]
    assert "--require-hashes" in runs
    assert sum(word == "FROM" for word, _ in instructions()) == 2
    sent = {line[1:] for line in _lines(".dockerignore") if line.startswith("!")}
    copied = {rest.split()[0] for word, rest in instructions() if word == "COPY"} - {
        "--from=installed"
    }
    assert copied == sent
    assert all((ROOT / name).exists() for name in copied)


def test_the_image_s_stop_signal_and_commands_exist() -> None:
    assert last("STOPSIGNAL") == "SIGTERM"
    for text in (last("CMD"), last("HEALTHCHECK").partition("CMD ")[2]):
        python, dash_m, package, *words = json.loads(text)
        assert (python, dash_m, package) == ("python", "-m", "bot")
        assert callable(parser().parse_args(words).command)
    set_by_the_image = re.findall(r"(CARDS_\w+)=", " ".join(r for w, r in instructions()))
    assert set_by_the_image
    assert set(set_by_the_image) <= variables()


def test_the_image_has_the_python_that_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    images = [rest.split()[0] for word, rest in instructions() if word == "FROM"]
    assert images == [f"python:{project['requires-python'].removeprefix('>=')}-slim"] * 2


@pytest.fixture
def image(tmp_path: Path) -> Path:
    for word, rest in instructions():
        name, _, target = rest.partition(" ")
        if word == "COPY" and (ROOT / name).is_dir():
            skipped = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, tmp_path / target, ignore=skipped)
    return tmp_path


IMPORT_ALL = """
import sys
for name in sys.argv[1:]:
    sys.modules[name] = None
import bot.commands.database, bot.commands.record, bot.commands.run
import bot.doctor.all_checks, asyncpg, aiosqlite
from bot.games.registry import GAMES
from bot.games.faces import warm_up
warm_up(GAMES.values())
"""


def test_what_runs_needs_no_other_file_and_no_other_package(image: Path) -> None:
    locked = pins("run.lock").keys()
    not_there = [
        module
        for module, distributions in packages_distributions().items()
        if not locked & set(map(canonicalize_name, distributions))
    ]
    assert {"simcord", "pytest"} <= set(not_there)
    command = [sys.executable, "-c", IMPORT_ALL, *not_there]
    told = subprocess.run(command, cwd=image, check=False, capture_output=True, text=True)
    assert (told.returncode, told.stderr) == (0, "")


def test_a_start_imports_nothing_that_only_some_commands_need() -> None:
    rare = ("alembic", "asyncpg", "jinja2", "numba", "numpy")
    program = (
        "import sys, bot.__main__; print(*{'bot.games.registry', 'sqlalchemy'} & {*sys.modules});"
        f"import bot.compose; print(*{{*{rare}}} & {{*sys.modules}})"
    )
    told = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    assert told.stdout.split() == []


def test_what_measures_and_trains_is_not_in_the_image(image: Path) -> None:
    assert not (image / "lab").exists()


def test_a_container_whose_bot_is_not_there_is_unhealthy(image: Path, port: int) -> None:
    command = [sys.executable, *json.loads(last("HEALTHCHECK").partition("CMD ")[2])[1:]]
    told = subprocess.run(
        command,
        cwd=image,
        check=False,
        capture_output=True,
        text=True,
        env={"CARDS_OPERATION_PORT": str(port)},
    )
    assert (told.returncode, told.stderr) == (1, "The bot doesn't answer.\n")


# The compose file.


def test_without_a_profile_there_is_the_bot_alone() -> None:
    profiles = {name: service.get("profiles") for name, service in services().items()}
    assert profiles == {
        "bot": None,
        "postgres": ["postgres"],
        "prometheus": ["metrics"],
        "grafana": ["metrics"],
    }


def test_every_setting_that_is_named_exists() -> None:
    text = (ROOT / "compose.yaml").read_text("utf-8")
    named = set(re.findall(r"\b(?:CARDS_[A-Z_]+|DATABASE_URL|DISCORD_TOKEN)\b", text))
    assert named
    assert named <= variables()
    environment = services()["bot"]["environment"]
    given = {name: str(value).removeprefix("${") for name, value in environment.items()}
    given = {name: value.partition(":-")[2].rstrip("}") or value for name, value in given.items()}
    usable = HouseSettings.model_validate(
        {name.removeprefix("CARDS_").lower(): value for name, value in given.items()}
    )
    assert usable.operation_port == 9187
    assert usable.log_format == "json"


def test_the_database_is_in_the_volume_and_the_bot_has_time_to_stop() -> None:
    bot = services()["bot"]
    assert bot["volumes"] == [f"data:{last('VOLUME')}"]
    default = Settings.model_fields["database_url"].default.get_secret_value()
    folder = Path(last("WORKDIR")) / default.partition(":///")[2]
    assert folder.parent == Path(last("VOLUME"))
    assert int(bot["stop_grace_period"].removesuffix("s")) > STOP_SECONDS
    assert bot["read_only"] is True
    assert bot["cap_drop"] == ["ALL"]


def test_nothing_is_open_to_other_machines() -> None:
    ports = [port for service in services().values() for port in service.get("ports", ())]
    assert ports
    assert [port for port in ports if not port.startswith("127.0.0.1:")] == []


def test_everything_but_the_bot_has_a_health_check_and_every_volume_is_declared() -> None:
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    assert [n for n, s in services().items() if n != "bot" and "healthcheck" not in s] == []
    used = {source for source, _ in _mounts() if not source.startswith(".")}
    assert used == compose["volumes"].keys()


def test_what_is_mounted_is_there() -> None:
    files = [source for source, _ in _mounts() if source.startswith(".")]
    assert files
    assert [source for source in files if not (ROOT / source).exists()] == []


def test_prometheus_scrapes_the_port_that_the_bot_is_given() -> None:
    scraping = yaml.safe_load((ROOT / "docs/operation/prometheus.yaml").read_text("utf-8"))
    targets = scraping["scrape_configs"][0]["static_configs"][0]["targets"]
    assert targets == [f"bot:{services()['bot']['environment']['CARDS_OPERATION_PORT']}"]
    assert scraping["rule_files"] == ["alerts.yaml"]


def test_grafana_finds_prometheus_and_the_dashboard() -> None:
    provisioning = ROOT / "docs/grafana/provisioning"
    source = yaml.safe_load((provisioning / "datasources/prometheus.yaml").read_text("utf-8"))
    host, port = source["datasources"][0]["url"].removeprefix("http://").split(":")
    assert services()[host]["ports"] == [f"127.0.0.1:{port}:{port}"]
    provider = yaml.safe_load((provisioning / "dashboards/card-night.yaml").read_text("utf-8"))
    folder = provider["providers"][0]["options"]["path"]
    assert ("./docs/grafana/card-night.json", f"{folder}/card-night.json:ro") in _mounts()


def _mounts() -> list[tuple[str, str]]:
    return list(_each_mount())


def _each_mount() -> Iterator[tuple[str, str]]:
    for service in services().values():
        for mount in service.get("volumes", ()):
            source, _, target = mount.partition(":")
            yield source, target


def _lines(file: str) -> list[str]:
    return (ROOT / file).read_text("utf-8").splitlines()
