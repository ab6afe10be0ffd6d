"""Gibbs–Appell in plain NumPy, link by link with full Jacobians: an independent statement of what kernels compute.

    M = Σ m J_cᵀ J_c + J_ωᵀ I J_ω + armature,   V = Σ m J_cᵀ (J̇_c v − g) + J_ωᵀ (I J̇_ω v + ω × I ω)

A ball turns about its own link's axes with v, what is free is shifted along those of its joint.
"""

from typing import NamedTuple

import numpy as np

from supple.kinematics import Skeleton
from supple.spatial import from_axis_angle, to_matrix


def hat(a):
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


class Frame(NamedTuple):
    """Of a link: rotation, origin, Jacobians of turning and of the origin, their biases J̇ v, and ω."""

    R: np.ndarray
    p: np.ndarray
    Jw: np.ndarray
    Jp: np.ndarray
    bw: np.ndarray
    bp: np.ndarray
    w: np.ndarray

    def moved(self, r):
        """The same at a point that is r away, in the world."""
        return self._replace(
            p=self.p + r, Jp=self.Jp - hat(r) @ self.Jw,
            bp=self.bp + np.cross(self.bw, r) + np.cross(self.w, np.cross(self.w, r)),
        )  # fmt: skip


def frames(skeleton: Skeleton, q, v) -> list[Frame]:
    n, out = skeleton.nv, []
    world = Frame(
        np.eye(3), np.zeros(3), np.zeros((3, n)), np.zeros((3, n)), np.zeros(3), np.zeros(3), np.zeros(3)
    )
    for row, link in enumerate(skeleton.links):
        parent = int(skeleton.parents[row])
        f = world if parent < 0 else out[parent]
        f = f.moved(f.R @ link.offset)
        f = f._replace(R=f.R @ to_matrix(link.rotation))
        at, by = int(skeleton.q_starts[row]), int(skeleton.v_starts[row])
        plain = link.joint.freedoms[:-3] if link.joint.turning else link.joint.freedoms
        for freedom in plain:
            f = (
                _shifted(f, freedom, q[at], v[by], by)
                if freedom.motion == "shift"
                else _turned(f, freedom, q[at], v[by], by)
            )
            at, by = at + 1, by + 1
        if link.joint.turning:
            R = f.R @ to_matrix(q[at : at + 4])
            rate, Jw = R @ v[by : by + 3], f.Jw.copy()
            Jw[:, by : by + 3] += R
            f = f._replace(R=R, Jw=Jw, bw=f.bw + np.cross(f.w, rate), w=f.w + rate)
        out.append(f)
    return out


def _shifted(f, freedom, q, rate, by):
    d = f.R @ np.array(freedom.axis)
    f = f.moved(d * q)
    Jp = f.Jp.copy()
    Jp[:, by] += d
    return f._replace(Jp=Jp, bp=f.bp + 2 * np.cross(f.w, d * rate))


def _turned(f, freedom, q, rate, by):
    d, Jw = f.R @ np.array(freedom.axis), f.Jw.copy()
    Jw[:, by] += d
    R = f.R @ to_matrix(from_axis_angle(freedom.axis, q))
    return f._replace(R=R, Jw=Jw, bw=f.bw + np.cross(f.w, d * rate), w=f.w + d * rate)


class Equation(NamedTuple):
    """M v̇ + V, and Σ|terms| of V and of M v̇ by which round-off is measured."""

    M: np.ndarray
    V: np.ndarray
    size: np.ndarray


def equation(skeleton: Skeleton, q, v, gravity, armature=None) -> Equation:
    M, V = np.diag(np.zeros(skeleton.nv) if armature is None else armature), np.zeros(skeleton.nv)
    size = np.zeros(skeleton.nv)
    for link, f in zip(skeleton.links, frames(skeleton, q, v), strict=True):
        c = f.moved(f.R @ link.body.center)
        inertia = f.R @ link.body.moments @ f.R.T
        M = M + link.mass * c.Jp.T @ c.Jp + c.Jw.T @ inertia @ c.Jw
        force, torque = link.mass * (c.bp - gravity), inertia @ c.bw + np.cross(c.w, inertia @ c.w)
        V = V + c.Jp.T @ force + c.Jw.T @ torque
        size = size + np.abs(c.Jp.T) @ np.abs(force) + np.abs(c.Jw.T) @ np.abs(torque)
    return Equation(M, V, size)
