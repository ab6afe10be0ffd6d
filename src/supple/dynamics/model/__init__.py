"""A world as data: `Model` is its structure, `State` the numbers that change, `Workspace` the room to work in."""
