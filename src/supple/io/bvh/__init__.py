"""Motion captures as BVH: a hierarchy of joints, then a row of numbers for each frame."""
