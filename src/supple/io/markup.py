"""XML as a tree whose elements know their lines; what could make a small file large is refused."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn
from xml.parsers import expat

import numpy as np

from supple.arrays import Array
from supple.errors import FileError

DEEPEST, MOST = 200, 1_000_000
"""Elements within elements, and elements in all, of a file that is read."""
LARGEST = 1e12
"""No length, angle or mass of a robot is larger."""


@dataclass(eq=False)
class Element:
    """A tag with attributes, text, and the elements inside; `line` is where it begins in `file`."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: "list[Element]" = field(default_factory=list)
    text: str = ""
    file: str = ""
    line: int = 0

    def all(self, tag: str) -> "list[Element]":
        """The elements right inside that have this tag."""
        return [child for child in self.children if child.tag == tag]

    def first(self, tag: str) -> "Element | None":
        """The first element right inside that has this tag."""
        return next(iter(self.all(tag)), None)

    def walk(self) -> "Iterator[Element]":
        """This element, then everything inside."""
        yield self
        for child in self.children:
            yield from child.walk()

    def text_of(self, name: str) -> str:
        """An attribute that must be there."""
        if name not in self.attributes:
            self.wrong(f"<{self.tag}> needs {name}=; it has {', '.join(self.attributes) or 'no attributes'}")
        return self.attributes[name]

    def numbers(self, name: str, default: str, count: int) -> Array:
        """An attribute that holds so many finite numbers."""
        words = self.attributes.get(name, default).split()
        try:
            found = np.array([float(word) for word in words])
        except ValueError:
            found = np.zeros(0)
        if len(found) != count or not (np.abs(found) <= LARGEST).all():
            given = self.attributes.get(name, default)[:60]
            self.wrong(f"{name}={given!r} of <{self.tag}>: expected {count} finite number{'s' * (count > 1)}")
        return found

    def number(self, name: str, default: str | None = None) -> float:
        """An attribute that is a finite number."""
        return float(self.numbers(name, self.text_of(name) if default is None else default, 1)[0])

    def wrong(self, what: str) -> NoReturn:
        """Raise what is wrong here."""
        raise FileError(f"{self.file}, line {self.line}: {what}")


def read_markup(path: Path) -> Element:
    """The root element of an XML file.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "a.xml"
    >>> _ = file.write_text("<a>\\n<b c='1 2'/></a>")
    >>> b = read_markup(file).first("b")
    >>> b.line, b.numbers("c", "", 2)
    (2, array([1., 2.]))
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise FileError(f"cannot read {str(path)!r}: {error.strerror or error}") from error
    return _Reader(path.name).read(data)


class _Reader:
    """Builds the tree while the parser goes through the text."""

    def __init__(self, file: str) -> None:
        self.file, self.count = file, 0
        self.open: list[Element] = []
        self.root: Element | None = None
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._begin
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = self._doctype

    def read(self, data: bytes) -> Element:
        try:
            self.parser.Parse(data, True)
        except expat.ExpatError as error:
            what = expat.ErrorString(error.code)
            raise FileError(
                f"{self.file}, line {error.lineno}: this is no well-formed XML: {what}; it may be cut off"
            ) from error
        except (UnicodeError, LookupError) as error:
            raise FileError(
                f"{self.file}, line 1: its encoding cannot be read: {error}; save it as UTF-8"
            ) from error
        assert self.root is not None  # expat refuses a document without a root
        return self.root

    def _begin(self, tag: str, attributes: Mapping[str, str]) -> None:
        self.count += 1
        line = self.parser.CurrentLineNumber
        if len(self.open) >= DEEPEST:
            raise FileError(
                f"{self.file}, line {line}: elements stand more than {DEEPEST} deep in each other"
            )
        if self.count > MOST:
            raise FileError(f"{self.file}, line {line}: more than {MOST} elements; split the file")
        element = Element(tag, dict(attributes), file=self.file, line=line)
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)

    def _end(self, _: str) -> None:
        self.open.pop()

    def _text(self, text: str) -> None:
        self.open[-1].text += text

    def _doctype(self, *_: object) -> None:
        raise FileError(
            f"{self.file}, line {self.parser.CurrentLineNumber}: it declares a DOCTYPE, which may hold entities that "
            "unfold without bound; take it out, robots need none"
        )
