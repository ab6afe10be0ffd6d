"""A figure: the joints of one tree of nodes, found by name, posed and keyed, with the motion that drives them.

It is a view: nodes stay where they are, in the scene that they came with.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from supple.errors import InputError, UnknownNameError
from supple.motion import Clip, Pose, Poses, Track
from supple.motion.curves import Choice
from supple.scene.figure_editing import FigureEditing
from supple.scene.key import Key
from supple.scene.keying import Keying
from supple.scene.mirroring import blended, mirrored
from supple.scene.naming import spelled
from supple.scene.node import Node
from supple.scene.parameters import Parameters
from supple.scene.pivoting import Pivoting
from supple.scene.recording import placements, record
from supple.scene.scene import Scene
from supple.scene.take import Take

FRAMES = ("own", "parent", "world")
"""Frames that a joint is turned in, beside those of nodes."""


class Figure(FigureEditing):
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
        scene: Scene | None = None,
    ) -> None:
        super().__init__(root, joints, name)
        self.scene = scene
        self._keying = Keying(Parameters(self.joints, self._nodes), Clip() if clip is None else clip)

    @classmethod
    def of(cls, scene: Scene, joints: Iterable[Node] | None = None, name: str = "") -> "Figure":
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

    def on(self, twins: "Mapping[int, Node]") -> "Figure":
        """The same figure on other nodes: `twins` by the id of the node; it shares the clip."""
        joints = [twins.get(id(node), node) for node in self.joints.values()]
        return Figure(twins.get(id(self.root), self.root), joints=joints, clip=self.clip, name=self.name)

    def __getitem__(self, name: str) -> "Figure":
        """The part of the figure from one joint down; it shares the clip."""
        top = self.node(name)
        below = {id(node) for node in top.walk()}
        joints = [node for node in self.joints.values() if id(node) in below]
        part = Figure(top, joints=joints, name=f"{self.name}[{top.name}]", scene=self.scene)
        part._keying = self._keying
        return part

    # ---- poses and keys -----------------------------------------------------------------------------------

    @property
    def clip(self) -> Clip:
        """The motion: the clip that it came with or was given, with what is keyed in place of it."""
        return self._keying.clip

    @clip.setter
    def clip(self, clip: Clip) -> None:
        self._keying.base = clip

    @property
    def poses(self) -> Poses:
        """The poses that have names; "rest" is one. Keys that refer to a name follow when its pose is changed."""
        return self._keying.poses

    @property
    def parameters(self) -> list[str]:
        """The full names of the degrees of freedom of its joints."""
        return list(Parameters(self.joints).freedoms)

    @property
    def tracks(self) -> dict[str, Track]:
        """A track for each parameter of this figure or part that is keyed."""
        mine = self._own()
        return {name: track for name, track in self._keying.tracks().items() if name in mine}

    def pose(self, *includes: "str | Pose | Mapping[str, Any]", **values: Any) -> Pose:
        """A pose of some joints: angles [rad], shifts [m], colors by name; knee_L is knee.L where that is unique.

        A joint with one freedom takes a number, a ball three angles about x, y and z or a quaternion; single freedoms
        are arm_L_pitch, hips_x. `includes`: poses, by name or given, that hold where this one says nothing; a dict
        takes any name. Nothing is forced: limits are not looked at.

        >>> from supple.scene import Joint
        >>> figure = Figure(Node("knee.L", joint=Joint("hinge")))
        >>> figure.pose(knee_L=1.2)
        <pose of knee.L>
        """
        found: dict[str, Any] = {}
        named = [each for each in includes if isinstance(each, str | Pose)]
        for given in (*(each for each in includes if not isinstance(each, str | Pose)), values):
            for name, value in given.items():
                found.update(self._all().read(name, value))
        for each in named:
            self.poses.resolved(each)
        return Pose(found, tuple(named))

    def key(
        self,
        time: float,
        *poses: "str | Pose | Mapping[str, Any]",
        frame: "str | None" = None,
        about: str | None = None,
        interpolate: Choice | None = None,
        **values: Any,
    ) -> None:
        """Key a pose at a time [s]: the whole figure, this part of it, or single values, as `pose` takes them.

        A pose by name is referred to: edit the pose once and all its keys follow. With `frame` ("own", "parent",
        "world" or the name of a node) joints are turned from how they stand at that time, as seen from there; with
        `about` around that node instead of themselves, where a joint that cannot be shifted takes the nearest above
        along that can. `interpolate`: how the motion goes on until the next key, by default without overshoot.
        """
        if frame is not None or about is not None:
            pose: str | Pose = Pose(self._turned(time, self.pose(*poses, **values), frame or "own", about))
        elif len(poses) == 1 and isinstance(poses[0], str) and not values:
            pose = poses[0]
        else:
            pose = self.pose(*poses, **values)
        self._keying.add(Key(float(time), pose, self._only(), interpolate))

    def unkey(self, time: float) -> None:
        """Take away what is keyed at a time [s] of this figure or part."""
        if not self._keying.remove(float(time), self._only()):
            times = sorted({key.time for key in self._keying.keys})
            raise InputError(f"no key of {self.name!r} at {time:g} s; there are keys at {times}")

    def mirrored(self, pose: str | Pose) -> Pose:
        """The pose as in a mirror between left and right."""
        return mirrored(self._all(), self.poses.resolved(pose))

    def blended(self, one: str | Pose, other: str | Pose, share: float) -> Pose:
        """`share` of the way from one pose to another; what only one of them says, it says."""
        return blended(self._all(), self.poses.resolved(one), self.poses.resolved(other), share)

    def take(self, *, seconds: float | None = None, fps: float = 60.0, name: str = "") -> Take:
        """Its scene played for a time [s], by default until the last key."""
        return record(self.scene_of(), self.clip, seconds=seconds, fps=fps, name=name or self.name)

    def _turned(self, time: float, pose: Pose, frame: str, about: str | None) -> dict[str, Any]:
        """Values of the joints that a pose turns, from how they stand, as seen in a frame."""
        everything, values = self._all(), self.poses.resolved(pose)
        nodes = {**self._nodes(), **everything.joints}
        for name in (about, None if frame in FRAMES else frame):
            if name is not None and spelled(name, nodes) is None:
                raise UnknownNameError(f"node or frame of {self.name!r}:", name, [*FRAMES, *nodes])
        pivot = None if about is None else nodes[spelled(about, nodes) or about]
        seen = frame if frame in FRAMES else nodes[spelled(frame, nodes) or frame]
        moment = Pivoting(everything, placements(self.scene_of(), self.clip), time)
        found: dict[str, Any] = {}
        for node in dict.fromkeys(everything.freedoms[name][0] for name in values):
            found |= moment.turned(node, everything.rotation(node, values), seen, pivot)
        return found

    def _all(self) -> Parameters:
        return self._keying.parameters

    def _only(self) -> frozenset[str] | None:
        """The parameters of a part of a figure; None for a whole one."""
        return None if len(self.joints) == len(self._all().joints) else self._own()

    def _own(self) -> frozenset[str]:
        own = Parameters(self.joints).freedoms
        return (
            frozenset(own)
            if len(self.joints) < len(self._all().joints)
            else frozenset([*own, *self._all().unmoved])
        )

    def _nodes(self) -> dict[str, Node]:
        """All nodes of its scene by name."""
        return {node.name: node for node in self.scene_of().walk()}

    def scene_of(self) -> Scene:
        """The scene that it plays in: its own, or one of its tree alone."""
        if self.scene is None:
            self.scene = Scene([[self.root, *self.root.ancestors()][-1]])
        return self.scene
