"""The exceptions of the package."""

from __future__ import annotations

__all__ = ["JoinError", "PlanError", "UrlError"]


class UrlError(ValueError):
    """A text that is not a URL, or not one of the scheme that it names.

    ``str(error)`` is the message, the place and the help. The text with a line of carets under the place is the
    ``picture``; a traceback shows it as a note (PEP 678). Passwords are shown as ``***``.

    >>> import url1738
    >>> try:
    ...     url1738.parse("http://host.dom:x/")
    ... except url1738.UrlError as error:
    ...     print(error)
    ...     print(error.picture)
    unexpected `x` in port at character 16; write a decimal number
      http://host.dom:x/
                      ^
    """

    __module__ = "url1738"

    def _field(self, name, default=None):
        # What Python code raises has a text only, or nothing.
        return getattr(self.args[0], name, default) if self.args else default

    @property
    def message(self):
        """What is wrong, without the place."""
        return self._field("message", str(self))

    @property
    def code(self):
        """The stable code, as in ``tilde``."""
        return self._field("code", "")

    @property
    def rule(self):
        """The rule that the text breaks: ``bnf:`` and a production, ``prose:`` and a section, or ``range``."""
        return self._field("rule")

    @property
    def part(self):
        """The name of the part in the grammar of RFC 1738, section 5."""
        return self._field("part")

    @property
    def span(self):
        """Where the error is: start and end in characters of the Python string, not in bytes."""
        return self._field("span")

    @property
    def help(self):
        """What to do, as one imperative; may be empty."""
        return self._field("help", "")

    @property
    def fix(self):
        """The edit that repairs the place, with a span in characters, or ``None``."""
        return self._field("fix")

    @property
    def picture(self):
        """The text in one line, and a line of carets under the place; of a long text, the surroundings."""
        return self._field("picture", "")

    @property
    def __notes__(self):
        # Computed when a traceback, or `add_note`, asks for it.
        if "_notes" not in self.__dict__:
            self._notes = [self.picture] if self.picture else []
        return self._notes

    @__notes__.setter
    def __notes__(self, notes):
        self._notes = notes

    def __str__(self):
        return str(self.args[0]) if self.args else ""


class JoinError(UrlError):
    """A reference that does not lead to a URL.

    >>> import url1738
    >>> try:
    ...     url1738.parse("mailto:joe@host.dom").join("../x")
    ... except url1738.JoinError as error:
    ...     error.code, error.span
    ('never-a-base', (0, 4))
    """

    __module__ = "url1738"


class PlanError(UrlError):
    """A URL that has no access plan, or none that is safe.

    >>> import url1738
    >>> try:
    ...     url1738.parse("ftp://host.dom/a%0D%0Ab").plan()
    ... except url1738.PlanError as error:
    ...     error.code, error.part, error.span
    ('line-end', 'fsegment', (15, 23))
    """

    __module__ = "url1738"
