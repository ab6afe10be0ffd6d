"""Operators: curve in, curve out; `methods` is how a track offers them."""
