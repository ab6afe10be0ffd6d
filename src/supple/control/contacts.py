"""Contacts as a script sees them: when two things begin to touch, and when they have parted."""

from collections.abc import Callable

from supple.dynamics import Contact, Thing, World


def contact(a: Thing, b: "Thing | None" = None) -> Callable[[World], list[Contact]]:
    """What `wait_for` waits for until a touches something, or b: the points where it does, with their forces.

    a and b are bodies, figures, obstacles, names or patterns of names ("floor", "crumb*"), or several of these.

    >>> from supple.control import parted, wait_for
    >>> from supple.scene import models
    >>> world = World(step=1 / 480)
    >>> ball = world.add(models.sphere(radius=0.1), kind="rigid", material="steel", at=(0, 0.5, 0))
    >>> blows = []
    >>> def count(world):
    ...     while True:
    ...         hit = yield from wait_for(contact(ball, "floor"))
    ...         blows.append((world.time, sum(point.force[1] for point in hit)))
    ...         yield from wait_for(parted(ball, "floor"))
    >>> script = world.direct(count)
    >>> take = world.run(0.9)
    >>> [round(time, 2) for time, force in blows[:3]], bool(blows[0][1] > blows[1][1] > 0)
    ([0.29, 0.57, 0.72], True)
    """

    def touching(world: World) -> list[Contact]:
        return [point for point in world.contacts(a, b) if point.pressed]

    return touching


def parted(a: Thing, b: "Thing | None" = None) -> Callable[[World], bool]:
    """What `wait_for` waits for until a touches nothing, or b no more."""
    touching = contact(a, b)
    return lambda world: not touching(world)
