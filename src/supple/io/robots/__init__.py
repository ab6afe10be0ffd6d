"""Robots and articulated figures as skeletons: MJCF through MuJoCo's compiler, URDF."""
