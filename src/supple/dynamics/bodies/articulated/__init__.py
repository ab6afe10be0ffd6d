"""Articulated bodies: trees of links on joints, of any form, solved by loops over links."""
