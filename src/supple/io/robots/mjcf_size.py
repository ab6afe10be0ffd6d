"""How much a MuJoCo file unfolds into, before its compiler, which believes every number, unfolds it."""

from pathlib import Path

import numpy as np

from supple.io.markup import Element, read_markup

BODIES, SAMPLES = 2_000, 2**24
"""Bodies and points of bodies in all, whose number the compiler's time goes with the square of; and samples of one
texture or field of heights."""
_PIECES = {"replicate": "count", "composite": "count", "flexcomp": "count"}
_SAMPLES = {"hfield": "nrow ncol", "texture": "width height"}


def check_size(root: Element, path: Path) -> None:
    """Refuse a file that would unfold into more than can be compiled at once, with all that it includes."""
    _bodies(root, path.parent, 1.0, 0.0, (path.resolve(),))


def _bodies(element: Element, folder: Path, times: float, before: float, inside: tuple[Path, ...]) -> float:
    """How many bodies there are with those `before`, after an element that stands in `times` copies."""
    pieces, samples = _product(element, _PIECES), _product(element, _SAMPLES)
    if not samples <= SAMPLES:
        element.wrong(f"<{element.tag}> asks for {samples:.3g} samples; at most {SAMPLES} are read")
    count = (
        before + times * (element.tag == "body") + times * pieces * (element.tag in ("composite", "flexcomp"))
    )
    times *= pieces if element.tag == "replicate" else 1.0
    if not max(count, times) <= BODIES:
        element.wrong(
            f"with this <{element.tag}> there are {max(count, times):.3g} bodies; at most {BODIES} are read"
        )
    if element.tag == "include":
        count = _included(element, folder, times, count, inside)
    for child in element.children:
        count = _bodies(child, folder, times, count, inside)
    return count


def _included(element: Element, folder: Path, times: float, before: float, inside: tuple[Path, ...]) -> float:
    """The same after a file that is included; one that is not there the compiler will name."""
    file = folder / element.attributes.get("file", "")
    if not file.is_file():
        return before
    if file.resolve() in inside:
        element.wrong(f"{element.attributes['file']!r} includes itself")
    return _bodies(read_markup(file), folder, times, before, (*inside, file.resolve()))


def _product(element: Element, names: dict[str, str]) -> float:
    """The product of the counts of an element; the compiler says what is wrong with those that are no numbers."""
    found = 1.0
    for name in names.get(element.tag, "").split():
        for word in element.attributes.get(name, "").split():
            try:
                found *= max(float(word), 1.0)
            except ValueError:
                continue
    return found if np.isfinite(found) else np.inf
