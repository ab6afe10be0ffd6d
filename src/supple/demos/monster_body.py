"""The hinge-horned monster: a pot with a lid, planted on the floor, and behind it a horn of two links."""

from dataclasses import dataclass, field

import numpy as np

import supple
from supple.dynamics import Handle, Point
from supple.dynamics.bodies.materials import wobble
from supple.dynamics.legacy.figure import material_point
from supple.scene.models.curve import spline
from supple.scene.models.revolve import revolve
from supple.scene.models.sphere import ball
from supple.scene.models.sweep import sweep

Place = tuple[float, float, float]
POT, RIM, HEIGHT = np.array([-0.95, 0.0, 0.0]), 0.5, 0.72
"""The foot of the monster, and its size [m]."""
HINGE = POT + (-RIM, HEIGHT + 0.03, 0)
SHOULDER, ELBOW, CLAW = (-0.60, 0.72, -0.47), (-0.40, 2.00, -0.36), (-0.02, 1.39, -0.15)
"""Of the horn at ease [m]."""
PEEPING = 0.3
"""How far the lid is open at ease [rad]."""
FIRM = 0.35
"""Strength of the muscles."""
PURPLE, HORN = "#7b6cd9", "#e8d9b0"


@dataclass(frozen=True, eq=False)
class Monster:
    """What a script takes hold of: points of the horn and the lid, and the muscles that keep them where they are."""

    world: supple.World
    claw: Point
    elbow: Point
    lip: Point
    muscles: dict[str, Handle] = field(default_factory=dict)

    def hold(self, *, firmness: float = FIRM, **places: "Place | np.ndarray") -> None:
        """Let the muscles of claw, elbow or lip pull toward places [m]."""
        self.relax(*places)
        for name, place in places.items():
            self.muscles[name] = self.world.nail(getattr(self, name), place)
            self.muscles[name].strength = firmness

    def relax(self, *names: str) -> None:
        """Let the muscles go."""
        for name in names:
            if name in self.muscles:
                self.muscles.pop(name).release()


def lip_at(angle: float) -> np.ndarray:
    """Where the lip is with the lid open by an angle [rad]."""
    return HINGE + 2 * RIM * np.array([np.cos(angle), np.sin(angle), 0])


def planted(world: supple.World) -> Monster:
    """A monster at ease."""
    flesh = wobble(hz=9, settle=0.5, volume=8, density=400)
    pot = world.add(supple.Mesh((_pot(),)), material=flesh, at=POT, name="pot", color=PURPLE)
    for turn in (0.5, 2.6, 4.7):
        world.nail(pot.point(POT + (0.3 * np.cos(turn), 0, 0.3 * np.sin(turn))))
    ajar = supple.spatial.from_axis_angle((0, 0, 1), PEEPING)
    lid = world.add(_lid(), material=flesh, at=HINGE, rotation=ajar, name="lid")
    for z in (-0.2, 0.2):
        world.attach(*(material_point(body, "hinge", HINGE + (0, 0, z)) for body in (pot, lid)))
    bone = wobble(hz=28, settle=0.15, volume=6, density=250)
    upper = world.add(_bone(SHOULDER, ELBOW, 0.1, 0.075), material=bone, name="horn", color=HORN)
    lower = world.add(_bone(ELBOW, CLAW, 0.08, 0.012), material=bone, name="claw", color=HORN)
    world.attach(material_point(pot, "shoulder", np.array(SHOULDER)), upper.point(SHOULDER))
    world.attach(upper.point(ELBOW), lower.point(ELBOW))
    monster = Monster(world, lower.point(CLAW), upper.point(ELBOW), lid.point("lip"))
    monster.hold(claw=CLAW, elbow=ELBOW, lip=lip_at(PEEPING))
    return monster


def _pot() -> supple.scene.Part:
    """A bowl with a thick wall."""
    outside = [(0, 0), (0.3, 0), (0.42, 0.06), (0.5, 0.25), (0.53, 0.45), (0.5, 0.68), (0.47, HEIGHT)]
    inside = [(0.42, 0.68), (0.42, 0.45), (0.38, 0.28), (0.28, 0.18), (0, 0.14)]
    profile = spline([*outside, *inside], 0.05)
    return revolve(profile - (0, profile[:, 1].min()), 40)


def _lid() -> supple.Node:
    """A dome with two eyes; its origin is its hinge, its lip is opposite."""
    dome = [("dome", (RIM, 0.17, RIM), (RIM, 0.05, 0.0), PURPLE)]
    for z in (-0.16, 0.16):
        dome += [
            (f"eye {z}", (0.11, 0.11, 0.11), (RIM + 0.18, 0.33, z), "white"),
            (f"pupil {z}", (0.05, 0.05, 0.05), (RIM + 0.25, 0.35, z), "#20242a"),
        ]
    parts = []
    for name, half, center, color in dome:
        look = supple.Look(name, color=supple.scene.rgba(color))
        place = supple.spatial.compose(center, (0, 0, 0, 1), (1, 1, 1))
        parts.append(ball(half, 12, name=name, look=look).transformed(place))
    lip = supple.Node("lip", translation=(2 * RIM, 0, 0))
    return supple.Node("lid", supple.Mesh(tuple(parts)), children=[lip])


def _bone(a: Place, b: Place, thick: float, thin: float) -> supple.Mesh:
    """A tapering limb from one place to another."""
    return supple.Mesh((sweep(np.linspace(a, b, 12), [thick, thin]),))
