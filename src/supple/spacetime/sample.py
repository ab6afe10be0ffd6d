"""A sample: the character at one moment of the interval, as expressions that goals and objectives speak of."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any

import casadi as ca

from supple.arrays import Indices
from supple.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    from supple.spacetime.contact import Contact
    from supple.spacetime.resources import Resources


@dataclass(eq=False)
class Sample:
    """q, v, a, muscle forces, contact forces at one time; all CasADi expressions.

    `unknown` are the symbols by name (q, v, a, u, λ, s), `where` their places in the vector of unknowns.
    """

    resources: "Resources"
    phase: int
    ground: "Contact"
    unknown: Mapping[str, ca.SX]
    where: Mapping[str, Indices]
    p: ca.SX
    gravity: ca.SX
    t: Any
    """Seconds since the beginning."""
    step: Any
    """Seconds to the next sample of the phase."""
    share: float = 0.0
    """How much of the phase has passed."""
    _velocities: dict[str, ca.SX] = field(default_factory=dict, repr=False)

    @property
    def q(self) -> ca.SX:
        """Coordinates (nq,)."""
        return self.unknown["q"]

    @property
    def v(self) -> ca.SX:
        """Their rates (nq,)."""
        return self.unknown["v"]

    @property
    def a(self) -> ca.SX:
        """Their accelerations (nq,)."""
        return self.unknown["a"]

    @property
    def tau(self) -> ca.SX:
        """Forces of the muscles (m,) [N m]."""
        return self.resources.muscles.torque(self.q, self.unknown["u"])

    @property
    def contact(self) -> ca.SX:
        """Contact forces: on the floor (fx, fy, moment), in space (fx, fy, fz and three moments); empty in flight."""
        return self.unknown["lam"]

    @property
    def force(self) -> ca.SX:
        """What the ground pushes with (3,) [N], in the world."""
        return self.ground.force(self)

    @property
    def center(self) -> ca.SX:
        """Center of mass (3,) [m]."""
        return self.resources.lagrangian.center_of_mass(self.q, self.p)

    @property
    def joint_rates(self) -> ca.SX:
        """φ̇ of every muscle (m,) [rad/s]."""
        return self.v[list(self.resources.muscles.joints)]

    def point(self, name: str) -> ca.SX:
        """Where a point of the character is (3,) [m]."""
        return self.resources.position(name)(self.q, self.p)

    def velocity(self, name: str) -> ca.SX:
        """How fast a point of the character moves (3,) [m/s]."""
        if name not in self._velocities:
            self._velocities[name] = self.resources.velocity(name)(self.q, self.v, self.p)
        return self._velocities[name]

    def angle(self, joint: str) -> ca.SX:
        """A coordinate by its name [rad]."""
        return self.q[self.resources.index(joint)]

    def rate(self, joint: str) -> ca.SX:
        """The rate of a coordinate by its name [rad/s]."""
        return self.v[self.resources.index(joint)]

    def torque(self, joint: str) -> ca.SX:
        """The force of the muscle at a joint [N m]."""
        names = [self.resources.coordinates[i] for i in self.resources.muscles.joints]
        if joint not in names:
            raise UnknownNameError("muscle", joint, names)
        return self.tau[names.index(joint)]

    @property
    def impulse(self) -> ca.SX:
        """Impulse of the touchdown with which the sample's phase begins, as the contact force but in N s."""
        if "blow" not in self.unknown:
            raise InputError("impulse: only the first sample of a phase that begins with a touchdown has one")
        return self.unknown["blow"]

    @property
    def along(self) -> ca.SX:
        """Where on its curve a sliding sample is."""
        if "s" not in self.unknown:
            raise InputError("along: only samples of a phase that slides are on a curve")
        return self.unknown["s"]

    @property
    def clearance(self) -> ca.SX:
        """By how much the character's parts keep apart (k,) [m], one for each of its `keep_out`."""
        return ca.SX(self.resources.character.clearance(self.q))

    def momentum(self) -> tuple[ca.SX, ca.SX]:
        """Linear momentum [kg m/s] and angular momentum about the center of mass [kg m²/s]."""
        linear, angular = self.resources.lagrangian.momentum(self.q, self.v, self.p)
        return linear, angular


def about(expression: Callable[..., Any]) -> int:
    """How many samples an expression is about: one, or one and the next. Arguments with a default do not count."""
    return sum(given.default is Parameter.empty for given in signature(expression).parameters.values())
