"""A ruling as text, Markdown, HTML or JSON: the verdict first, then the rules, then the steps."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from adjudicator.showing import summed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator.ruling import Ruling, Step, Used, Violation

__all__ = ["FORMATS", "render", "ruling_to_json"]

FORMATS = ("text", "md", "html", "json")
_SHOWN_SOURCES = 3


def render(ruling: Ruling, form: str = "text", *, whole: bool = False) -> str:
    """Write a ruling out.

    Parameters
    ----------
    ruling
        The ruling.
    form
        ``text``, ``md``, ``html`` or ``json``.
    whole
        Every line of a long list; otherwise it is summed up. JSON is always whole.

    Returns
    -------
    str
        Without a line break at the end.

    Examples
    --------
    >>> from adjudicator.ruling import Ruling, Step
    >>> print(render(Ruling("q", "AV 14.", 14, (Step("9.2A", "Point Unit 18 Rgt", 6, "set"),))))
    AV 14.
    Rules: 9.2A
      6  Point Unit 18 Rgt (9.2A)
    """
    if form == "json":
        return json.dumps(ruling_to_json(ruling), ensure_ascii=False)
    lines = list(_lines(ruling, whole=whole))
    if form == "html":
        head, *rest = lines
        import html

        body = "\n".join(html.escape(line) for line in rest)
        return f'<article class="ruling"><h2>{html.escape(head)}</h2><pre>{body}</pre></article>'
    if form == "md":
        head, *rest = lines
        return "\n".join([f"**{head}**", "", *(_bullet(line) for line in rest)])
    return "\n".join(lines)


def _bullet(line: str) -> str:
    indent = len(line) - len(line.lstrip())
    return f"{' ' * max(indent - 2, 0)}- {line.strip()}"


def _lines(ruling: Ruling, *, whole: bool) -> Iterator[str]:
    yield ruling.verdict
    if ruling.rules:
        yield "Rules: " + ", ".join(ruling.rules)
    for violation in ruling.violations:
        yield f"  NO  {violation}"
    for violation in ruling.moment:
        yield f"  not now: {violation}"
    yield from _steps(ruling.steps if whole else summed(ruling.steps), 2)
    yield from ruling.assumptions
    if ruling.interpretations:
        yield "read as: " + ", ".join(ruling.interpretations)
    if ruling.sources:
        yield _reconstructed(ruling.sources)
    if ruling.fingerprint:
        yield f"fingerprint: {ruling.fingerprint}"


def _reconstructed(sources: Sequence[Used]) -> str:
    """At most three of the values, and what is known of their weight."""
    count = len(sources)
    if all(s.matters is False for s in sources):
        return f"reconstructed values used: {count}; no reconstructed value could change this answer"
    weighty = [s for s in sources if s.matters]
    shown = ", ".join(map(str, (weighty or sources)[:_SHOWN_SOURCES]))
    more = count - min(len(weighty or sources), _SHOWN_SOURCES)
    head = "reconstructed, and another value could change this answer" if weighty else "reconstructed"
    return f"{head}: {shown}" + (f" and {more} more" if more else "")


def _steps(steps: Sequence[Step], indent: int) -> Iterator[str]:
    for step in steps:
        yield " " * indent + str(step)
        yield from _steps(step.under, indent + 2)


def ruling_to_json(ruling: Ruling) -> dict[str, Any]:
    """Plain JSON data of a ruling.

    Parameters
    ----------
    ruling
        The ruling.

    Returns
    -------
    dict

    Examples
    --------
    >>> from adjudicator.ruling import Ruling
    >>> ruling_to_json(Ruling("q", "Yes.", True))["ok"]
    True
    """
    return {
        "schema": 1,
        "question": ruling.question,
        "viewpoint": ruling.viewpoint,
        "ok": ruling.ok,
        "verdict": ruling.verdict,
        "answer": ruling.answer,
        "rules": list(ruling.rules),
        "steps": [_step(s) for s in ruling.steps],
        "violations": [_violation(v) for v in ruling.violations],
        "moment": [_violation(v) for v in ruling.moment],
        "assumptions": list(ruling.assumptions),
        "interpretations": list(ruling.interpretations),
        "reconstructed": [
            {"text": u.text, "file": u.file, "row": u.row, "column": u.column, "matters": u.matters}
            for u in ruling.sources
        ],
        "edition": ruling.edition,
        "fingerprint": ruling.fingerprint,
    }


def _violation(violation: Violation) -> dict[str, Any]:
    """One reason against."""
    return {
        "rule": violation.rule,
        "text": violation.text,
        "units": list(violation.units),
        "spaces": list(violation.spaces),
    }


def _step(step: Step) -> dict[str, Any]:
    data: dict[str, Any] = {"rule": step.rule, "text": step.text}
    if step.value is not None:
        data |= {"value": step.value, "op": step.op}
    if step.under:
        data["under"] = [_step(s) for s in step.under]
    return data
