"""URDF as skeletons: links, joints, what they weigh and collide with, who mimics whom; Z up there, Y up here."""

import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from supple.errors import FileError, SuppleError, UnknownNameError
from supple.io.markup import Element
from supple.io.robots.drawing import drawn, staged
from supple.io.robots.references import References
from supple.io.robots.source import RobotSource
from supple.io.robots.urdf_joints import Hinge, coupling, hinge, inertia, motor
from supple.io.robots.urdf_shapes import Geometry
from supple.io.warning import AssetWarning
from supple.kinematics import Link, Skeleton
from supple.scene import Joint, Part, Scene

MOST = 10_000
"""Links of one robot."""


def read_urdf(root: Element, path: Path, search: Iterable[Path] = ()) -> Scene:
    """The robot of a URDF file whose root element is given; its meshes are looked for beside it and in `search`.

    The first link hangs on the world without a joint, since the file does not say whether it is free.
    """
    reader = UrdfReader(root, path, search)
    skeleton = reader.skeleton()
    scene = staged(skeleton, reader.surfaces, {})
    for sentence in reader.warned:
        warnings.warn(f"{path.name}: {sentence}", AssetWarning, stacklevel=4)
    joints = {joint.name: joint.freedoms for joint in reader.joints.values()}
    scene.source = RobotSource("urdf", joints, tuple(reader.said + reader.warned), document=root)
    return scene


class UrdfReader:
    """The elements of one file by name, and what they become."""

    def __init__(self, root: Element, path: Path, search: Iterable[Path]) -> None:
        self.root, self.path = root, path
        self.references = References([path.parent, *search])
        self.geometry = Geometry(root, self.references)
        self.said: list[str] = []
        self.surfaces: dict[str, list[Part]] = {}
        _check_expanded(root)
        self.links = _by_name(root.all("link"))
        self.joints = {name: hinge(element) for name, element in _by_name(root.all("joint")).items()}
        self.above = self._above()

    def skeleton(self) -> Skeleton:
        """Links in the order of the file, on the joints that carry them."""
        try:
            couplings = [c for joint in self.joints.values() if (c := coupling(joint, self.joints))]
            followers = {c.follower: c for c in couplings}
            links = [self._link(name, element, followers) for name, element in self.links.items()]
            motors = [m for joint in self.joints.values() if (m := motor(joint))]
            found = Skeleton(
                links,
                motors=motors,
                couplings=couplings,
                name=self.root.attributes.get("name") or self.path.stem,
            )
        except FileError:
            raise
        except SuppleError as error:
            raise FileError(f"{self.path.name}: {error}") from error
        if not any(self.surfaces.values()):
            self.surfaces = {link.name: [p for s in link.shapes for p in drawn(s)] for link in found.links}
        return found

    @property
    def warned(self) -> list[str]:
        """What is missing, each kind once."""
        found = []
        if missing := list(dict.fromkeys(self.references.missing)):
            found.append(
                f"{len(missing)} meshes are not in its folder, such as {missing[0]!r}; name the folder "
                "that holds them (search=)"
            )
        if unread := list(dict.fromkeys(self.geometry.unread)):
            found.append(
                f"meshes of a kind that is not read: {', '.join(unread[:5])}; .stl, .obj, .ply and .dae are"
            )
        return found

    def _above(self) -> dict[str, Hinge]:
        """By link the joint that carries it."""
        above: dict[str, Hinge] = {}
        for joint in self.joints.values():
            for end in (joint.parent, joint.child):
                if end not in self.links:
                    joint.element.wrong(
                        str(UnknownNameError(f"link of joint {joint.name!r}:", end, self.links))
                    )
            if joint.child in above:
                joint.element.wrong(
                    f"link {joint.child!r} hangs on joint {above[joint.child].name!r} already; robots are trees"
                )
            above[joint.child] = joint
        if not self.links:
            self.root.wrong("a robot needs a <link>")
        if len(self.links) > MOST:
            self.root.wrong(f"{len(self.links)} links; at most {MOST} are read")
        return above

    def _link(self, name: str, element: Element, followers: dict[str, Any]) -> Link:
        body, sentence = inertia(element)
        self.said += [sentence] if sentence else []
        shapes = [shape for each in element.all("collision") if (shape := self.geometry.shape(each))]
        self.surfaces[name] = [part for each in element.all("visual") for part in self.geometry.parts(each)]
        what: dict[str, Any] = {
            "mass": body.mass,
            "center": body.center,
            "inertia": body.moments,
            "shapes": shapes,
        }
        joint = self.above.get(name)
        if joint is None:
            return Link(name, None, Joint(), **what)
        rest = followers[name].offset if name in followers else 0.0
        if joint.joint.kind in ("hinge", "slide"):
            low, high = joint.joint.freedoms[0].limits or (-np.inf, np.inf)
            what["rest"] = float(np.clip(rest, low, high))
        return Link(name, joint.parent, joint.joint, passive=joint.passive, **joint.place, **what)


def _by_name(elements: Iterable[Element]) -> dict[str, Element]:
    found: dict[str, Element] = {}
    for element in elements:
        name = element.text_of("name")
        if not name:
            element.wrong(f"a <{element.tag}> has an empty name")
        if name in found:
            element.wrong(
                f"a <{element.tag}> is called {name!r} as in line {found[name].line} already; rename one of them"
            )
        found[name] = element
    return found


def _check_expanded(root: Element) -> None:
    """Refuse xacro, a language that makes URDF."""
    for element in root.walk():
        written = any("${" in value or "$(" in value for value in element.attributes.values())
        if element.tag.startswith("xacro:") or (
            written and element.tag in ("link", "joint", "origin", "mesh", "limit")
        ):
            element.wrong(
                "this is xacro, which makes URDF, not URDF itself; expand it: xacro IN.urdf.xacro > OUT.urdf"
            )
