"""A skeleton's mechanics as expressions in minimal coordinates, for spacetime and as the oracle of recursions."""
