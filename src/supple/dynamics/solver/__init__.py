"""Impulses: rows in whitened velocities, and what solves them, by islands."""
