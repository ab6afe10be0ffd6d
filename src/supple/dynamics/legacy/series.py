"""The numbers of a run, frame by frame, for those who want to look closer than a picture allows.

Per body q, v, its own force (elastic, damping, velocity terms), that of all its contacts, and its energy (kinetic,
elastic, in gravity); of one with modes also the force of its control. Per constraint how hard it pulls and how far it
is from being met, NaN while it does not act. All but q is of the step that reached the frame.
"""

from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.body import Body
from supple.dynamics.legacy.bodies.lattice.moded import Moded
from supple.dynamics.legacy.bodies.rigid import RigidBody

if TYPE_CHECKING:
    from supple.dynamics.legacy.handle import Handle
    from supple.dynamics.legacy.world import World


class Series:
    """Watches a world through a run; `arrays()` names what it saw.

    >>> from supple.dynamics import World
    >>> from supple.scene import models
    >>> world = World(floor=None)
    >>> ball = world.add(models.sphere(), at=(0, 1, 0))
    >>> pin, series = world.nail(ball.point("top")), Series(world)
    >>> world.step()
    >>> series.look(world.state.q)
    >>> sorted(name.rpartition("/")[2] for name in series.arrays(np.array([0.0])) if "bodies" in name)
    ['contact', 'energy', 'force', 'q', 'v']
    """

    def __init__(self, world: "World") -> None:
        self._world = world
        self._frames: list[tuple[Array, ...]] = []
        self._controls: dict[Body, list[Array]] = {}
        self._pulls: dict[Handle, dict[int, tuple[Array, Array]]] = {}

    def look(self, q: Array) -> None:
        """Keep this moment, shown at coordinates q (nq,)."""
        world, frame = self._world, len(self._frames)
        forces = [_force(body, *world.coordinates(body)) for body in world.bodies]
        force, v = np.concatenate([np.zeros(0), *forces]), world.state.v.copy()
        gravity = np.array(world.gravity)
        self._frames.append((q, v, force, self._contacts(), self._energies(q, v), gravity))
        for handle, gap in zip(world.held, self._gaps(), strict=True):
            self._pulls.setdefault(handle, {})[frame] = (handle.force.copy(), gap)
        for body, here, there in world.structure.parts:
            if isinstance(body, Moded):
                self._controls.setdefault(body, []).append(body.control_force(q[here], v[there]))

    def arrays(self, times: Array) -> dict[str, Array]:
        """All of it by name, with the times of the frames (T,) [s] that go along the first axis."""
        structure, found = self._world.structure, {"run/times": times}
        q, v, force, contact, energy, gravity = (np.array(x) for x in zip(*self._frames, strict=True))
        for i, body in enumerate(self._world.bodies):
            here, there = structure.span(body), structure.v_span(body)
            own = {"q": q[:, here], "v": v[:, there], "force": force[:, there], "contact": contact[:, i]}
            own["energy"] = energy[:, i]
            if isinstance(body, RigidBody):
                own["force"], kinetic = body.forces_and_energies(own["q"], own["v"])
                own["energy"] = kinetic - body.mass * (gravity * own["q"][:, :3]).sum(axis=1)
            if body in self._controls:
                own["control"] = np.array(self._controls[body])
            found |= {f"run/bodies/{body.name}/{what}": values for what, values in own.items()}
        for name, pulls in self._named().items():
            columns = np.full((2, len(times), len(next(iter(pulls.values()))[0])), np.nan)
            for frame, pair in pulls.items():
                columns[:, frame] = pair
            found[f"run/constraints/{name}/force"], found[f"run/constraints/{name}/residual"] = columns
        return found

    def _named(self) -> "dict[str, dict[int, tuple[Array, Array]]]":
        """Forces and residuals by the name of their constraint; those of one name are counted."""
        named: dict[str, dict[int, tuple[Array, Array]]] = {}
        for handle, pulls in self._pulls.items():
            name, count = handle.constraint.name, 1
            while name in named:
                count += 1
                name = f"{handle.constraint.name} {count}"
            named[name] = pulls
        return named

    def _gaps(self) -> list[Array]:
        """How far each acting constraint is from being met (d,) [m]."""
        world = self._world
        if world.constant:
            return np.split(world.rows.gaps(world.state), world.rows.first[1:-1]) if world.held else []
        places = ([world.position(p) for p in handle.constraint.points] for handle in world.held)
        return [h.constraint.value(np.array(x), world.time) for h, x in zip(world.held, places, strict=True)]

    def _energies(self, q: Array, v: Array) -> Array:
        """Of each body (bodies,) [J], in gravity as it pulls now; of rigid ones later."""
        found = [
            0.0 if isinstance(body, RigidBody)
            else body.energy(q[here], v[there]) - body.mass * float(self._world.gravity @ body.center(q[here]))
            for body, here, there in self._world.structure.parts
        ]  # fmt: skip
        return np.array(found)

    def _contacts(self) -> Array:
        """Force of all contacts on each body in the last step (bodies, 3) [N]."""
        world, found = self._world, np.zeros((len(self._world.bodies), 3))
        if world.state.contacts is not None and world.one_step is not None:
            return world.one_step.pressed() / world.step_size
        memory, first = world.state.memory, world.structure.contacts.first
        if not world.compiled:
            pressed = memory.get("pressed", found)
            return pressed / world.step_size if len(pressed) == len(found) else found
        touch = memory.get("touch", np.zeros((0, 3)))
        if len(touch) == first[-1]:
            np.add.at(found, np.repeat(np.arange(len(first) - 1), np.diff(first)), touch / world.step_size)
        return found


def _force(body: Body, q: Array, v: Array) -> Array:
    """Of a body on itself (nv,); of rigid ones it is found for all frames at once, when the run is over."""
    return np.zeros(body.nv) if isinstance(body, RigidBody) else body.force(q, v)
