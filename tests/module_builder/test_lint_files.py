"""Files that are no modules, old modules, extensions, random damage, the report."""

from __future__ import annotations
