"""Whether an answer has the form that its question declares."""

from __future__ import annotations

import functools
import json
import re
import types
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from adjudicator.answer_forms import answers_of, forms_in
from adjudicator.ruling import Ruling, Step

__all__ = ["miscounted", "misfit"]


@functools.cache
def _declared(slug: str) -> Mapping[str, Any]:
    return answers_of(slug)


def misfit(slug: str, verb: str, answer: Any, *, ok: bool) -> str:
    """Why an answer fits none of the forms of its question; empty where it fits one strictly.

    Parameters
    ----------
    slug, verb
        The game, and the question.
    answer
        Of the ruling; one that says no may be left out.
    ok
        Whether nothing was against it.
    """
    plain = json.loads(json.dumps(answer))
    forms = forms_in(_declared(slug)[verb])
    if plain is None and (not ok or types.NoneType in forms):
        return ""
    faults = []
    for form in forms:
        try:
            msgspec.convert(plain, form, strict=True)
        except msgspec.ValidationError as fault:
            faults.append(f"{getattr(form, '__name__', form)}: {fault}")
        else:
            return ""
    return f"{slug} {verb}: {'; '.join(faults)}"


_THINGS = (
    "boundaries|cards|companies|defenders|depots|dice|divisions|fires|formations|guns|hexes|hits|impulses|markers"
    "|pieces|points|rolls|ships|spaces|steps|strongpoints|units|ways"
)
_ONE = re.compile(
    rf"(?<![\d.,/:+-])(?<!turn )(?<!phase )(?<!a )\b1 (?:(?!too |all )[a-z-]+ )?(?:{_THINGS})\b",
    re.IGNORECASE,
)


def miscounted(ruling: Ruling) -> str:
    """Where a ruling speaks of one thing as of many, such as of "1 steps"; empty where it does not."""
    faults = [fault.text for fault in ruling.violations]
    told = [ruling.verdict, *_texts(ruling.steps), *faults, *ruling.assumptions]
    return next((f"{found[0]!r} in {text!r}" for text in told if (found := _ONE.search(text))), "")


def _texts(steps: Iterable[Step]) -> Iterator[str]:
    for step in steps:
        yield step.text
        yield from _texts(step.under)
