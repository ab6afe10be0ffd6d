"""Tubes: a circle carried along a curve, with round or flat ends."""

from typing import Literal

import numpy as np

from supple.arrays import Array, ArrayLike
from supple.scene.look import Look
from supple.scene.mesh import Part
from supple.scene.models.rings import shell


def sweep(
    curve: ArrayLike,
    radius: ArrayLike,
    around: int = 12,
    *,
    ends: Literal["round", "flat"] = "round",
    name: str = "",
    look: Look | None = None,
) -> Part:
    """x(s, φ) = c(s) + ρ(s) (cos φ e₁(s) + sin φ e₂(s)), a closed tube about the curve c (k, 3) [m].

    `radius` ρ: one number [m], or several that are spread evenly along the curve. The frame e₁, e₂ turns no more
    than the curve does (parallel transport by double reflection, Wang et al. 2008).

    >>> sweep([(0, 0, 0), (0, 1, 0)], 0.1, ends="flat").vertices[:, 1].max().item()
    1.0
    """
    c = np.asarray(curve, dtype=np.float64)
    given = np.atleast_1d(np.asarray(radius, dtype=np.float64))
    length = _arc_length(c)
    rho = np.interp(length, np.linspace(0, length[-1], len(given)), given)
    t, e1, e2 = _frames(c)
    slope = np.gradient(rho, length)
    turn = np.arange(around) * (2 * np.pi / around)
    rings, normals = [], []

    def hoop(i: int, size: float, along: float, radial: float, axial: float) -> None:
        spokes = np.cos(turn)[:, None] * e1[i] + np.sin(turn)[:, None] * e2[i] if size else np.zeros((1, 3))
        rings.append(c[i] + along * t[i] + size * spokes)
        lean = radial * spokes + axial * t[i]
        normals.append(lean / np.linalg.norm(lean, axis=1, keepdims=True))

    bulge = _bulge(ends, around)
    for size, along in bulge[::-1]:
        hoop(0, size * rho[0], -along * rho[0], size * (ends == "round"), -along if ends == "round" else -1)
    for i in range(len(c)):
        hoop(i, rho[i], 0.0, 1.0, -slope[i])
    for size, along in bulge:
        hoop(-1, size * rho[-1], along * rho[-1], size * (ends == "round"), along if ends == "round" else 1)
    return shell(rings, normals, name=name, look=look)


def _bulge(ends: str, around: int) -> list[tuple[float, float]]:
    """Radius and advance of the hoops beyond an end, over its radius."""
    if ends == "flat":
        return [(1.0, 0.0), (0.0, 0.0)]
    steps = max(around // 4, 2)
    angles = np.arange(1, steps) * (np.pi / 2 / steps)
    return [*zip(np.cos(angles).tolist(), np.sin(angles).tolist(), strict=True), (0.0, 1.0)]


def _arc_length(c: Array) -> Array:
    return np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(c, axis=0), axis=1))])


def _frames(c: Array) -> tuple[Array, Array, Array]:
    """Tangents and two normals along the curve, each (k, 3), right-handed: e₁ × e₂ = t."""
    t = np.gradient(c, _arc_length(c), axis=0)
    t /= np.linalg.norm(t, axis=1, keepdims=True)
    e1 = np.zeros_like(c)
    side = np.cross(t[0], np.eye(3)[np.argmin(np.abs(t[0]))])
    e1[0] = side / np.linalg.norm(side)
    for i in range(len(c) - 1):
        carried = _reflected(e1[i], c[i + 1] - c[i])
        e1[i + 1] = _reflected(carried, t[i + 1] - _reflected(t[i], c[i + 1] - c[i]))
    return t, e1, np.cross(t, e1)


def _reflected(a: Array, normal: Array) -> Array:
    """a - 2 n (n · a)/(n · n)."""
    return np.asarray(a - 2 * normal * (normal @ a) / max(float(normal @ normal), 1e-300))
