"""A figure: the joints of one tree of nodes, found by name, with the motion that drives them.

It is a view: nodes stay where they are, in the scene that they came with.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from supple.errors import InputError, UnknownNameError
from supple.motion import Clip
from supple.scene.naming import fitting, short_names, spelled
from supple.scene.node import Node

if TYPE_CHECKING:
    from supple.scene.scene import Scene


class Figure:
    """The joints below `root`, parents first: `joints` where given, else the nodes with a joint, else all of them.

    >>> arm = Node("arm.L", children=[Node("hand.L")])
    >>> figure = Figure(Node("man", children=[Node("hip"), arm]))
    >>> figure.names, figure["arm_L"].names, figure.match("hand*")
    (('man', 'hip', 'arm.L', 'hand.L'), ('arm.L', 'hand.L'), ['hand.L'])
    """

    def __init__(
        self,
        root: Node,
        *,
        joints: Iterable[Node] | None = None,
        clip: Clip | None = None,
        name: str = "",
        scene: "Scene | None" = None,
    ) -> None:
        self.root = root
        self.scene = scene
        self.name = name or root.name
        self.joints = {node.name: node for node in _joints(root, joints)}
        self.clip = Clip() if clip is None else clip

    @classmethod
    def of(cls, scene: "Scene", joints: Iterable[Node] | None = None, name: str = "") -> "Figure":
        """The figure of a scene: the tree that holds `joints`, else the first root with joints below it.

        >>> from supple.scene import Joint, Scene
        >>> Figure.of(Scene([Node("floor"), Node("pole", joint=Joint("hinge"))])).names
        ('pole',)
        """
        chosen = [node for node in scene.walk() if node.joint is not None] if joints is None else list(joints)
        if not chosen:
            raise InputError(
                "the scene has no joints, so no figure; give its nodes joints, or name them (joints=)"
            )
        top = [chosen[0], *chosen[0].ancestors()][-1]
        below = {id(node) for node in top.walk()}
        return cls(top, joints=[n for n in chosen if id(n) in below], clip=scene.clip, name=name, scene=scene)

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

    def __getitem__(self, name: str) -> "Figure":
        """The part of the figure from one joint down; it shares the clip."""
        top = self.node(name)
        below = {id(node) for node in top.walk()}
        joints = [node for node in self.joints.values() if id(node) in below]
        return Figure(top, joints=joints, clip=self.clip, name=f"{self.name}[{top.name}]", scene=self.scene)

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
