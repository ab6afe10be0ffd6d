"""Space: quaternions, matrices, Euler angles, smooth rotation curves with exact derivatives, transforms.

Quaternions are xyzw, vectors columns (x = R p), angles radians; every function works over leading dimensions.
"""

from supple.spatial.arc_length import ArcLengthCurve
from supple.spatial.bezier import BezierCurve, bezier
from supple.spatial.curve import RotationCurve, SlerpCurve
from supple.spatial.degrees import degrees
from supple.spatial.euler import from_euler, to_euler, unwound
from supple.spatial.euler_curve import EulerCurve
from supple.spatial.grid import Grid, find_boxes, grid_of, neighbors
from supple.spatial.integrate import integrate
from supple.spatial.look_at import look_along, look_at
from supple.spatial.matrix import from_matrix, is_rotation, to_matrix
from supple.spatial.quaternion import (
    IDENTITY,
    aligned,
    conjugate,
    exp,
    from_axis_angle,
    from_rotation_vector,
    inverse,
    log,
    multiply,
    normalize,
    power,
    rotate,
    shortest_arc,
    to_axis_angle,
    to_rotation_vector,
)
from supple.spatial.slerp import bisect, double, slerp
from supple.spatial.squad import SquadCurve, squad
from supple.spatial.transform import compose, decompose, shear

__all__ = [
    "IDENTITY",
    "ArcLengthCurve",
    "BezierCurve",
    "EulerCurve",
    "Grid",
    "RotationCurve",
    "SlerpCurve",
    "SquadCurve",
    "aligned",
    "bezier",
    "bisect",
    "compose",
    "conjugate",
    "decompose",
    "degrees",
    "double",
    "exp",
    "find_boxes",
    "from_axis_angle",
    "from_euler",
    "from_matrix",
    "from_rotation_vector",
    "grid_of",
    "integrate",
    "inverse",
    "is_rotation",
    "log",
    "look_along",
    "look_at",
    "multiply",
    "neighbors",
    "normalize",
    "power",
    "rotate",
    "shear",
    "shortest_arc",
    "slerp",
    "squad",
    "to_axis_angle",
    "to_euler",
    "to_matrix",
    "to_rotation_vector",
    "unwound",
]
