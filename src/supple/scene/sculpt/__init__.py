"""Bodies of soft shapes that flow into each other: a field of solids, its surface as a mesh, colored regions."""

from supple.scene.sculpt.clay import Clay
from supple.scene.sculpt.contour import contour
from supple.scene.sculpt.modeled import modeled
from supple.scene.sculpt.painting import Region, painted
from supple.scene.sculpt.relaxing import relaxed

__all__ = ["Clay", "Region", "contour", "modeled", "painted", "relaxed"]
