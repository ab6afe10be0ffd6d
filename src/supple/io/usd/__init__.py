"""USD in and out, through Pixar's own library: meshes, skeletons and skins, motion, colors (the extra `usd`)."""
