"""What would break or annoy in VASSAL: the checks of any module or extension, and their report."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from module_builder.grouping import grouped
from module_builder.lint_boards import check_boards
from module_builder.lint_captions import check_captions
from module_builder.lint_decks import check_decks
from module_builder.lint_expressions import check_expressions
from module_builder.lint_files import check_files
from module_builder.lint_habits import check_habits
from module_builder.lint_model import Finding, Severity, advice, error, load_module
from module_builder.lint_pieces import check_pieces, unused_prototypes
from module_builder.lint_setups import check_setups
from module_builder.lint_targets import check_targets
from module_builder.lint_traits import check_traits
from module_builder.lint_tree import check_tree
from module_builder.lint_values import check_values
from module_builder.vassal.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

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
    check_decks,
    check_captions,
    check_habits,
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
    found = _of_use(dict.fromkeys((*module.faults, *_found(module))), unused_prototypes(module))
    return sorted(found, key=lambda finding: _ORDER[finding.severity])


def _of_use(findings: Iterable[Finding], unused: Collection[str]) -> list[Finding]:
    """Findings; what is wrong with a prototype that nobody uses breaks nothing."""
    kept = []
    for finding in findings:
        head = finding.place.partition(": trait")[0]
        if head in unused and finding.severity is not Severity.ADVICE:
            way_out = f"{finding.way_out}; nobody uses this prototype".removeprefix("; ")
            finding = advice(finding.code, finding.place, finding.text, way_out)  # noqa: PLW2901 - the same
        kept.append(finding)
    return kept


def _found(module: Module) -> Iterator[Finding]:
    for check in _CHECKS:
        try:
            yield from check(module)
        except FormatError as fault:
            yield error("unreadable", fault.place, str(fault))


def _alike(finding: Finding) -> tuple[str, str]:
    """By what findings are alike: the same check, and what it says without the names in it."""
    said = re.sub(r"'[^']*'|\S*\d\S*|\S+\.(?:png|gif|jpg|jpeg|svg|wav)\b", "...", finding.text)
    return finding.severity.value, f"{finding.code}: {said}"


def report(findings: Sequence[Finding], *, as_json: bool = False, whole: bool = False) -> str:
    """Write findings as lines or as JSON.

    Parameters
    ----------
    findings
        From `lint`.
    as_json
        One JSON object with ``findings`` and ``counts`` instead of lines.
    whole
        Every line; of many that are alike else the first ones, and how many more there are.

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
    lines = map(str, findings) if whole else grouped(findings, _alike)
    return "\n".join([*lines, total])


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
