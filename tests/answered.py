"""Whether an answer has the form that its question declares."""

from __future__ import annotations

import functools
import json
import types
from collections.abc import Mapping
from typing import Any

import msgspec

from adjudicator.answer_forms import answers_of, forms_in

__all__ = ["misfit"]


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
