"""What the segments of a human weigh, as a mechanical skeleton of 24 degrees of freedom.

Masses, centers and radii of gyration: Dempster's as in Winter, "Biomechanics and Motor Control of Human Movement",
table 4.1. What has no joint of its own there (hands, feet) counts with the segment that carries it.
"""

import numpy as np

from supple.characters.human.joints import ELBOW_JOINT, HEIGHT, KNEE_JOINT, PLACES
from supple.characters.segments import Segment
from supple.scene import Joint
from supple.scene.joint import X, Z

BODY_MASS_INDEX = 23.0
"""Mass over the square of the height [kg/m²]."""
HIP = Joint("universal", X, ((-2.1, 0.6), (-0.5, 0.9)), second=Z)
NECK = Joint("hinge", X, (-0.9, 0.9))

SEGMENTS = {
    "hips": Segment(None, Joint("free"), "spine", 0.142, 0.30, 0.90, 0.125),
    "spine": Segment("hips", Joint("ball"), "neck", 0.355, 0.45, 0.33, 0.130),
    "neck": Segment("spine", NECK, "head.top", 0.081, 0.60, 0.30, 0.085),
    "arm.L": Segment("spine", Joint("ball"), "elbow.L", 0.028, 0.436, 0.322, 0.045),
    "elbow.L": Segment("arm.L", ELBOW_JOINT, "hand.L", 0.016 + 0.006, 0.682, 0.468, 0.036),
    "leg.L": Segment("hips", HIP, "knee.L", 0.100, 0.433, 0.323, 0.078),
    "knee.L": Segment("leg.L", KNEE_JOINT, "foot.L", 0.0465 + 0.0145, 0.606, 0.416, 0.052),
}
POINTS = {"head.top": "neck", "hand.L": "elbow.L", "foot.L": "knee.L", "toes.L": "knee.L"}
"""Points by the segment that carries them."""
POINTS_AND_JOINTS = {**PLACES, "head.top": np.array([0.0, HEIGHT, -0.015])}
