"""Head and hair as soft solids [m]."""

import numpy as np

from supple.scene.sculpt import Clay

EYE = np.array([0.0320, 1.6400, 0.0715])
EYE_RADIUS = 0.0155
CROWN, HAIR = np.array([0.0, 1.676, -0.024]), np.array([0.0875, 0.0880, 0.1030])


def head() -> Clay:
    """Skull, face and ears."""
    clay = Clay()
    clay.add((0, 1.656, -0.014), radius=(0.0780, 0.0960, 0.0990), blend=0.02)
    clay.add((0, 1.610, 0.028), radius=(0.0610, 0.0680, 0.0620), blend=0.03)
    clay.add(
        (0.047, 1.596, -0.004),
        (0.012, 1.5535, 0.066),
        radius=0.019,
        end_radius=0.020,
        blend=0.035,
        mirror=True,
    )
    clay.add((0, 1.5500, 0.0740), radius=(0.019, 0.016, 0.018), blend=0.02)
    clay.add((0, 1.50, -0.024), (0, 1.58, -0.012), radius=0.044, end_radius=0.040, blend=0.04)
    clay.add((0.042, 1.606, 0.052), radius=(0.025, 0.026, 0.028), blend=0.025, mirror=True)
    clay.add((0.012, 1.662, 0.080), (0.048, 1.663, 0.061), radius=0.012, blend=0.022, mirror=True)
    clay.add(
        EYE + (0.002, 0.0005, 0.024), radius=(0.0215, 0.0140, 0.0190), blend=0.012, carve=True, mirror=True
    )
    clay.add((0, 1.650, 0.085), (0, 1.604, 0.106), radius=0.0080, end_radius=0.0120, blend=0.016)
    clay.add((0.0105, 1.600, 0.096), radius=(0.0085, 0.0078, 0.0100), blend=0.012, mirror=True)
    clay.add(
        (0, 1.5772, 0.0925),
        (0.020, 1.5755, 0.0825),
        radius=(0.006, 0.0052, 0.0052),
        end_radius=0.0028,
        blend=0.010,
        mirror=True,
    )
    clay.add(
        (0, 1.5665, 0.0910),
        (0.018, 1.5728, 0.0825),
        radius=(0.007, 0.0066, 0.0062),
        end_radius=0.0028,
        blend=0.010,
        mirror=True,
    )
    clay.add(EYE, radius=EYE_RADIUS, blend=0.0012, mirror=True)
    _ear(clay)
    return clay


def _ear(clay: Clay) -> None:
    clay.add(
        (0.079, 1.612, -0.002),
        (0.087, 1.650, -0.014),
        radius=(0.007, 0.012, 0.013),
        end_radius=(0.009, 0.014, 0.018),
        blend=0.008,
        mirror=True,
    )
    clay.add((0.096, 1.641, -0.006), radius=(0.0090, 0.0200, 0.0110), blend=0.005, carve=True, mirror=True)
    clay.add((0.082, 1.628, 0.004), radius=(0.006, 0.007, 0.005), blend=0.005, mirror=True)


def hair() -> Clay:
    """A cap of hair with locks over it, parted on the left."""
    clay = Clay()
    clay.add(CROWN, radius=HAIR, blend=0.003)
    clay.add((0, 1.625, -0.058), radius=(0.0770, 0.0700, 0.0640), blend=0.02)
    for k in range(9):
        front = 1.08 - 0.27 * k
        thick = 0.0150 if k < 3 else 0.0120
        _strand(clay, [(24 - 16 * j, front - 0.05 * j) for j in range(7)], thick)
        _strand(clay, [(26 + 13 * j, front - 0.10 * j) for j in range(5)], 0.8 * thick)
    return clay


def _strand(clay: Clay, way: list[tuple[float, float]], thick: float) -> None:
    """A lock of hair over the head by (degrees to the left, radians to the front), thinning out."""
    spots = []
    for side, front in way:
        turn = np.radians(side)
        spots.append(
            CROWN + 0.985 * HAIR * (np.sin(turn) * np.cos(front), np.cos(turn) * np.cos(front), np.sin(front))
        )
    sizes = [thick * (1 - 0.55 * k / (len(spots) - 1)) for k in range(len(spots))]
    for k in range(len(spots) - 1):
        clay.add(spots[k], spots[k + 1], radius=sizes[k], end_radius=sizes[k + 1], blend=0.006)
