"""Kinds of bodies, and what they are made of."""
