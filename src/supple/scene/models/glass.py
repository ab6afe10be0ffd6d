"""A wine glass."""

import numpy as np

from supple.arrays import ArrayLike
from supple.scene.mesh import Mesh
from supple.scene.models.curve import arc, chain, polyline, spline
from supple.scene.models.paint import paint
from supple.scene.models.place import divided
from supple.scene.models.revolve import revolve
from supple.scene.models.sizes import count, positive
from supple.scene.node import Node

OUTSIDE = [
    (0.170, 0.018), (0.120, 0.026), (0.065, 0.044), (0.032, 0.080), (0.024, 0.140), (0.022, 0.240), (0.024, 0.340),
    (0.034, 0.396), (0.072, 0.440), (0.136, 0.502), (0.182, 0.590), (0.198, 0.690), (0.192, 0.800),
    (0.172, 0.910), (0.153, 0.990),
]  # fmt: skip
"""(r, y) over the height, from the edge of the foot to the lip."""
INSIDE = [
    (0.137, 0.990), (0.155, 0.910), (0.174, 0.800), (0.180, 0.690), (0.164, 0.598), (0.120, 0.520),
    (0.062, 0.474), (0.0, 0.458),
]  # fmt: skip
FOOT_ENDS, BOWL_STARTS = 0.08, 0.40


def glass(
    *, height: float = 0.35, resolution: int = 40, color: "str | ArrayLike" = (0.72, 0.86, 0.90, 0.5)
) -> Node:
    """A wine glass [m], its wall about 0.02 of the height. Parts: foot, stem, bowl.

    One closed solid of revolution: the parts share their seams, so the whole is watertight and no part alone is.

    >>> glass().mesh.watertight
    True
    """
    positive("glass", height=height)
    count("glass", 16, resolution=resolution)
    step = 2 * np.pi * 0.2 / resolution
    profile = chain(
        polyline([(0, 0), (0.170, 0)], step),
        arc((0.170, 0.009), 0.009, -np.pi / 2, np.pi / 2, 0.009),
        spline(OUTSIDE, step),
        arc((0.145, 0.990), (0.008, 0.010), 0, np.pi, 0.008),
        spline(INSIDE, step),
    )
    profile[0, 0] = profile[-1, 0] = 0
    profile[:, 1] /= profile[:, 1].max()
    whole = revolve(profile * height, resolution, look=paint("glass", color, roughness=0.08))
    middle = whole.vertices[whole.faces].mean(axis=1)[:, 1] / height
    cuts = [profile[np.argmin(np.abs(profile[:, 1] - y)), 1] for y in (FOOT_ENDS, BOWL_STARTS)]
    return Node(
        "glass", Mesh(divided(whole, np.searchsorted(cuts, middle), ["foot", "stem", "bowl"]), "glass")
    )
