"""The bodies of a compiled MuJoCo model as links.

A link has its origin where its joint is; what is at x in its body is at x − anchor in the link. A body whose joints
have several anchors is several links, of which the last has the mass.
"""

from typing import Any

import numpy as np

from supple.arrays import Array
from supple.errors import InputError
from supple.io.robots import upright
from supple.io.robots.mjcf_geoms import Geoms
from supple.io.robots.mjcf_joints import BALL, FREE, RunJoint, runs
from supple.kinematics import Link
from supple.scene import Joint, Part
from supple.spatial import rotate, to_matrix


class Bodies:
    """Links in the order of bodies, and what names of the file are here."""

    def __init__(self, model: Any, name: str) -> None:
        self.model, self.geoms = model, Geoms(model)
        self.names = _names(model, name)
        for each in self.names:
            if not all(each.split(".")):
                raise InputError(
                    f"body {each[:40]!r} begins or ends with a dot, or has two together; rename it"
                )
        self.origins: dict[int, Array] = {0: np.zeros(3)}
        """Of each body where the origin of its link is, in the body's frame turned upright."""
        self.links: list[Link] = []
        self.joints: list[RunJoint] = []
        self.freedoms: dict[str, tuple[str, ...]] = {}
        """By the name of a joint there the degrees of freedom that it is here."""
        self.of_dof: list[str] = [""] * int(model.nv)
        """By the number of a degree of freedom there its name here; "" for those of balls and free joints."""
        self.surfaces: dict[str, list[Part]] = {}
        self.said: list[str] = []
        for body in range(1, int(model.nbody)):
            self._add(body)

    def q(self, qpos: Array) -> Array:
        """q (..., nq) from MuJoCo's own."""
        parts = [joint.q(qpos) for joint in self.joints]
        return np.concatenate(parts, axis=-1) if parts else np.zeros((*qpos.shape[:-1], 0))

    @property
    def points(self) -> dict[str, tuple[str, Array]]:
        """Its sites: the link of each, and where in its frame."""
        m, found = self.model, {}
        for k, body in enumerate(m.site_bodyid.tolist()):
            name = m.site(k).name or f"site{k}"
            if body and name not in self.names:
                found[name] = (self.names[body], upright.vector(m.site_pos[k]) - self.origins[body])
        return found

    @property
    def exclusions(self) -> list[tuple[str, str]]:
        """Pairs of links that do not collide."""
        pairs = [(signature >> 16, signature & 0xFFFF) for signature in self.model.exclude_signature.tolist()]
        return [(self.names[a], self.names[b]) for a, b in pairs if a and b]

    def _add(self, body: int) -> None:
        m, above = self.model, int(self.model.body_parentid[body])
        parent = self.names[above] if above else None
        place, turn = (
            upright.vector(m.body_pos[body]) - self.origins[above],
            upright.rotation(m.body_quat[body]),
        )
        found, before = runs(m, body), np.zeros(3)
        for k, run in enumerate(found):
            joint, name = RunJoint(m, run), self.names[body]
            if k < len(found) - 1:
                name = f"{name}.{joint.names[0]}"
            where: dict[str, Any] = {"offset": place + rotate(turn, run.anchor - before), "rotation": turn}
            if joint.kinds[0] == FREE:
                where = {}
            mass = self._mass(body, run.anchor) if k == len(found) - 1 else {}
            self._link(name, parent, joint, where | mass)
            place, turn, before, parent = np.zeros(3), np.array([0.0, 0.0, 0.0, 1.0]), run.anchor, name
        self.origins[body] = before
        if not found:
            mass = self._mass(body, before)
            self.links.append(Link(self.names[body], parent, Joint(), offset=place, rotation=turn, **mass))
        if surfaces := self.geoms.surfaces(body, before):
            self.surfaces[self.names[body]] = surfaces

    def _mass(self, body: int, origin: Array) -> dict[str, Any]:
        """Mass, center, moments and shapes of a body, seen from the origin of its link."""
        m = self.model
        axes = to_matrix(upright.rotation(m.body_iquat[body]))
        moments = axes @ np.diag(upright.sizes(m.body_inertia[body])) @ axes.T
        return {
            "mass": float(m.body_mass[body]),
            "center": upright.vector(m.body_ipos[body]) - origin,
            "inertia": (moments + moments.T) / 2,
            "shapes": self.geoms.shapes(body, origin),
        }

    def _link(self, name: str, parent: str | None, joint: RunJoint, rest: dict[str, Any]) -> None:
        q = joint.q(self.model.qpos0)
        if not joint.joint.turning:
            pairs = np.array([f.limits or (-np.inf, np.inf) for f in joint.joint.freedoms])
            within = np.clip(q, *pairs.T)
            for each, was, now in zip(joint.names, q, within, strict=True):
                if was != now:
                    self.said.append(
                        f"joint {each} begins at {was:.4g}, outside its limits; it rests at {now:.4g} here"
                    )
            q = within
        link = Link(name, parent, joint.joint, rest=q, passive=joint.passive, **rest)
        self.links.append(link)
        self.joints.append(joint)
        if joint.kinds[0] in (FREE, BALL):
            self.freedoms[joint.names[0]] = link.freedom_names
            return
        for each, dof, freedom in zip(joint.names, joint.dofs, link.freedom_names, strict=True):
            self.freedoms[each], self.of_dof[dof] = (freedom,), freedom


def _names(model: Any, called: str) -> list[str]:
    """A name for each body: its own, else that of its only joint, else its parent's with a number."""
    own = [model.body(b).name for b in range(model.nbody)]
    taken, found = set(own), [called]
    for body, name in enumerate(own[1:], start=1):
        if not name:
            one = int(model.body_jntadr[body]) if model.body_jntnum[body] == 1 else -1
            above = int(model.body_parentid[body])
            wanted = [model.joint(one).name if one >= 0 else "", "" if above else called]
            numbered = (f"{found[above]}.{k}" for k in range(1, model.nbody + 2))
            name = next(n for n in (*wanted, *numbered) if n and n not in taken)
            taken.add(name)
        found.append(name)
    return found
