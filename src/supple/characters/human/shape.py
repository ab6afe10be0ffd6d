"""The human's body and clothes as soft solids [m], and how fine their surface is."""

import numpy as np

from supple.arrays import Array
from supple.characters.human import joints
from supple.characters.human.joints import ALONG_ARM, ELBOW, PLACES, SHOULDER, WRIST
from supple.scene.sculpt import Clay

FINEST = 0.0025
EYE = np.array([0.0320, 1.6400, 0.0715])
EYE_RADIUS = 0.0155
SLEEVE = SHOULDER + 0.180 * ALONG_ARM
HEM = PLACES["foot.L"] + (0, 0.020, 0.0)
WAIST = 0.972


def body() -> dict[str, Clay]:
    """What is worn and what is bare, each a piece of clay, in the order in which they are joined."""
    return {
        "trousers": _trousers(),
        "shirt": _shirt(),
        "skin": Clay.of(_neck_and_arms(), _hands(), _head()),
        "hair": _hair(),
        "shoes": _shoes(),
    }


def cells(points: Array) -> Array:
    """How large a cell of the surface may be at points (n, 3) [m]: fine at eyes and mouth, face and hands."""
    at = np.stack([np.abs(points[:, 0]), points[:, 1], points[:, 2]], axis=1)
    x, y, z = at.T
    found = np.full(len(points), 8 * FINEST)
    hem = (np.abs(_along(at, SLEEVE, ALONG_ARM)) < 0.016) & (x > 0.2) | (np.abs(y - HEM[1]) < 0.016)
    belt = (np.abs(y - WAIST) < 0.015) & (x < 0.3)
    found[(y < 0.10) | (y > 1.50) | ((x < 0.09) & (y > 1.44))] = 4 * FINEST
    hand = np.linalg.norm(at - WRIST - 0.09 * joints.ALONG_HAND, axis=1) < 0.125
    ear = (x > 0.068) & (np.abs(y - 1.63) < 0.04) & (np.abs(z + 0.005) < 0.04)
    found[
        hand
        | ear
        | hem
        | belt
        | ((np.abs(y - 0.02) < 0.008) & (y < 0.1))
        | ((y > 1.535) & (z > 0.06))
        | ((y > 1.69) & (z > -0.02))
    ] = 2 * FINEST
    eye = np.linalg.norm(at - EYE - (0.002, 0.006, 0), axis=1) < 0.032
    mouth = (np.abs(y - 1.572) < 0.013) & (x < 0.030) & (z > 0.06)
    nose = (np.abs(y - 1.600) < 0.014) & (x < 0.020) & (z > 0.085)
    found[eye | mouth | nose] = FINEST
    return found


def _along(points: Array, origin: Array, axis: Array) -> Array:
    return np.asarray((points - origin) @ axis)


def _shirt() -> Clay:
    clay = Clay()
    clay.add(
        (0, WAIST, -0.010),
        (0, 1.11, -0.006),
        radius=(0.156, 0.010, 0.116),
        end_radius=(0.133, 0.07, 0.100),
        blend=0.012,
    )
    clay.add((0, 1.262, -0.020), radius=(0.150, 0.180, 0.112), blend=0.08)
    clay.add((0.066, 1.320, 0.026), radius=(0.078, 0.070, 0.052), blend=0.06, mirror=True)
    clay.add((0.080, 1.36, -0.072), radius=(0.075, 0.09, 0.045), blend=0.06, mirror=True)
    clay.add(
        (0.022, 1.440, -0.026), SHOULDER + (-0.02, 0.012, 0), radius=(0.046, 0.05, 0.050), end_radius=0.046,
        blend=0.06, mirror=True,
    )  # fmt: skip
    clay.add(
        SHOULDER,
        SLEEVE,
        radius=(0.054, 0.045, 0.059),
        end_radius=(0.056, 0.009, 0.059),
        blend=0.05,
        mirror=True,
    )
    clay.add((0, 1.500, -0.022), radius=(0.062, 0.034, 0.062), blend=0.010, carve=True)
    return clay


def _trousers() -> Clay:
    leg, knee = PLACES["leg.L"], PLACES["knee.L"]
    clay = Clay()
    clay.add((0, 0.945, -0.012), radius=(0.150, 0.080, 0.106))
    clay.add((0.070, 0.895, -0.052), radius=(0.080, 0.074, 0.068), blend=0.05, mirror=True)
    clay.add(
        leg + (-0.002, -0.03, 0), knee, radius=(0.088, 0.08, 0.094), end_radius=(0.053, 0.05, 0.056), blend=0.035,
        mirror=True,
    )  # fmt: skip
    clay.add(
        knee, HEM, radius=(0.048, 0.05, 0.050), end_radius=(0.055, 0.009, 0.062), blend=0.04, mirror=True
    )
    clay.add(knee + (0.004, -0.115, -0.022), radius=(0.051, 0.13, 0.050), blend=0.04, mirror=True)
    return clay


