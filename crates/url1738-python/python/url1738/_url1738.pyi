"""The compiled module, whose types are those of the package."""

__version__: str
