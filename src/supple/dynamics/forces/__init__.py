"""What pushes points, as arrays that the one step runs over."""
