"""Checks of expressions and messages: balance, ``=`` for ``==``, lost HTML, properties that nobody sets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from module_builder.lint_fields import EXPRESSIONS, FORMATS, changer_commands, words
from module_builder.lint_model import advice, component_path, error, suggestion, warning
from module_builder.lint_properties import BUILT_IN, defined_properties
from module_builder.vassal.sequence_encoder import decode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from module_builder.lint_model import Finding, Module, TraitAt

__all__ = ["check_expressions", "expression_faults", "lost_html", "names_in_expression", "names_in_message"]

_TWO_OPERATORS = re.compile(r"[-+*/%<>=&|!]\s*(?:[*/%)}])")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_ASSIGNS = re.compile(r"(?<![=!<>+\-*/%&|^])=(?![=~])")
_NAME = re.compile(r"(?<![\w.$])[A-Za-z_]\w*(?!\s*\(|\w)")
_WORDS = words(
    "true false null new return if else for while int boolean double long float char String Integer Math"
    " Double Boolean instanceof this void"
)
_TAGS = words(
    "a b i u s p br hr h1 h2 h3 h4 h5 h6 em li ol ul td th tr tt big div img pre sub sup code font html body"
    " head span small style table tbody thead center strong strike"
)
_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9]*)?")
_LEGACY = re.compile(r"([A-Za-z_][\w ]*?)\s*(?:!=|<=|>=|=~|!~|=|<|>)")
_PROPERTY_ARGUMENT = words(
    "GetProperty GetString SumStack SumLocation SumZone SumMap SumMat Sum SumRange SumRangePx"
)
_CALL = re.compile(r"(\w+)\s*\(\s*\Z")
_PAIRS = {")": "(", "]": "[", "}": "{"}
_TEXT_KINDS = frozenset({"fmt", "fexpr"})


def _unbalanced(code: str) -> str:
    """Name the first bracket that has no partner."""
    opened: list[str] = []
    for sign in code:
        if sign in "([{":
            opened.append(sign)
        elif sign in _PAIRS and (not opened or opened.pop() != _PAIRS[sign]):
            return sign
    return opened[-1] if opened else ""


def expression_faults(text: str) -> list[tuple[str, str]]:
    """Tell what is wrong with an expression.

    Parameters
    ----------
    text
        BeanShell in braces or a legacy expression.

    Returns
    -------
    list of tuple
        Code and text of findings.

    Examples
    --------
    >>> expression_faults('{Side == "US" && Step_Level > 1}')
    []
    >>> [code for code, _ in expression_faults('{Side = "US"}')]
    ['expression-assigns']
    >>> [code for code, _ in expression_faults('{If(Side == "US", 1, 2}')]
    ['expression-unbalanced']
    """
    if not text.startswith("{"):
        return _legacy_faults(text)
    bare = _STRING.sub('""', text)
    if bare.replace('""', "").count('"'):
        return [("expression-unbalanced", f"a quote without its partner in {_short(text)}")]
    sign = _unbalanced(bare)
    if sign or not text.endswith("}"):
        return [("expression-unbalanced", f"{sign or text[-1]!r} without its partner in {_short(text)}")]
    faults = (
        [("expression-assigns", f"= where == is meant in {_short(text)}")] if _ASSIGNS.search(bare) else []
    )
    if not faults and _TWO_OPERATORS.search(bare.replace("&&", "&").replace("||", "|")):
        faults = [("expression-operator", f"an operator without a value in {_short(text)}")]
    for inner in _inner_expressions(text):
        faults += expression_faults(inner)
    return faults


def _legacy_faults(text: str) -> list[tuple[str, str]]:
    if "==" in text:
        return [("expression-braces", f"== outside of braces compares with '=...' in {_short(text)}")]
    return [("expression-unbalanced", f"}} without {{ in {_short(text)}")] if text.endswith("}") else []


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."


def _unquoted(literal: str) -> str:
    return re.sub(r"\\(.)", r"\1", literal[1:-1])


def _inner_expressions(text: str) -> list[str]:
    """The expressions inside string literals, as Count("{...}") has them."""
    return [
        inner for inner in map(_unquoted, _STRING.findall(text)) if inner[:1] == "{" and inner[-1:] == "}"
    ]


def names_in_expression(text: str) -> set[str]:
    """List the properties that an expression reads.

    Examples
    --------
    >>> sorted(names_in_expression('{Side == "US" && GetProperty("Steps left") > Count("{Fresh==1}")}'))
    ['Fresh', 'Side', 'Steps left']
    >>> sorted(names_in_expression("Side = US && Level > 1"))
    ['Level', 'Side']
    """
    if not text.startswith("{"):
        parts = re.split(r"&&|\|\|", text)
        return {found[1].strip() for part in parts if (found := _LEGACY.match(part.strip()))}
    names = set(_NAME.findall(_STRING.sub('""', re.sub(r"\$[^$]*\$", "0", text)))) - _WORDS
    for literal in _STRING.finditer(text):
        call, inner = _CALL.search(text[: literal.start()]), _unquoted(literal[0])
        if inner.startswith("{"):
            names |= names_in_expression(inner)
        elif call and call[1] in _PROPERTY_ARGUMENT and literal[0] != '""':
            names.add(inner)
    return names


def names_in_message(text: str) -> set[str]:
    """List the properties that a message reads.

    Examples
    --------
    >>> sorted(names_in_message("$pieceName$ has $Steps$ steps"))
    ['Steps', 'pieceName']
    """
    if text.startswith("{"):
        return names_in_expression(text)
    tokens = decode(text, "$")
    return {token for i, token in enumerate(tokens) if i % 2 and i < len(tokens) - 1 and token}


def lost_html(text: str) -> str:
    """Find a ``<`` that begins no tag and would swallow what follows it.

    Examples
    --------
    >>> lost_html("<b>$name$</b>"), lost_html("* <$PlayerName$> moves"), lost_html("{Steps < 2}")
    ('', '<$PlayerName$>', '')
    """
    literals = _STRING.findall(text) if text.startswith("{") else [text]
    for literal in literals:
        for found in _TAG.finditer(literal):
            if (found[1] or "").lower() not in _TAGS and not literal.startswith("<!--", found.start()):
                return literal[found.start() :].partition(">")[0][:20] + ">"
    return ""


def _traits_expressions(at: TraitAt) -> Iterator[tuple[str, str]]:
    """Yield (text, kind) of the expressions and messages of a trait; kind is expr or fmt."""
    for name in EXPRESSIONS.get(at.trait.id, ()):
        yield at[name], "expr"
    for name in FORMATS.get(at.trait.id, ()):
        yield at[name], "fmt"
    if at.trait.id == "emb2" and at["follow"] == "true":
        yield at["property"], "expr" if at["property"].startswith("{") else "name"
    for text in decode(at["cycle_formats"], ",") if at.trait.id == "report" else ():
        yield text, "fmt"
    if at.trait.id in {"PROP", "setprop", "setpieceprop"}:
        for _, _, changer in changer_commands(at["commands"]):
            kind, value, *_ = [*decode(changer, ","), ""]
            yield (value if kind in {"P", "I"} else ""), "fmt"


def _texts(module: Module) -> Iterator[tuple[str, str, str]]:
    """Yield (place, text, kind) of every expression and message of the module."""
    table = module.table
    for node in module.root.iter():
        known = table.get(node.tag) if isinstance(node.tag, str) else None
        for name, value in node.attrib.items() if known else ():
            kind = known.attributes.get(name) if known else None
            if kind == "expr" or kind in _TEXT_KINDS:
                yield f"{component_path(node)}: {name}", value, "expr" if kind == "expr" else "fmt"
    for at in module.traits():
        for text, kind in _traits_expressions(at):
            yield at.place, text, kind


def _html_formats(module: Module) -> bool:
    options = next(iter(module.every("GlobalOptions")), None)
    return options is not None and options.get("chatterHTMLSupport") == "Always"


def _is_chat(place: str) -> bool:
    tail = place.rpartition(": ")[2]
    return "eport" in tail or tail.endswith("Format") or tail == "format"


def _prototype_parameters(module: Module) -> set[str]:
    found = set()
    for at in module.all_traits():
        if at.trait.id == "prototype" and at["parameters"]:
            found |= {decode(pair, "=")[0] for pair in decode(at["parameters"], ",")}
    return found


def check_expressions(module: Module) -> Iterator[Finding]:
    """Check every expression and message of the module (reference 4.2 and 8)."""
    html = _html_formats(module)
    known = defined_properties(module) | _prototype_parameters(module)
    yield from _report_names(module)
    unread: dict[str, str] = {}
    for place, text, kind in _texts(module):
        computed = text.startswith("{")
        if kind == "expr" or computed:
            for code, fault in expression_faults(text):
                yield error(code, place, fault, "see the expression builder in the editor")
        if html and kind == "fmt" and _is_chat(place) and lost_html(text):
            yield warning(
                "html-lost", place, f"{lost_html(text)} is taken for HTML and vanishes", "write &lt;"
            )
        if kind == "name":
            read = {text}
        else:
            read = names_in_expression(text) if kind == "expr" else names_in_message(text)
        for name in read:
            unread.setdefault(name, place)
    if module.complete:
        yield from _never_set(unread, known)


def _report_names(module: Module) -> Iterator[Finding]:
    """Report Action has the name of the piece before and after the command, but no ``pieceName``."""
    for at in module.traits():
        if at.trait.id == "report" and "pieceName" in names_in_message(at["format"]):
            text = "a Report Action has no $pieceName$: it prints nothing"
            yield warning("report-piece-name", at.place, text, "write $newPieceName$ or $PieceName$")


def _never_set(read: dict[str, str], known: set[str]) -> Iterator[Finding]:
    for name, place in read.items():
        if name in known or name in BUILT_IN or not _checkable(name):
            continue
        yield advice("property-unknown", place, f"reads {name}, which nothing sets", suggestion(name, known))


def _checkable(name: str) -> bool:
    return bool(re.fullmatch(r"[A-Za-z_][\w .'-]*", name)) and not re.fullmatch(r"(?:level|result)\d+", name)