def _shoes() -> Clay:
    clay = Clay()
    clay.add((0.098, 0.052, -0.032), radius=(0.037, 0.048, 0.046), mirror=True)
    clay.add(
        (0.097, 0.032, -0.045), (0.108, 0.026, 0.120), radius=(0.036, 0.034, 0.038), end_radius=(0.046, 0.030, 0.044),
        front=(0, 1, 0), blend=0.03, mirror=True,
    )  # fmt: skip
    clay.add(
        (0.100, 0.06, 0.0), (0.105, 0.040, 0.09), radius=0.035, end_radius=0.028, blend=0.03, mirror=True
    )
    clay.add((0.110, 0.024, 0.152), radius=(0.042, 0.030, 0.044), blend=0.02, mirror=True)
    clay.add(
        (0.098, 0.008, -0.050),
        (0.111, 0.008, 0.150),
        radius=(0.039, 0.034, 0.012),
        end_radius=(0.050, 0.046, 0.012),
        front=(0, 1, 0),
        blend=0.006,
        mirror=True,
    )
    clay.add((0, -5000, 0), radius=5000, blend=0.005, carve=True)
    return clay


def _neck_and_arms() -> Clay:
    clay = Clay()
    clay.add(
        (0, 1.40, -0.034),
        (0, 1.575, -0.018),
        radius=(0.054, 0.05, 0.056),
        end_radius=(0.045, 0.05, 0.051),
        blend=0.008,
    )
    middle = SHOULDER + 0.16 * ALONG_ARM
    clay.add(
        middle,
        ELBOW,
        radius=(0.0450, 0.045, 0.047),
        end_radius=(0.0355, 0.035, 0.0365),
        blend=0.008,
        mirror=True,
    )
    forearm = WRIST - ELBOW
    clay.add(
        ELBOW,
        WRIST,
        radius=(0.0350, 0.035, 0.0360),
        end_radius=(0.0200, 0.022, 0.0275),
        blend=0.012,
        mirror=True,
    )
    clay.add(
        ELBOW + 0.04 * forearm,
        ELBOW + 0.45 * forearm,
        radius=(0.034, 0.04, 0.040),
        end_radius=(0.029, 0.05, 0.034),
        blend=0.015,
        mirror=True,
    )
    return clay


def _hands() -> Clay:
    h, p, c = joints.ALONG_HAND, joints.PALM, joints.ACROSS
    clay = Clay()
    clay.add(
        WRIST,
        WRIST + 0.03 * h,
        radius=(0.019, 0.02, 0.0265),
        end_radius=(0.017, 0.02, 0.032),
        front=c,
        blend=0.02,
        mirror=True,
    )
    for across, reach in ((0.029, 0.078), (0.0105, 0.082), (-0.0095, 0.079), (-0.027, 0.072)):
        clay.add(
            WRIST + 0.022 * h + 0.7 * across * c, WRIST + reach * h + across * c, radius=0.0135, end_radius=0.0120,
            blend=0.016, mirror=True,
        )  # fmt: skip
    clay.add(
        WRIST + 0.034 * h + 0.024 * c + 0.008 * p,
        WRIST + 0.06 * h + 0.016 * c + 0.006 * p,
        radius=0.0165,
        end_radius=0.011,
        blend=0.016,
        mirror=True,
    )
    root, middle, tip = joints.thumb()
    clay.add(root, middle, radius=0.0130, end_radius=0.0105, blend=0.014, mirror=True)
    clay.add(middle, tip, radius=0.0106, end_radius=0.0086, blend=0.005, mirror=True)
    for name in joints.FINGERS:
        knuckle, middle, tip, r = joints.finger(name)
        clay.add(knuckle, middle, radius=1.08 * r, end_radius=0.98 * r, blend=0.007, mirror=True)
        clay.add(middle, tip, radius=0.97 * r, end_radius=0.82 * r, blend=0.003, mirror=True)
    return clay


def _head() -> Clay:
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
    clay.add((0.0062, 1.5925, 0.1015), radius=(0.0034, 0.0036, 0.0044), blend=0.005, carve=True, mirror=True)
    clay.add(
        (0, 1.5772, 0.0925),
        (0.020, 1.5732, 0.0825),
        radius=(0.006, 0.0052, 0.0052),
        end_radius=0.0028,
        blend=0.010,
        mirror=True,
    )
    clay.add(
        (0, 1.5665, 0.0910),
        (0.018, 1.5702, 0.0825),
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


def _hair() -> Clay:
    clay = Clay()
    clay.add(CROWN, radius=HAIR, blend=0.003)
    clay.add((0, 1.625, -0.058), radius=(0.0770, 0.0700, 0.0640), blend=0.02)
    for k in range(9):
        front = 1.08 - 0.27 * k
        thick = 0.0150 if k < 3 else 0.0120
        _strand(clay, [(24 - 16 * j, front - 0.05 * j) for j in range(7)], thick)
        _strand(clay, [(26 + 13 * j, front - 0.10 * j) for j in range(5)], 0.8 * thick)
    return clay


CROWN, HAIR = np.array([0.0, 1.676, -0.024]), np.array([0.0875, 0.0880, 0.1030])


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
