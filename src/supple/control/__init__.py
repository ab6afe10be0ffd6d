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
>>> performance.time, (world.position(ball.point("top")).round(9) + 0.0).tolist()
(0.6, [1.0, 2.0, 0.0])
"""

from supple.control.chase import chase, move_to
from supple.control.connect import connect, disconnect, grab
from supple.control.contacts import contact, parted
from supple.control.flow import first_of, repeat, together, wait, wait_for
from supple.control.follow import follow
from supple.control.gait import Gait
from supple.control.hop import failures, is_hop
from supple.control.hopper import first_hop, hopper
from supple.control.measures import MEASURES, measured
from supple.control.pose_graph import PoseGraph
from supple.control.search import COSTS, Found, Search, traded
from supple.control.standing import standing
from supple.dynamics.legacy.script import Behavior

__all__ = [
    "COSTS", "MEASURES", "Behavior", "Found", "Gait", "PoseGraph", "Search", "chase", "connect", "contact",
    "disconnect", "failures", "first_hop", "first_of", "follow", "grab", "hopper", "is_hop", "measured",
    "move_to", "parted", "repeat", "standing", "together", "traded", "wait", "wait_for",
]  # fmt: skip
