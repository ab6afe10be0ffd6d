"""Names of joints as files have them, and how a person finds them: short names, and patterns from any word on.

Words end at anything that is no letter or digit, and where a small letter meets a capital: b_Tail01_012 has b,
Tail01 and 012, mixamorig:LeftArm has mixamorig, Left and Arm.
"""

import re
from collections import Counter
from collections.abc import Iterable
from fnmatch import fnmatchcase

from supple.errors import UnknownNameError

_STARTS = re.compile(r"(?:^|(?<=[^0-9A-Za-z])|(?<=[a-z0-9])(?=[A-Z]))(?=[0-9A-Za-z])")
_SPACE = re.compile(r"^.*[:|]")
_NUMBER = re.compile(r"(?<=[^_])_\d+$")


def fitting(pattern: str, names: Iterable[str], what: str = "joint") -> list[str]:
    """The names that a pattern fits from any of their words on, whatever the case; * is anything, ? one character.

    A pattern that fits none is an error that lists near names.

    >>> fitting("tail*", ["b_Tail01_012", "b_Head", "TailTip"])
    ['b_Tail01_012', 'TailTip']
    """
    listed = list(names)
    wanted = pattern.lower()
    found = [name for name in listed if any(fnmatchcase(rest, wanted) for rest in _from_each_word(name))]
    if not found:
        raise UnknownNameError(f"{what} or pattern", pattern, listed)
    return found


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Each name without what an exporter put around it: a prefix up to a colon, a number after the last line below.

    What would be the same for two names stays as it is.

    >>> short_names(["mixamorig:Hips", "b_Tail01_012", "leg_1", "leg_2"])
    {'mixamorig:Hips': 'Hips', 'b_Tail01_012': 'b_Tail01', 'leg_1': 'leg_1', 'leg_2': 'leg_2'}
    """
    short = {name: _NUMBER.sub("", _SPACE.sub("", name)) or name for name in names}
    count = Counter(short.values())
    return {name: each if count[each] == 1 else name for name, each in short.items()}


def spelled(name: str, names: Iterable[str]) -> str | None:
    """The one of the names that is meant: itself, its short name, or either with _ for what no keyword may hold.

    >>> spelled("knee_L", ["knee.L", "knee.R"]), spelled("hips", ["mixamorig:Hips"]), spelled("ear", ["eye"])
    ('knee.L', 'mixamorig:Hips', None)
    """
    listed = list(names)
    if name in listed:
        return name
    short = short_names(listed)
    for same in (_exact, _plain):
        found = [each for each in listed if same(name) in (same(each), same(short[each]))]
        if len(found) == 1:
            return found[0]
    return None


def _from_each_word(name: str) -> list[str]:
    return [name[match.start() :].lower() for match in _STARTS.finditer(name)] or [name.lower()]


def _exact(name: str) -> str:
    return name


def _plain(name: str) -> str:
    return re.sub(r"[^0-9a-z]", "_", name.lower())
