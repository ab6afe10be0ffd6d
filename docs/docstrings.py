"""Docstrings for Sphinx. Ours are plain text: equations and |x| in them are no markup, and must survive."""

import re

from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("autodoc-process-docstring", _process)
    return {"parallel_read_safe": True}


def _process(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    lines[:] = plain_to_rst("\n".join(lines)).splitlines()


def plain_to_rst(text: str) -> str:
    """Paragraphs as text, indented or tabular ones and equations as literal blocks, examples as they are.

    >>> print(plain_to_rst("|x| of `y`²."))
    \\|x\\| of \\ ``y``\\ ².
    """
    return "\n\n".join(_paragraph(p) for p in re.split(r"\n[ \t]*\n", text.strip("\n")) if p.strip())


def _paragraph(text: str) -> str:
    first = text.lstrip()
    if first.startswith(">>>"):
        return text
    if text.startswith(("  ", "| ")):
        return "::\n\n" + "\n".join("   " + line for line in text.splitlines())
    pieces = re.split(r"`([^`]*)`", text)
    return "".join(
        f"\\ ``{p}``\\ " if k % 2 else re.sub(r"([\\*|_])", r"\\\1", p) for k, p in enumerate(pieces)
    )
