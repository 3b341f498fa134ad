"""Puts the compiled forms into a wheel; an editable install and a source archive do without."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledForms(BuildHookInterface):
    """Compiles boards, units and tables before the wheel is packed."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the forms, and name them for the wheel."""
        if version == "editable":
            return
        self.folder = tempfile.TemporaryDirectory()
        work = [sys.executable, "-m", "module_builder.forms"]
        surroundings = {**os.environ, "PYTHONPATH": self.root, "XDG_CACHE_HOME": self.folder.name}
        subprocess.run(work, check=True, cwd=self.root, env=surroundings)  # noqa: S603 - our own module
        for form in sorted(Path(self.folder.name, "bocage").iterdir()):
            build_data["force_include"][str(form)] = f"maps/forms/{form.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """The wheel is packed: what was made for it can go."""
        if version != "editable":
            self.folder.cleanup()
