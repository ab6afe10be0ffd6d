"""Small dense algebra, the skyline factor, and symmetric eigenvalues, as kernels."""
