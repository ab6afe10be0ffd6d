"""The same trees for MuJoCo and for Pinocchio, and q and v as they have them."""

from typing import Any

import numpy as np

from supple.arrays import Array, ArrayLike, Indices
from supple.kinematics import Link, Shape, Skeleton
from supple.scene import Joint
from supple.spatial import multiply, rotate, to_matrix

RADIUS, LENGTH, MASS = 0.02, 0.1, 0.1
"""Of the links of chains [m, kg]."""


def chain(n: int, kind: str) -> Skeleton:
    """Rods end to end along x, on hinges about z or on balls."""
    links = [
        Link.rod(
            str(k), str(k - 1) if k else None, to=(LENGTH, 0, 0), mass=MASS, radius=RADIUS, joint=kind,
            offset=(LENGTH if k else 0, 0, 0),
        )
        for k in range(n)
    ]  # fmt: skip
    return Skeleton(links, name=f"{n} {kind}s")


def numbers(values: ArrayLike) -> str:
    """For XML, to the last bit."""
    return " ".join(repr(float(x)) for x in np.ravel(values))


def wxyz(q: Array) -> list[float]:
    """MuJoCo's order."""
    return [q[3], *q[:3]]


def mjcf(
    skeleton: Skeleton,
    gravity: ArrayLike,
    step: float = 1e-3,
    integrator: str = "Euler",
    spare: str = 'contact="disable" constraint="disable"',
    floor: float | None = None,
) -> str:
    """Of hinges, slides, universal and general joints, balls, fixed links, and a free root."""
    below = {i: np.flatnonzero(skeleton.parents == i) for i in range(-1, len(skeleton.links))}

    def body(row: int) -> str:
        link = skeleton.links[row]
        moments = link.body.moments[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
        return (
            f'<body name="{link.name}" pos="{numbers(link.offset)}" quat="{numbers(wxyz(link.rotation))}">'
            f'{joints(link)}<inertial pos="{numbers(link.body.center)}" mass="{link.mass!r}" '
            f'fullinertia="{numbers(moments)}"/>{geoms(link)}{"".join(map(body, below[row]))}</body>'
        )

    def geoms(link: Link) -> str:
        """Capsules and boxes, over a floor of that friction; none without one."""
        return "" if floor is None else "".join(geom(shape, floor) for shape in link.shapes)

    def joints(link: Link) -> str:
        p = link.passive
        given = {
            "armature": p.armature,
            "damping": p.damping,
            "stiffness": p.stiffness,
            "frictionloss": p.friction,
        }
        more = " ".join(f'{k}="{float(np.max(x))!r}"' for k, x in given.items() if np.max(x) > 0)
        if link.joint.kind == "free":
            return "<freejoint/>"
        if link.joint.kind == "ball":
            return f'<joint type="ball" {more}/>'
        motions = {"turn": "hinge", "shift": "slide"}
        return "".join(
            f'<joint type="{motions[f.motion]}" axis="{numbers(f.axis)}" {more}/>'
            for f in link.joint.freedoms
        )

    return (
        f'<mujoco><compiler angle="radian" balanceinertia="false"/><option timestep="{step}" '
        f'integrator="{integrator}" gravity="{numbers(gravity)}"><flag {spare}/></option><worldbody>'
        f"{'' if floor is None else geom(None, floor)}{''.join(map(body, below[-1]))}</worldbody></mujoco>"
    )


def geom(shape: Shape | None, friction: float) -> str:
    """A capsule or a box, or without a shape the floor; MuJoCo has the axis of both along z."""
    down = np.array([-np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5)])
    if shape is None:
        return f'<geom type="plane" size="50 50 1" quat="{numbers(wxyz(down))}" friction="{friction}"/>'
    size = np.atleast_1d(shape.size)
    turn = multiply(shape.rotation, down) if shape.kind == "capsule" else np.asarray(shape.rotation)
    return (
        f'<geom type="{shape.kind}" size="{numbers(size)}" pos="{numbers(shape.offset)}" '
        f'quat="{numbers(wxyz(turn))}" friction="{friction}" mass="0"/>'
    )


def mujoco_order(skeleton: Skeleton, model: Any) -> tuple[Indices, Indices]:
    """Which numbers of our q and v MuJoCo has one after another: it goes depth first, quaternions from w on."""
    q: list[int] = []
    v: list[int] = []
    for b in range(1, model.nbody):
        link = skeleton.link(model.body(b).name)
        at, by = skeleton.in_q(link.name), skeleton.in_v(link.name)
        own = list(range(at.start, at.stop))
        q += [*own[:-4], own[-1], *own[-4:-1]] if link.joint.turning else own
        v += range(by.start, by.stop)
    return np.array(q), np.array(v)


def pinocchio_model(pin: Any, skeleton: Skeleton, gravity: ArrayLike) -> Any:
    """A model with a joint of one freedom, a ball or a free flyer for each; links without joints are welded."""
    model = pin.Model()
    places: list[tuple[int, Any]] = []
    model.gravity = pin.Motion(np.asarray(gravity, float), np.zeros(3))
    for row, link in enumerate(skeleton.links):
        parent, mount = (0, pin.SE3.Identity()) if link.parent is None else places[skeleton.parents[row]]
        mount = mount * pin.SE3(to_matrix(link.rotation), link.offset)
        for k, made in enumerate(_joints(pin, link.joint)):
            parent, mount = model.addJoint(parent, made, mount, f"{link.name}.{k}"), pin.SE3.Identity()
        if link.mass > 0 and parent:
            model.appendBodyToJoint(
                parent, pin.Inertia(link.mass, link.body.center, link.body.moments), mount
            )
        places.append((parent, mount))
    return model


def _joints(pin: Any, joint: Joint) -> list[Any]:
    if joint.kind == "free":
        return [pin.JointModelFreeFlyer()]
    plain = joint.freedoms[:-3] if joint.turning else joint.freedoms
    made = [_line(pin, "R" if f.motion == "turn" else "P", f.axis) for f in plain]
    return [*made, pin.JointModelSpherical()] if joint.turning else made


def _line(pin: Any, letter: str, axis: tuple[float, float, float]) -> Any:
    """A hinge or a slide; those along x, y and z are faster."""
    if sorted(axis) == [0.0, 0.0, 1.0]:
        return getattr(pin, f"JointModel{letter}{'XYZ'[int(np.argmax(axis))]}")()
    whole = {"R": "Revolute", "P": "Prismatic"}[letter]
    return getattr(pin, f"JointModel{whole}Unaligned")(np.array(axis))


def pinocchio_accelerations(
    pin: Any, skeleton: Skeleton, q: Array, v: Array, gravity: ArrayLike, torque: Array
) -> Array:
    """By its articulated-body algorithm, which has what is free both shift and turn in its own frame."""
    model = pinocchio_model(pin, skeleton, gravity)
    u, force = v.copy(), torque.copy()
    free = skeleton.links[0].joint.kind == "free"
    if free:
        to_own = np.array([-q[3], -q[4], -q[5], q[6]])
        u[:3], force[:3] = rotate(to_own, v[:3]), rotate(to_own, torque[:3])
    a = pin.aba(model, model.createData(), q, u, force).copy()
    if free:
        a[:3] = rotate(q[3:7], a[:3] + np.cross(u[3:6], u[:3]))
    return a
