"""What would break or annoy in VASSAL: the checks of any module or extension, and their report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from module_builder.lint_boards import check_boards
from module_builder.lint_expressions import check_expressions
from module_builder.lint_files import check_files
from module_builder.lint_model import Finding, Severity, error, load_module
from module_builder.lint_pieces import check_pieces
from module_builder.lint_setups import check_setups
from module_builder.lint_targets import check_targets
from module_builder.lint_traits import check_traits
from module_builder.lint_tree import check_tree
from module_builder.lint_values import check_values
from module_builder.vassal.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from module_builder.lint_model import Module

__all__ = ["Finding", "Severity", "lint", "report"]

_CHECKS = (
    check_files,
    check_values,
    check_tree,
    check_boards,
    check_traits,
    check_pieces,
    check_targets,
    check_expressions,
    check_setups,
)
_ORDER = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.ADVICE: 2}


def lint(path: Path | str, *, base: Path | str | None = None) -> list[Finding]:
    """Check a module or extension for what breaks or annoys in VASSAL.

    Parameters
    ----------
    path
        A ``.vmod`` or ``.vmdx``; extensions in the folder ``NAME_ext`` beside a module are read too.
    base
        The module of an extension, where it is not the one beside its folder.

    Returns
    -------
    list of Finding
        Errors first, then warnings, then advice; a file that cannot be read is one error.

    Examples
    --------
    >>> [finding.code for finding in lint("no-such-file.vmod")]
    ['unreadable']
    """
    try:
        module = load_module(path, base=base)
    except FormatError as fault:
        return [error("unreadable", Path(path).name, str(fault).removeprefix(f"{Path(path).name}: "))]
    found = dict.fromkeys((*module.faults, *_found(module)))
    return sorted(found, key=lambda finding: _ORDER[finding.severity])


def _found(module: Module) -> Iterator[Finding]:
    for check in _CHECKS:
        try:
            yield from check(module)
        except FormatError as fault:
            yield error("unreadable", fault.place, str(fault))


def report(findings: Sequence[Finding], *, as_json: bool = False) -> str:
    """Write findings as lines or as JSON.

    Parameters
    ----------
    findings
        From `lint`.
    as_json
        One JSON object with ``findings`` and ``counts`` instead of lines.

    Returns
    -------
    str
        Lines with a count at the end, or indented JSON; no line break at the end.

    Examples
    --------
    >>> print(report([error("missing-image", "Map:Main", "there is no image map.png in the file")]))
    error   missing-image: Map:Main: there is no image map.png in the file
    1 error, 0 warnings, 0 pieces of advice
    """
    counts = {severity: sum(f.severity is severity for f in findings) for severity in Severity}
    if as_json:
        return _json(findings, counts)
    errors, warnings, hints = counts.values()
    total = (
        f"{errors} error{'s' * (errors != 1)}, {warnings} warning{'s' * (warnings != 1)},"
        f" {hints} piece{'s' * (hints != 1)} of advice"
    )
    return "\n".join([*map(str, findings), total])


def _json(findings: Sequence[Finding], counts: dict[Severity, int]) -> str:
    rows = [
        {
            "severity": finding.severity.value,
            "code": finding.code,
            "place": finding.place,
            "text": finding.text,
            "way_out": finding.way_out,
        }
        for finding in findings
    ]
    value = {"findings": rows, "counts": {severity.value: count for severity, count in counts.items()}}
    return json.dumps(value, ensure_ascii=False, indent=2)
