"""The same question has the same ruling in every process, in whatever order its sets are read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


def differences(folder: Path, every: int) -> str:
    """What the ledger of rulings says when Python mixes its hashes otherwise."""
    kept = str(folder / "ledger.json")
    said = ""
    for seed, way in (("1", "-o"), ("2", "--against")):
        done = subprocess.run(
            [sys.executable, "-m", "tests.ledger", "--no-modules", "--every", str(every), way, kept],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=False,
        )
        said = done.stdout + done.stderr
    return said


@pytest.mark.slow
def test_no_ruling_depends_on_hashes(tmp_path: Path) -> None:
    assert differences(tmp_path, 12).endswith(" 0 changed\n")
