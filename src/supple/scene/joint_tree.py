"""The joints of one tree of nodes, in order and by name."""

from collections.abc import Iterable, Iterator

from supple.errors import InputError, UnknownNameError
from supple.scene.naming import fitting, short_names, spelled
from supple.scene.node import Node


class JointTree:
    """The joints below `root`, parents first: `joints` where given, else the nodes with a joint, else all of them.

    >>> JointTree(Node("man", children=[Node("hip")])).names
    ('man', 'hip')
    """

    def __init__(self, root: Node, joints: Iterable[Node] | None = None, name: str = "") -> None:
        self.root = root
        self.name = name or root.name
        self.joints = {node.name: node for node in _joints(root, joints)}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its joints, parents first."""
        return tuple(self.joints)

    @property
    def short_names(self) -> tuple[str, ...]:
        """The names without what exporters put around them, where they stay different."""
        return tuple(short_names(self.joints).values())

    def node(self, name: str) -> Node:
        """The joint of that name, or of that short name where it is unique; hand_L is hand.L."""
        found = spelled(name, self.joints)
        if found is None:
            raise UnknownNameError(f"joint of {self.name!r}:", name, self.joints)
        return self.joints[found]

    def parent(self, name: str) -> str | None:
        """The joint that carries another; None for the first."""
        above = (node.name for node in self.node(name).ancestors() if self.joints.get(node.name) is node)
        return next(above, None)

    def match(self, *patterns: str) -> list[str]:
        """The joints that any of the patterns fits from any word of their names on, whatever the case, in order."""
        found = {name for pattern in patterns for name in self._fitting(pattern)}
        return [name for name in self.joints if name in found]

    def __contains__(self, name: str) -> bool:
        return spelled(name, self.joints) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self.joints)

    def __len__(self) -> int:
        return len(self.joints)

    def _fitting(self, pattern: str) -> list[str]:
        exact = spelled(pattern, self.joints)
        return [exact] if exact is not None else fitting(pattern, self.joints, f"joint of {self.name!r}")

    def __repr__(self) -> str:
        return f"<figure {self.name}: {len(self)} joints, {', '.join(list(self)[:6])}>"


def _joints(root: Node, given: Iterable[Node] | None) -> list[Node]:
    """The joints in the order of the tree, each name once."""
    tree = list(root.walk())
    if given is None:
        found = [node for node in tree if node.joint is not None] or tree
    else:
        wanted = {id(node) for node in given}
        found = [node for node in tree if id(node) in wanted]
        if len(found) < len(wanted):
            raise InputError(f"some joints are not below {root.name!r}; a figure is one tree of nodes")
    names = [node.name for node in found]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"two joints of {root.name!r} are called {twice!r}; rename one")
    return found
