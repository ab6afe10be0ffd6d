"""Which place in the world is a material point of a body, and why another is none."""

from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array
from supple.errors import InputError
from supple.scene import Mesh, solid

if TYPE_CHECKING:
    from supple.dynamics.legacy.bodies.body import Body

NEAR = 0.05
"""What is this close to the surface is taken for it, as a share of the diagonal of the body's box."""


def local_place(body: "Body", place: Array, outside: bool) -> Array:
    """The rest position (3,) of the point that was at a place (3,) [m] in the world when the body was put there.

    A place that is neither in the body nor near it is refused, with how far off it is and what is nearest, unless
    `outside` asks for a point that moves as if the body went on to there.
    """
    inverse = np.linalg.inv(body.placement)
    local = np.asarray(inverse[:3, :3] @ place + inverse[:3, 3])
    mesh = body.node.surface
    if outside:
        return local
    closest = solid.nearest(mesh.vertices, mesh.faces, local)
    low, high = mesh.bounds
    if np.linalg.norm(closest - local) <= NEAR * np.linalg.norm(high - low) or _inside(mesh, local):
        return local
    found = body.placement[:3, :3] @ closest + body.placement[:3, 3]
    raise InputError(
        f"the place {_said(place)} is no point of {body.name!r}: it {_why(body, mesh, local)}, "
        f"{np.linalg.norm(found - place):.3g} m from its surface. The nearest point is {_said(found)}; give that, or "
        "point(…, outside=True) for one that moves as if the body went on to there"
    )


def _inside(mesh: Mesh, local: Array) -> bool:
    return mesh.watertight and solid.winding(mesh.vertices, mesh.faces, local) > 0.5


def _why(body: "Body", mesh: Mesh, local: Array) -> str:
    low, high = mesh.bounds
    if ((local < low) | (local > high)).any():
        span = body.placement[:3, :3] @ np.array([low, high]).T + body.placement[:3, 3:]
        return (
            f"lies outside {body.name!r}, which was put between {_said(span.min(1))} and {_said(span.max(1))}"
        )
    if mesh.watertight:
        return "lies in a hole or a hollow, where there is no material"
    return "lies off its shell: an open surface has no inside"


def _said(place: Array) -> str:
    return f"({', '.join(f'{c:.3g}' for c in np.asarray(place) + 0.0)})"
