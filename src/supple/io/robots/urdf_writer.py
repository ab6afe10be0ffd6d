"""Skeletons out as URDF: a link for each, joints with one degree of freedom each, meshes beside the file.

A joint with several degrees of freedom becomes a chain of joints with links of no mass between. What a URDF file said
beyond that (unknown blocks, materials, meshes by package) is written as it came.
"""

from pathlib import Path

import numpy as np

from supple.errors import InputError
from supple.files import written_beside
from supple.io.markup import Element
from supple.io.robots import upright
from supple.io.robots.drawing import drawn
from supple.io.robots.source import RobotSource
from supple.io.robots.urdf_elements import STRONG, inertial, joint, limit, mimic, origin, said, solid, text_of
from supple.kinematics import Link, Shape, Skeleton
from supple.scene import Freedom, Mesh, Part, Scene
from supple.scene.look import srgb_from_linear

STILL = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0)
"""Where something is that is where its parent is."""
_OWN = ("inertial", "origin", "parent", "child", "axis", "limit", "dynamics", "mimic")
"""What of links and joints is written anew."""


def save_urdf(scene: Scene, path: str | Path) -> Path:
    """Write the skeleton of a scene as URDF, and surfaces that are no simple solids as STL in a folder beside it."""
    if scene.skeleton is None:
        raise InputError(
            "a URDF file holds links, and the scene has no skeleton; give it one: scene.skeleton = "
            "Skeleton.from_node(scene.nodes[0], 1000.0)"
        )
    writer = UrdfWriter(scene, Path(path))
    lines = ['<?xml version="1.0"?>', *text_of(writer.robot()), ""]
    with written_beside(path) as draft:
        draft.write_text("\n".join(lines), encoding="utf-8")
    for name, data in writer.meshes.items():
        with written_beside(Path(path).parent / name) as draft:
            draft.write_bytes(data)
    return Path(path)


