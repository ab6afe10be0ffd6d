"""What worlds, bodies and figures say of themselves in a console: one line each, with units."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from supple.dynamics.legacy.bodies.body import Body
    from supple.dynamics.legacy.figure import Figure
    from supple.dynamics.legacy.handle import Handle
    from supple.dynamics.legacy.world import World

SHOWN = 6
"""So many names are listed; the others are counted."""


def world_line(world: "World") -> str:
    """When it is, what is in it, what holds, and how it steps.

    >>> from supple.dynamics import World
    >>> from supple.scene import models
    >>> world = World(step=1 / 480)
    >>> pin = world.nail(world.add(models.teapot(), at=(0, 1, 0)).point("top"))
    >>> world
    <World at 0 s: 1 body (teapot), 1 constraint, step 1/480 s>
    """
    figures = {body.figure: None for body in world.bodies if body.figure is not None}
    lone = [body.name for body in world.bodies if body.figure is None]
    parts = [_counted(len(lone), "body", "bodies", lone)] if lone or not figures else []
    if figures:
        parts.append(_counted(len(figures), "figure", "figures", [figure.name for figure in figures]))
    if world.handles:
        parts.append(_counted(len(world.handles), "constraint", "constraints"))
    if world.obstacles:
        parts.append(
            _counted(len(world.obstacles), "obstacle", "obstacles", [o.name for o in world.obstacles])
        )
    rate = 1 / world.step_size
    step = f"1/{rate:.0f}" if abs(rate - round(rate)) < 1e-6 * rate else f"{world.step_size:.3g}"
    return f"<World at {world.time:.4g} s: {', '.join(parts)}, step {step} s>"


def body_line(body: "Body") -> str:
    """Its kind, name, material and mass, and where its center of mass is now.

    >>> from supple.dynamics import World
    >>> from supple.scene import models
    >>> World().add(models.box(), kind="rigid", material="wood", at=(0, 1, 0))
    <rigid body 'box' of wood, 38.4 kg, at (0, 1, 0) m>
    """
    where = "in no world"
    if body.world is not None and body in body.world.bodies:
        x, y, z = np.round(body.center(body.world.coordinates(body)[0]), 3) + 0.0
        where = f"at ({x:g}, {y:g}, {z:g}) m"
    return f"<{body.kind} body {body.name!r} of {body.material.name}, {body.mass:.3g} kg, {where}>"


def figure_line(figure: "Figure") -> str:
    """Its name, its bodies and how many joints hold them together.

    >>> from supple.dynamics import World
    >>> from supple.scene import models
    >>> World().add(models.lamp())
    <figure 'lamp': 5 bodies (base, swivel, arm.lower, arm.upper, head), 4 joints, 1.45 kg>
    """
    mass = sum(body.mass for body in figure.bodies.values())
    bodies = _counted(len(figure.bodies), "body", "bodies", figure.bodies)
    return f"<figure {figure.name!r}: {bodies}, {_counted(len(figure.joints), 'joint', 'joints')}, {mass:.3g} kg>"


def handle_line(handle: "Handle") -> str:
    """What it holds, and how, where that is not exactly.

    >>> from supple.dynamics import World
    >>> from supple.scene import models
    >>> world = World()
    >>> pin = world.nail(world.add(models.box(), at=(0, 1, 0)).point("top"))
    >>> pin.strength = 0.5
    >>> pin
    <nail box.top, strength 0.5>
    """
    strength = handle.strength
    how = ", strength on a track" if not isinstance(strength, int | float) else ""
    how = f", strength {strength:g}" if isinstance(strength, int | float) and strength < 1 else how
    how = ", follows from others" if handle.redundant and not how else how
    return f"<{handle.constraint.name}{how if handle.active else ', released'}>"


def _counted(count: int, one: str, many: str, names: Iterable[str] = ()) -> str:
    listed = list(names)
    more = ", …" if len(listed) > SHOWN else ""
    return f"{count} {one if count == 1 else many}" + (
        f" ({', '.join(listed[:SHOWN])}{more})" if listed else ""
    )
