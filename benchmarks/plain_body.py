"""A planar character as one writes it first: T and V of its links, and Lagrange's equations by differentiation."""

import casadi as ca

from supple.characters import SymbolicCharacter


class PlainBody:
    """Functions of q = (x, y, turn, joints): equations of motion, mass matrix, points, center of mass, clearances."""

    def __init__(self, character: SymbolicCharacter, gravity: float) -> None:
        n = character.nq
        q, v, a = (ca.SX.sym(name, n) for name in "qva")
        tau, lam = ca.SX.sym("tau", len(character.muscles)), ca.SX.sym("lam", 3)
        frames = links(character, q)
        kinetic, potential, moment, mass = ca.SX(0), ca.SX(0), ca.SX(2, 1), 0.0
        for link in character.skeleton.links:
            angle, origin = frames[link.name]
            center = origin + turned(angle) @ link.body.center[:2]
            speed, spin = ca.jtimes(center, q, v), ca.jtimes(angle, q, v)
            kinetic += link.mass * ca.dot(speed, speed) / 2 + link.body.moments[2, 2] * spin**2 / 2
            potential += link.mass * gravity * center[1]
            moment, mass = moment + link.mass * center, mass + link.mass
        lagrangian = kinetic - potential
        momentum = ca.gradient(lagrangian, v)
        motion = ca.jtimes(momentum, q, v) + ca.jtimes(momentum, v, a) - ca.gradient(lagrangian, q)
        force = ca.vertcat(lam, ca.SX.zeros(n - 3))
        force[list(character.joints)] += tau
        self.physics = ca.Function("physics", [q, v, a, tau, lam], [motion - force])
        self.mass_matrix = ca.Function("mass_matrix", [q], [ca.hessian(kinetic, v)[0]])
        self.center = ca.Function("center", [q], [ca.vertcat(moment / mass, 0)])
        self.points = {
            name: ca.Function("point", [q], [ca.vertcat(at(frames[link], place), 0)])
            for name, (link, place) in character.skeleton.places.items()
        }
        apart = [
            ca.dot(k.normal[:2], seen(frames[k.link], at(frames[carrier], place))) - k.offset
            for k in character.keep_out
            for carrier, place in [character.skeleton.places[k.point]]
        ]
        self.clearance = ca.Function("clearance", [q], [ca.vertcat(*apart)])


Frame = tuple[ca.SX, ca.SX]
"""Angle [rad] and origin (2,) [m]."""


def links(character: SymbolicCharacter, q: ca.SX) -> dict[str, Frame]:
    """Where every link is."""
    frames: dict[str, Frame] = {}
    for link in character.skeleton.links:
        if link.parent is None:
            frames[link.name] = q[2], q[:2]
            continue
        angle, origin = frames[link.parent]
        own = q[character.skeleton.index(link.name)] if link.name in character.skeleton.coordinates else 0
        frames[link.name] = angle + own, origin + turned(angle) @ link.place[:2]
    return frames


def turned(angle: ca.SX) -> ca.SX:
    """The matrix of a turn."""
    c, s = ca.cos(angle), ca.sin(angle)
    return ca.blockcat([[c, -s], [s, c]])


def at(frame: Frame, place: object) -> ca.SX:
    """A place of a link in the world."""
    return frame[1] + turned(frame[0]) @ ca.DM(place)[:2]


def seen(frame: Frame, x: ca.SX) -> ca.SX:
    """A place of the world in a link."""
    return turned(frame[0]).T @ (x - frame[1])
