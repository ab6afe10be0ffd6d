"""A troll made by code: short legs, long arms, a big head, and joints that nobody else calls so."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from supple.characters.rig import Bone, sided, skinned, tree
from supple.scene import Figure, Joint, Look, Mesh, Scene, rgba
from supple.scene.sculpt import Clay, Region, modeled

PLACES = {
    "Pelvis": (0, 0.47, 0), "Spine": (0, 0.56, -0.01), "Ribs": (0, 0.69, -0.02), "Neck": (0, 0.86, 0.0),
    "Head": (0, 0.91, 0.02), "Crown": (0, 1.24, 0.0), "Collar.L": (0.05, 0.82, -0.01),
    "UpperArm.L": (0.21, 0.80, -0.02), "Forearm.L": (0.38, 0.63, -0.02), "Paw.L": (0.54, 0.46, 0.02),
    "Claw.L": (0.63, 0.36, 0.05), "Thigh.L": (0.105, 0.43, 0), "Shin.L": (0.115, 0.265, 0.012),
    "Foot.L": (0.12, 0.095, -0.02), "Toes.L": (0.135, 0.035, 0.10), "Nails.L": (0.14, 0.03, 0.19),
}  # fmt: skip
"""Joints and ends of the middle and of the left side [m]."""
PARENTS = {
    "Spine": "Pelvis", "Ribs": "Spine", "Neck": "Ribs", "Head": "Neck", "Crown": "Head", "Collar.L": "Ribs",
    "UpperArm.L": "Collar.L", "Forearm.L": "UpperArm.L", "Paw.L": "Forearm.L", "Claw.L": "Paw.L",
    "Thigh.L": "Pelvis", "Shin.L": "Thigh.L", "Foot.L": "Shin.L", "Toes.L": "Foot.L", "Nails.L": "Toes.L",
}  # fmt: skip
THICK = {"Pelvis": 0.17, "Spine": 0.19, "Ribs": 0.18, "Head": 0.18, "Collar.L": 0.08, "Thigh.L": 0.085}
BENDS = {
    "Spine": 0.08,
    "Ribs": 0.08,
    "Forearm.L": 0.06,
    "Paw.L": 0.05,
    "Shin.L": 0.06,
    "Foot.L": 0.05,
    "Toes.L": 0.035,
}
HALF = ("UpperArm.L", "Forearm.L", "Thigh.L", "Shin.L")
ENDS = ("Crown", "Claw.L", "Nails.L")
COLORS = {"hide": "#7fa36b", "belly": "#cfd6a4", "cloth": "#7a4a34", "horn": "#efe3c6", "hair": "#3d3a45"}
FINEST = 0.007


def troll() -> Scene:
    """A scene with its joints, its skin, and its figure."""
    bones = _bones()
    root = tree(bones)
    scene = Scene([root, skinned(_mesh(), root, bones, "troll", evenings=12)])
    scene.figure = Figure(root, name="troll", scene=scene)
    return scene


def _bones() -> list[Bone]:
    found = []
    for name, place in PLACES.items():
        joint = None if name in ENDS else Joint("ball" if name in PARENTS else "free")
        found.append(
            Bone(
                name,
                PARENTS.get(name),
                np.array(place),
                joint,
                THICK.get(name, 0.06),
                BENDS.get(name, 0.0),
                name in HALF,
            )
        )
    return sided(found)


@lru_cache(maxsize=1)
def _mesh() -> Mesh:
    looks = {name: Look(name, rgba(color), roughness=0.75) for name, color in COLORS.items()}
    pieces = {
        "hide": Clay.of(_body(), _arms(), _legs(), _head()),
        "cloth": _cloth(),
        "horn": _horns(),
        "hair": _hair(),
    }
    return modeled(
        "troll", pieces, looks, _painted(), bounds=[[-0.75, -0.02, -0.32], [0.75, 1.36, 0.34]],
        cells=_cells, finest=FINEST,
    )  # fmt: skip


def _at(name: str) -> np.ndarray:
    return np.array(PLACES[name], dtype=float)


def _body() -> Clay:
    clay = Clay()
    clay.add((0, 0.50, 0.0), radius=(0.165, 0.13, 0.145), blend=0.05)
    clay.add((0, 0.60, 0.035), radius=(0.185, 0.15, 0.165), blend=0.06)
    clay.add((0, 0.75, -0.015), radius=(0.19, 0.12, 0.13), blend=0.07)
    return clay


def _arms() -> Clay:
    clay = Clay()
    upper, lower, paw, claw = (_at(f"{name}.L") for name in ("UpperArm", "Forearm", "Paw", "Claw"))
    clay.add((0.12, 0.80, -0.015), upper, radius=0.09, end_radius=0.075, blend=0.05, mirror=True)
    clay.add(upper, lower, radius=0.07, end_radius=0.055, blend=0.03, mirror=True)
    clay.add(lower, paw, radius=0.058, end_radius=0.062, blend=0.03, mirror=True)
    clay.add(paw, paw + 0.6 * (claw - paw), radius=0.066, end_radius=0.062, blend=0.03, mirror=True)
    for across in (-0.045, 0.0, 0.045):
        side = np.array([0.35 * across, 0.35 * across, across])
        clay.add(
            paw + 0.65 * (claw - paw) + side,
            claw + 1.3 * side,
            radius=0.031,
            end_radius=0.025,
            blend=0.02,
            mirror=True,
        )
    clay.add(
        paw + (0, 0.0, 0.04),
        paw + (0.015, -0.055, 0.095),
        radius=0.03,
        end_radius=0.024,
        blend=0.02,
        mirror=True,
    )
    return clay


def _legs() -> Clay:
    clay = Clay()
    thigh, shin, foot = (_at(f"{name}.L") for name in ("Thigh", "Shin", "Foot"))
    clay.add(thigh, shin, radius=0.095, end_radius=0.07, blend=0.05, mirror=True)
    clay.add(shin, foot, radius=0.068, end_radius=0.06, blend=0.03, mirror=True)
    clay.add((0.12, 0.05, -0.06), (0.135, 0.04, 0.10), radius=(0.065, 0.06, 0.05), end_radius=(0.085, 0.06, 0.04),
             front=(0, 1, 0), blend=0.04, mirror=True)  # fmt: skip
    for across in (-0.05, 0.0, 0.05):
        clay.add((0.137 + across, 0.034, 0.12), (0.14 + 1.25 * across, 0.030, 0.165 - 0.3 * abs(across)),
                 radius=0.034, end_radius=0.030, blend=0.02, mirror=True)  # fmt: skip
    clay.add((0, -5000, 0), radius=5000, blend=0.012, carve=True)
    return clay


def _head() -> Clay:
    clay = Clay()
    clay.add((0, 0.83, 0.0), (0, 0.93, 0.02), radius=0.085, blend=0.05)
    clay.add((0, 1.07, 0.02), radius=(0.165, 0.165, 0.15), blend=0.05)
    clay.add((0, 0.97, 0.075), radius=(0.14, 0.075, 0.105), blend=0.05)
    clay.add((0, 1.03, 0.175), (0, 1.00, 0.215), radius=0.035, end_radius=0.05, blend=0.03)
    clay.add(
        (0.02, 1.115, 0.145), (0.10, 1.12, 0.115), radius=0.024, end_radius=0.02, blend=0.03, mirror=True
    )
    clay.add(
        (0.14, 1.06, -0.01),
        (0.31, 1.13, -0.05),
        radius=(0.055, 0.05, 0.022),
        end_radius=0.012,
        blend=0.03,
        mirror=True,
    )
    clay.add((0.062, 1.07, 0.150), radius=0.032, blend=0.004, mirror=True)
    return clay


def _horns() -> Clay:
    clay = Clay()
    clay.add(
        (0.10, 1.19, 0.0), (0.145, 1.27, -0.005), radius=0.034, end_radius=0.024, blend=0.008, mirror=True
    )
    clay.add(
        (0.145, 1.27, -0.005), (0.135, 1.335, 0.03), radius=0.024, end_radius=0.006, blend=0.01, mirror=True
    )
    clay.add(
        (0.055, 0.965, 0.17), (0.062, 1.005, 0.185), radius=0.014, end_radius=0.004, blend=0.004, mirror=True
    )
    return clay


def _hair() -> Clay:
    clay = Clay()
    for k in range(4):
        z = 0.03 - 0.05 * k
        clay.add(
            (0, 1.215 - 0.012 * k * k, z),
            (0, 1.285 - 0.025 * k * k, z - 0.05),
            radius=0.034,
            end_radius=0.008,
            blend=0.015,
        )
    return clay


def _cloth() -> Clay:
    clay = Clay()
    clay.add((0, 0.46, 0.0), radius=(0.177, 0.095, 0.157), blend=0.02)
    clay.add((0.09, 0.45, 0.0), (0.112, 0.36, 0.005), radius=0.107, end_radius=0.105, blend=0.02, mirror=True)
    return clay


def _painted() -> list[Region]:
    def look(name: str, color: str, roughness: float = 0.6) -> Look:
        return Look(name, rgba(color), roughness=roughness)

    def ball(center: tuple[float, float, float], radius: float) -> Callable[[np.ndarray], np.ndarray]:
        return lambda p: np.linalg.norm(np.abs(p * (1, 0, 0)) + p * (0, 1, 1) - center, axis=1) - radius

    def belly(p: np.ndarray) -> np.ndarray:
        oval = np.hypot(p[:, 0] / 0.13, (p[:, 1] - 0.62) / 0.14) - 1
        return np.where((p[:, 2] > 0.05) & (p[:, 1] > 0.5) & (p[:, 1] < 0.82), 0.1 * oval, 1.0)

    def mouth(p: np.ndarray) -> np.ndarray:
        line = np.abs(p[:, 1] - 0.952 - 1.2 * p[:, 0] ** 2) - 0.011
        return np.where(
            (p[:, 2] > 0.10) & (np.abs(p[:, 0]) < 0.1), np.maximum(line, np.abs(p[:, 0]) - 0.085), 1.0
        )

    return [
        Region("belly", look("belly", COLORS["belly"]), belly),
        Region("mouth", look("mouth", "#5b2f2f"), mouth),
        Region("white", look("white", "#fbf7e8", 0.3), ball((0.062, 1.072, 0.178), 0.024)),
        Region("pupil", look("pupil", "#221a1a", 0.2), ball((0.058, 1.068, 0.186), 0.0135)),
    ]


def _cells(points: np.ndarray) -> np.ndarray:
    """Fine at face, hands and feet [m]."""
    found = np.full(len(points), 4 * FINEST)
    x, y, z = np.abs(points[:, 0]), points[:, 1], points[:, 2]
    found[(y < 0.12) | (x > 0.45) | (y > 0.9)] = 2 * FINEST
    found[(y > 0.92) & (y < 1.15) & (z > 0.11) & (x < 0.12)] = FINEST
    found[(y > 1.16)] = FINEST
    return found
