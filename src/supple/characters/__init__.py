"""Characters: figures with a skeleton and muscles, for `World` and `Shot` alike."""

from supple.characters.anatomy import Base, KeepOut, Muscle
from supple.characters.carrying import Carrying, Reading
from supple.characters.character import Character
from supple.characters.hopper import hopper
from supple.characters.human import human
from supple.characters.lamp import lamp
from supple.characters.particle import particle
from supple.characters.quadruped import quadruped
from supple.characters.sticks import sticks
from supple.characters.symbolic import SymbolicCharacter
from supple.characters.torques import Torques

__all__ = [
    "Base",
    "Carrying",
    "Character",
    "KeepOut",
    "Muscle",
    "Reading",
    "SymbolicCharacter",
    "Torques",
    "hopper",
    "human",
    "lamp",
    "particle",
    "quadruped",
    "sticks",
]
