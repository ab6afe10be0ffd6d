"""The axes of a file and ours, where Y is up: which axis each becomes, and whether it is turned over."""

from itertools import permutations

import numpy as np

from supple.arrays import Array

OURS = {
    "y": {"X": ("X", 1), "Y": ("Y", 1), "Z": ("Z", 1)},
    "z": {"X": ("X", 1), "Y": ("Z", -1), "Z": ("Y", 1)},
    "x": {"X": ("Y", 1), "Y": ("X", -1), "Z": ("Z", 1)},
}
"""By the axis that is up in the file: what each of its axes is called here, and with which sign."""
ORDERS = tuple("".join(letters) for letters in permutations("XYZ"))


def turned(order: str, up: str) -> str:
    """The axes of a file, one after another, as ours.

    >>> turned("XYZ", "z")
    'XZY'
    """
    return "".join(OURS[up][letter][0] for letter in order)


def back(order: str, up: str) -> str:
    """Our axes, one after another, as those of a file.

    >>> back("XZY", "z")
    'XYZ'
    """
    named = {ours: theirs for theirs, (ours, _) in OURS[up].items()}
    return "".join(named[letter] for letter in order)


def matrix(up: str) -> Array:
    """C (3, 3): x = C x of the file."""
    c = np.zeros((3, 3))
    for theirs, (ours, sign) in OURS[up].items():
        c["XYZ".index(ours), "XYZ".index(theirs)] = sign
    return c


def completed(order: str) -> str:
    """Three different axes that begin with those given.

    >>> completed("Z"), completed("")
    ('ZXY', 'ZXY')
    """
    return order + "".join(letter for letter in "ZXY" if letter not in order)
