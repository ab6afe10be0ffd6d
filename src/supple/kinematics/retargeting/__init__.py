"""Motions from one body onto another."""
