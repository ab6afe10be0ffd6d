"""What directs a world: behaviors that look at it and act (Witkin & Welch 1990, §4.2).

A script is a generator function of the world, and behaviors are what it does, one after another:

>>> from supple.dynamics import World
>>> from supple.scene import models
>>> world = World(gravity=(0, 0, 0))
>>> ball = world.add(models.sphere(), at=(0, 1, 0))
>>> def script(world):
...     yield from wait(0.1)
...     yield from grab(ball.point("top"), (1, 2, 0), 0.5)
>>> performance = world.direct(script)
>>> take = world.run(1)
>>> performance.time, world.position(ball.point("top")).round(9).tolist()
(0.6, [1.0, 2.0, 0.0])
"""

from supple.control.chase import chase, move_to
from supple.control.connect import connect, disconnect, grab
from supple.control.flow import first_of, repeat, together, wait, wait_for
from supple.control.follow import follow
from supple.dynamics.script import Behavior

__all__ = [
    "Behavior", "chase", "connect", "disconnect", "first_of", "follow", "grab", "move_to", "repeat", "together",
    "wait", "wait_for",
]  # fmt: skip
