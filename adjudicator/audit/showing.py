"""An audit written out: as text, as one HTML page, as JSON Lines."""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.audit.judged import KINDS
from adjudicator.report import render

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from adjudicator.audit.judged import Judged
    from adjudicator.audit.summary import Summary

__all__ = ["as_html", "as_json_lines", "as_text"]

_QUIET = frozenset({"comment", "bookkeeping", "part"})
_UNDONE = 12  # lines of what was left undone


def as_text(steps: Iterable[Judged], summary: Summary, *, whole: bool = False) -> Iterator[str]:
    """An audit as lines of text.

    Parameters
    ----------
    steps
        The steps to show.
    summary
        Of the whole game.
    whole
        Words and bookkeeping too, and each ruling with its trail.

    Yields
    ------
    str
        The verdict first, then the steps, then the counts and what was left undone.

    Examples
    --------
    >>> from adjudicator.audit.summary import Summary
    >>> next(as_text([], Summary("june-six", {"action": 2}, None)))
    'In order: 2 steps, every change explained.'
    """
    yield summary.verdict
    clock = ""
    for step in steps:
        if step.kind in _QUIET and not whole:
            continue
        if step.clock != clock:
            yield f"-- {step.clock}"
            clock = step.clock
        yield from _step(step, whole=whole)
    yield "steps: " + ", ".join(f"{count} {kind}" for kind, count in summary.counts.items())
    yield from _foot(summary)


def _step(step: Judged, *, whole: bool) -> Iterator[str]:
    mark = "NO" if not step.fine else "  "
    name = step.label or str(step.number)
    end = f" (with steps to {step.together[-1]})" if step.acts and step.together else ""
    yield f"{mark} {name:>4}  {step.kind}: {_told(step)}{end}"
    if step.ruling is None:
        return
    if whole:
        yield from (f"         {line}" for line in render(step.ruling).splitlines())
        return
    yield f"         {step.ruling.question}"
    yield from (f"         NO  {reason}" for reason in step.ruling.reasons)
    yield from (f"             since {limit.text} ({limit.rule})" for limit in step.limits)


def _told(step: Judged) -> str:
    """The actions with their sections, else what was said."""
    if not step.acts:
        return step.text or _said(step)
    return "; ".join(
        f"{act.text} ({', '.join(filter(None, (act.about, act.rule)))})"
        + ("" if act.on_record else " [no dice on record]")
        for act in step.acts
    )


def _said(step: Judged) -> str:
    """What was said, without the marks by which the module colours its reports."""
    return " / ".join([html.unescape(line).lstrip("*~!?|` ") for line in step.chat])


def _foot(summary: Summary) -> Iterator[str]:
    rested, acting = summary.rested
    if acting:
        yield f"reconstructed values: {rested} of {acting} steps with actions lean on them"
    if summary.unseen:
        yield f"rolls that nobody threw: {summary.unseen}"
    if summary.loose:
        yield f"dice that no rule asked for: {', '.join(map(str, summary.loose))}"
    if summary.undone:
        yield "left undone at the end:"
        yield from (f"  {line}" for line in summary.undone[:_UNDONE])
        more = len(summary.undone) - _UNDONE
        if more > 0:
            yield f"  and {more} more"


def as_json_lines(steps: Iterable[Judged], summary: Summary) -> Iterator[str]:
    """An audit as JSON Lines: a step a line, the sum last.

    Parameters
    ----------
    steps, summary
        As in `as_text`.

    Yields
    ------
    str
    """
    for step in steps:
        yield json.dumps(step.to_json(), ensure_ascii=False)
    yield json.dumps(summary.to_json(), ensure_ascii=False)


def as_html(title: str, steps: Sequence[Judged], summary: Summary) -> str:
    """An audit as one page that needs nothing else.

    Parameters
    ----------
    title
        Name of the game or file.
    steps, summary
        As in `as_text`.

    Returns
    -------
    str
        HTML; what players wrote is escaped.
    """
    import jinja2

    folder = jinja2.FileSystemLoader(Path(__file__).parent)
    environment = jinja2.Environment(
        loader=folder, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    page = environment.get_template("page.html.j2")
    foot = list(_foot(summary))
    return page.render(
        title=title,
        steps=steps,
        summary=summary,
        kinds=KINDS,
        foot=foot,
        render=render,
        told=_told,
        said=_said,
    )
