"""The VASSAL file formats, read and write; import the submodule you need."""

__all__: list[str] = []
