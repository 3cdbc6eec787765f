"""The exceptions of the package."""

from __future__ import annotations

__all__ = ["JoinError", "PlanError", "UrlError"]


class UrlError(ValueError):
    """A text that is not a URL, or not one of the scheme that it names.

    ``str(error)`` shows the message, the text with a line of carets under the place, and the help. Passwords are shown
    as ``***``.

    >>> import url1738
    >>> try:
    ...     url1738.parse("http://host.dom:x/")
    ... except url1738.UrlError as error:
    ...     print(error)
    unexpected `x` in port at character 16
      http://host.dom:x/
                      ^
    help: write a decimal number
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
