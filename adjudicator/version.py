"""The version of the tools; one place for the package, the fingerprint and the modules."""

__all__ = ["VERSION"]

VERSION = "0.1.0"
