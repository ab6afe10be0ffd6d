"""What the segments of a horse weigh, as shares of its mass.

After Buchner, Savelberg, Schamhardt & Barneveld, "Inertial properties of Dutch Warmblood horses" (1997), rounded: the
trunk two thirds, head and neck a tenth, a hind leg about 6 %, a front leg about 5.5 %.
"""

from supple.characters.quadruped.joints import ELBOW, FETLOCK, HOCK, STIFLE, WRIST
from supple.characters.segments import Segment
from supple.scene import Joint
from supple.scene.joint import X, Z

DENSITY_OF_SIZE = 130.0
"""Mass over the cube of the height at the withers [kg/m³]."""
BALL = Joint("ball")
HIP = Joint("universal", X, ((-1.0, 1.0), (-0.4, 0.5)), second=Z)

SEGMENTS = {
    "hips": Segment(None, Joint("free"), "spine", 0.235, 0.2, 0.7, 0.23),
    "spine": Segment("hips", BALL, "neck", 0.435, 0.5, 0.35, 0.25),
    "neck": Segment("spine", BALL, "head", 0.058, 0.45, 0.30, 0.13),
    "head": Segment("neck", BALL, "muzzle", 0.042, 0.4, 0.32, 0.09),
    "arm.L": Segment("spine", HIP, "elbow.L", 0.034, 0.3, 0.5, 0.09),
    "elbow.L": Segment("arm.L", ELBOW, "wrist.L", 0.0150, 0.42, 0.28, 0.06),
    "wrist.L": Segment("elbow.L", WRIST, "fetlock.front.L", 0.0040, 0.5, 0.30, 0.035),
    "fetlock.front.L": Segment("wrist.L", FETLOCK, "toe.front.L", 0.0040, 0.55, 0.30, 0.045),
    "leg.L": Segment("hips", HIP, "knee.L", 0.036, 0.42, 0.35, 0.13),
    "knee.L": Segment("leg.L", STIFLE, "hock.L", 0.0140, 0.42, 0.28, 0.07),
    "hock.L": Segment("knee.L", HOCK, "fetlock.hind.L", 0.0055, 0.45, 0.30, 0.038),
    "fetlock.hind.L": Segment("hock.L", FETLOCK, "toe.hind.L", 0.0025, 0.55, 0.30, 0.045),
}
POINTS = {"muzzle": "head", "tail": "hips", "toe.front.L": "fetlock.front.L", "toe.hind.L": "fetlock.hind.L"}
"""Points by the segment that carries them."""
