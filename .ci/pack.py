"""Pack bot/check_deal into docs/check_deal.pyz, which any Python from 3.11 on can run."""

from io import BytesIO
from pathlib import Path
from zipfile import ZipFile, ZipInfo

ROOT = Path(__file__).parents[1]
PACKED = ROOT / "docs" / "check_deal.pyz"
START = "import sys\n\nfrom check_deal.__main__ import main\n\nsys.exit(main())\n"


def packed() -> bytes:
    """Return the file: the same bytes of the same folder, and not compressed, so readable."""
    files = {"__main__.py": START}
    for path in sorted((ROOT / "bot" / "check_deal").glob("*.py")):
        files[f"check_deal/{path.name}"] = path.read_text("utf-8")
    whole = BytesIO(b"#!/usr/bin/env python3\n")
    whole.seek(0, 2)
    with ZipFile(whole, "a") as archive:
        for name, text in files.items():
            archive.writestr(ZipInfo(name), text)
    return whole.getvalue()


if __name__ == "__main__":
    PACKED.write_bytes(packed())
