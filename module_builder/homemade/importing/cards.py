"""Cards and decks of a folder made of those of a module."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from module_builder.homemade.importing.boards import picture_of
from module_builder.homemade.importing.draft import toml_text
from module_builder.homemade.importing.naming import Ids, one_line
from module_builder.homemade.importing.pictures import shaped
from module_builder.homemade.importing.slots import Face, faces_of, marks_of

if TYPE_CHECKING:
    from module_builder.homemade.importing.draft import Draft
    from module_builder.homemade.importing.pictures import Pictures
    from module_builder.homemade.importing.slots import TheirPiece
    from module_builder.homemade.importing.source import Source
    from module_builder.homemade.importing.whose import Whose

__all__ = ["write_cards"]

_SHAPE = 5 / 7  # width by height of a card
_UNEVEN = 1.15
_MOST = 99
_LONGEST = 160  # letters that a card holds beside its title
_TEXTS = ("text", "cardtext", "description", "effect", "event")


def write_cards(
    draft: Draft, source: Source, pieces: Sequence[TheirPiece], pictures: Pictures, owners: Whose
) -> list[str]:
    """Write ``cards.csv``.

    Parameters
    ----------
    draft, source
        The folder, and the module.
    pieces, pictures, owners
        Its slots, what makes their pictures, and whose each is.

    Returns
    -------
    list of str
        The ``[[deck]]`` of ``game.toml``.
    """
    cards = [(number, piece) for number, piece in enumerate(pieces) if piece.card and piece.deck]
    draft.left.add("cards outside of decks", *(p.called for p in pieces if p.card and not p.deck))
    _without_cards(draft, source, {piece.deck for _, piece in cards})
    ids, decks, rows = Ids(), dict[str, str](), dict[tuple[object, ...], dict[str, object]]()
    lines: list[str] = []
    names = Ids(letter="d-")
    for _, piece in cards:
        if piece.deck not in decks:
            decks[piece.deck] = names.new(piece.deck, "deck")
            own = [row for row in cards if row[1].deck == piece.deck]
            lines += _deck(draft, own, decks[piece.deck], pictures, owners)
        key = (piece.deck, piece.alike)
        if key in rows:
            rows[key]["count"] = min(int(str(rows[key]["count"])) + 1, _MOST)
            continue
        rows[key] = _card(draft, piece, ids, pictures) | {"deck": decks[piece.deck]}
    if rows:
        columns = ["deck", "id", "title", "text", "count", "picture"]
        draft.table("cards.csv", "The cards of the decks of game.toml.", columns, rows.values())
    return lines


def _without_cards(draft: Draft, source: Source, used: set[str]) -> None:
    empty = [node.get("name", "") or "Deck" for node in source.find("DrawPile")]
    draft.left.add("decks without cards", *(name for name in empty if name not in used))


def _card(draft: Draft, piece: TheirPiece, ids: Ids, pictures: Pictures) -> dict[str, object]:
    title = one_line(piece.called).replace("{", "(").replace("}", ")")
    marks = {name.casefold(): value for name, value in marks_of(piece.traits).items()}
    text = next((marks[name] for name in _TEXTS if marks.get(name)), "")
    text = one_line(text).replace("{", "(").replace("}", ")")
    picture = _picture(draft, faces_of(piece.traits).front, f"card-{title}", pictures)
    if not picture and len(text) > _LONGEST:
        draft.left.add("texts of cards, shortened", title)
        text = text[: _LONGEST - 1].rpartition(" ")[0] + "…"
    return {"id": ids.new(title, "card"), "title": title, "text": text, "count": 1, "picture": picture}


def _picture(draft: Draft, face: Face, name: str, pictures: Pictures) -> str:
    """The picture of a card, with white beside or above it where it has not the shape of one."""
    found = pictures.of(face) if face else None
    if found is None:
        return ""
    shape = found.size[0] / found.size[1] / _SHAPE
    if 1 / _UNEVEN <= shape <= _UNEVEN:
        return draft.picture(found.data, name, found.ending)
    return draft.picture(shaped(picture_of(found.data, name, name), _SHAPE), name)


def _deck(
    draft: Draft, cards: Sequence[tuple[int, TheirPiece]], id_: str, pictures: Pictures, owners: Whose
) -> list[str]:
    """A ``[[deck]]``: of the side that has most of its cards; nobody's where nothing says whose it is."""
    first = cards[0][1]
    own = [owners.of[number][0] for number, _ in cards if number in owners.of]
    if not own:
        draft.left.note(f"Nothing says whose the deck {first.deck} is; both sides draw from it.")
    lines = ["", "[[deck]]", f"id = {toml_text(id_)}", f"title = {toml_text(one_line(first.deck))}"]
    lines += [f"side = {toml_text(max(sorted(set(own)), key=own.count))}"] if own else []
    back = _picture(draft, faces_of(first.traits).back, f"{first.deck}-back", pictures)
    return [*lines, f"picture = {toml_text(back)}"] if back else lines
