"""What pytest catches, by the names of its fixtures."""

from typing import TypeAlias

import pytest

Caplog: TypeAlias = pytest.LogCaptureFixture
Capsys: TypeAlias = pytest.CaptureFixture[str]