class UrdfWriter:
    """The elements of one robot, and the meshes that go beside its file."""

    def __init__(self, scene: Scene, path: Path) -> None:
        self.scene, self.path = scene, path
        self.skeleton: Skeleton = scene.skeleton
        source = scene.source if isinstance(scene.source, RobotSource) else None
        self.before: Element = source.document if source and source.format == "urdf" else Element("robot")
        self.carried = {
            child.attributes.get("link", ""): each
            for each in self.before.all("joint")
            if (child := each.first("child")) is not None
        }
        """By link the joint that carried it in the file that was read."""
        self.meshes: dict[str, bytes] = {}

    def robot(self) -> Element:
        """The whole file."""
        found = Element("robot", {**self.before.attributes, "name": self.skeleton.name})
        roots = [link for link in self.skeleton.links if link.parent is None]
        anchored = len(roots) > 1 or any(map(_hangs, roots))
        others = [each for each in self.before.children if each.tag not in ("link", "joint")]
        found.children = [each for each in others if each.tag == "material"]
        found.children += [Element("link", {"name": self._world})] if anchored else []
        for link in self.skeleton.links:
            found.children += [*self._joints(link, anchored), self._link(link)]
        found.children += [each for each in others if each.tag != "material"]
        return found

    @property
    def _world(self) -> str:
        name = "world"
        while name in self.skeleton.places:
            name += "_"
        return name

    def _link(self, link: Link) -> Element:
        before = next(
            (each for each in self.before.all("link") if each.attributes["name"] == link.name), None
        )
        found = Element("link", {"name": link.name})
        found.children = [each for each in (inertial(link),) if each is not None]
        if before is not None:
            found.children += [each for each in before.children if each.tag not in _OWN]
            return found
        node = next((n for n in self.scene.walk() if n.name == link.name and n.mesh is not None), None)
        for k, part in enumerate(node.surface.parts if node is not None else ()):
            found.children.append(self._visual(link, part, k))
        found.children += [
            self._collision(link, shape, k) for k, shape in enumerate(link.shapes) if shape.kind != "plane"
        ]
        return found

    def _visual(self, link: Link, part: Part, k: int) -> Element:
        r, g, b, a = part.look.color
        color = Element("color", {"rgba": said([*srgb_from_linear([r, g, b]).tolist(), a])})
        material = Element("material", {"name": f"{link.name}_{k}"}, [color])
        return Element(
            "visual", children=[origin(*STILL), _geometry(self._stl(link, part, f"seen{k}")), material]
        )

    def _collision(self, link: Link, shape: Shape, k: int) -> Element:
        found = Element("collision", {"name": shape.name} if shape.name else {})
        simple = solid(shape)
        if simple is None:
            found.children = [origin(*STILL), _geometry(self._stl(link, _joined(drawn(shape)), f"solid{k}"))]
        else:
            found.children = [origin(shape.offset, shape.rotation), _geometry(simple)]
        return found

    def _stl(self, link: Link, part: Part, what: str) -> Element:
        plain = "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in link.name)
        name = f"{self.path.stem}_meshes/{self.skeleton.index(link.name)}_{plain}_{what}.stl"
        self.meshes[name] = _stl_bytes(part)
        return Element("mesh", {"filename": name})

    def _joints(self, link: Link, anchored: bool) -> list[Element]:
        """The joints that carry a link, with the links between them."""
        if link.parent is None and not anchored:
            return []
        parent, place = link.parent or self._world, origin(link.offset, link.rotation)
        kind = {"free": "floating"}.get(link.joint.kind, "")
        if (before := self.carried.get(link.name)) is not None and before.attributes["type"] == "planar":
            kind = "planar"
        if kind:
            found = joint(self._called(link.name), parent, link.name, None, place)
            found.attributes["type"] = kind
            found.children += [each for each in (before.children if before else []) if each.tag == "axis"]
            return [found]
        steps: list[Freedom | None] = list(link.joint.freedoms) or [None]
        elements: list[Element] = []
        for k, (freedom, name) in enumerate(zip(steps, link.freedom_names or (link.name,), strict=True)):
            child = link.name if k == len(steps) - 1 else f"{link.name}_{k}"
            made = joint(self._called(name), parent, child, freedom, place)
            if freedom is not None:
                made.children += self._about(link, name, freedom, k)
            elements += [made] if child == link.name else [made, Element("link", {"name": child})]
            parent, place = child, origin(*STILL)
        return elements

    def _about(self, link: Link, name: str, freedom: Freedom, k: int) -> list[Element]:
        """Limits, damping, whom it mimics, and what the file said of the joint beyond."""
        before = self.carried.get(name)
        limits = before.first("limit") if before is not None else None
        velocity = limits.attributes.get("velocity") if limits is not None else None
        found = [limit(self.skeleton, name, freedom, velocity or said(STRONG))]
        if freedom.motion == "turn" and freedom.limits is None:
            for bound in ("lower", "upper"):
                del found[0].attributes[bound]
        damping, friction = (
            np.broadcast_to(x, link.joint.nv)[k] for x in (link.passive.damping, link.passive.friction)
        )
        if damping or friction:
            found.append(Element("dynamics", {"damping": said(damping), "friction": said(friction)}))
        for coupling in self.skeleton.couplings:
            follows = mimic(coupling, {f: self._called(f) for f in self.skeleton.freedoms})
            found += [follows] if coupling.follower == name and follows is not None else []
        return found + [each for each in (before.children if before else []) if each.tag not in _OWN]

    def _called(self, freedom: str) -> str:
        """What a joint is called in the file."""
        before = self.carried.get(freedom)
        return f"{freedom}_joint" if before is None else before.attributes["name"]


def _hangs(link: Link) -> bool:
    """Whether a root moves, or is not where the world is."""
    return link.joint.kind != "fixed" or bool(link.offset.any() or link.rotation[:3].any())


def _geometry(inside: Element) -> Element:
    return Element("geometry", children=[inside])


def _joined(parts: list[Part]) -> Part:
    mesh = Mesh(tuple(parts))
    return Part(mesh.vertices, mesh.faces)


def _stl_bytes(part: Part) -> bytes:
    """Triangles as binary STL, along the axes of the file."""
    corners = (part.vertices @ upright.C)[part.faces].astype("<f4")
    rows = np.zeros(len(corners), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")])
    rows["corners"] = corners
    return bytes(80) + np.uint32(len(rows)).tobytes() + rows.tobytes()
