"""The kinds of bodies that there are."""

from supple.dynamics.bodies.articulated.kind import ARTICULATED
from supple.dynamics.bodies.given import GIVEN
from supple.dynamics.bodies.kind import Kind
from supple.dynamics.bodies.linear import LINEAR
from supple.dynamics.bodies.rigid import RIGID

KINDS: dict[str, Kind] = {kind.name: kind for kind in (RIGID, LINEAR, GIVEN, ARTICULATED)}
