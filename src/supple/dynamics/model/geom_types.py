"""Types of shapes, by the numbers that arrays have for them."""

PLANE, SPHERE, CAPSULE, BOX, CYLINDER, HULL, MESH, CLOUD = range(8)
"""A plane is the half space below y = 0 of its frame; capsules and cylinders lie along y. A mesh is
triangles that stand still; a cloud is not convex, and meets others with points and distances."""
