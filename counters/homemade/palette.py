"""How the counters of a game in a folder are drawn, for those who ask a palette."""

from __future__ import annotations

from counters.faces import PrintedFace
from counters.homemade.catalog import templates_of
from counters.homemade.faces import marker_faces, unit_faces
from counters.homemade.templates import Templates
from counters.palette import Palette
from counters.units import Marker, Unit
from maps.games import FolderHome
from module_builder.vassal.values import dataclass

__all__ = ["ByTemplate", "Palettes", "of_home"]


@dataclass(frozen=True, slots=True)
class ByTemplate:
    """Faces by template: front and back; one that has no back shows its front on both sides.

    Parameters
    ----------
    templates
        Of the folder.
    """

    templates: Templates

    def unit(self, unit: Unit) -> tuple[PrintedFace, PrintedFace]:
        """The faces of a unit; DataError where it names what there is no drawing of."""
        return _both(unit_faces(unit, self.templates))

    def marker(self, marker: Marker) -> tuple[PrintedFace, PrintedFace]:
        """The faces of a marker; DataError as above."""
        return _both(marker_faces(marker, self.templates))


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
    return Palettes(Palette({}, {}, {}, stock=templates.stock, own=ByTemplate(templates)))
