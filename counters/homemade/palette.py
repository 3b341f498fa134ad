"""How the counters of a game in a folder are drawn, for those who ask a palette."""

from __future__ import annotations

from counters.faces import PrintedFace
from counters.homemade.catalog import templates_of
from counters.homemade.faces import marker_cells, marker_faces, unit_cells, unit_faces
from counters.homemade.templates import Templates
from counters.palette import Palette
from counters.units import Marker, Unit
from maps.games import FolderHome
from maps.homemade.game import game_file
from module_builder.vassal.values import dataclass

__all__ = ["ByTemplate", "Palettes", "of_home"]

_TWO = 2  # faces that lie back to back


@dataclass(frozen=True, slots=True)
class ByTemplate:
    """Faces by template: front and back; one that has no back shows its front on both sides.

    Parameters
    ----------
    templates
        Of the folder.
    statuses
        How many faces units have at most: one for each status.
    """

    templates: Templates
    statuses: int = 2

    def unit(self, unit: Unit) -> tuple[PrintedFace, PrintedFace]:
        """The faces of a unit; DataError where it names what there is no drawing of."""
        return _both(unit_faces(unit, self.templates))

    def marker(self, marker: Marker) -> tuple[PrintedFace, PrintedFace]:
        """The faces of a marker; DataError as above."""
        return _both(marker_faces(marker, self.templates))

    def names(self, piece: Unit | Marker) -> tuple[str, ...]:
        """The faces that a counter has: of a unit no more than there are statuses, of one step the front."""
        if isinstance(piece, Unit):
            template, cells = self.templates.of_unit(piece), unit_cells(piece)
        else:
            template, cells = self.templates.of_marker(piece), marker_cells(piece)
        found = tuple(f.name for f in template.faces if all(one.met(cells) for one in f.when))
        return found if isinstance(piece, Marker) else found[: 1 if piece.steps == 1 else self.statuses]

    def further(self, piece: Unit | Marker) -> tuple[PrintedFace, ...]:
        """The faces of a counter beyond front and back; DataError as above."""
        count = len(self.names(piece))
        if count <= _TWO:
            return ()
        draw = unit_faces(piece, self.templates) if isinstance(piece, Unit) else None
        return (draw or marker_faces(piece, self.templates))[_TWO:count]  # type: ignore[arg-type]


def _both(faces: tuple[PrintedFace, ...]) -> tuple[PrintedFace, PrintedFace]:
    return faces[0], faces[1] if len(faces) > 1 else faces[0]


@dataclass(frozen=True, slots=True)
class Palettes:
    """What `counters.palette` asks of a game that prints its counters by template.

    Parameters
    ----------
    palette
        Of the game.
    """

    palette: Palette

    def load_palette(self) -> Palette:
        """The palette."""
        return self.palette


def of_home(home: FolderHome) -> Palettes:
    """The palette of a folder."""
    templates = templates_of(home)
    own = ByTemplate(templates, len(game_file(home).units.statuses))
    return Palettes(Palette({}, {}, {}, stock=templates.stock, own=own))
