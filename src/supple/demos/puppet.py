"""A marionette is carried in, waves, is kicked, sits down, and then its strings let it go."""

import supple
from supple.dynamics import Point, Seam
from supple.dynamics.legacy.figure import Figure
from supple.dynamics.legacy.liveliness import Pendant, life

CARRIED, SEATED, LET_GO = (0.2, 1.5), (7.0, 8.1), (8.3, 9.6)
"""From when to when the strings carry it in, lower it, and fade [s]."""
LEAD, PREROLL, SLACK = 4.7, 0.5, (6.0, 6.4)
"""When the hand begins to be led, how long it is fetched before, and from when to when it is let go [s]."""
KICK = 6.6
"""When its foot is kicked [s]."""
SECONDS, SHORT = 11.0, {"seconds": 6.5}
STRINGS = {"head.top": 1.0, "torso.left": 0.46, "torso.right": 0.46}
"""Where the strings are tied, and how strongly each holds."""
WOOD = supple.materials.wobble(hz=28, settle=0.3, volume=1, density=600, friction=0.5)
"""What its limbs are made of: hard to the eye, while the quickest strain of the thinnest, which nobody sees, turns by
1.3 rad in a millisecond; steps can follow up to 2."""
AIR = 2.4
"""What slows limbs down [1/s]: they swing to and fro a time or two."""


def demo(step: float = 1 / 1920, seconds: float = SECONDS) -> supple.Take:
    """Control points switched on and off with preroll, an impulse, then let go (Witkin & Welch 1990, §4.1)."""
    world = supple.World(drag=AIR, step=step, collide=False)
    puppet = world.add(supple.models.marionette(), material=WOOD, hung="head", at=(-0.7, 0.12, 0))
    for name, strength in STRINGS.items():
        _tied(world, puppet.point(name), strength)
    hand, foot, head = puppet.point("hand.L"), puppet.point("foot.R"), puppet.point("head.top")
    lead = world.follow(hand, _wave(world.position(hand)), start=LEAD, preroll=PREROLL, after="release")
    lead.strength = supple.keys({SLACK[0]: 1, SLACK[1]: 0})
    world.at(KICK, lambda: world.kick(foot, (0, 0.6, 2.2)))
    gauge = supple.dynamics.Gauge(world)
    fetched = [Seam(world, hand, moment) for moment in (LEAD - PREROLL, LEAD)]
    moments = (hand, SLACK[0]), (hand, SLACK[1]), (head, LET_GO[0])
    freed = [Seam(world, point, moment) for point, moment in moments if moment < seconds]
    take = world.run(seconds, name="puppet").with_path_of(hand)
    words = {
        0.1: "hanging", 0.65: "carried in", 1.8: "legs swing past", 4.2: "still", 5.1: "hand up", 5.45: "wave",
        6.2: "let the hand go", 6.8: "a kick", 7.6: "down", 8.2: "seated", 8.9: "strings let go", SECONDS: "at rest",
    }  # fmt: skip
    return take.with_notes(words)[:seconds].with_report(
        **gauge.report(),
        preroll_speed_jump=max(seam.speed_jump for seam in fetched),
        handover_position_jump=max(seam.position_jump for seam in freed),
        handover_speed_jump=max(seam.speed_jump for seam in freed),
        **life(take[: LEAD - PREROLL], _limbs(puppet), led=CARRIED, still=CARRIED[1]),
    )


def _tied(world: supple.World, point: Point, strength: float) -> None:
    """A string from a point to the bar above, which carries it in and lowers it, and fades in the end."""
    rest, here, seat = (0, 0, 0), (0.7, 0, 0), (0.7, -0.45, -0.2)
    places = {0: rest, CARRIED[0]: rest, sum(CARRIED) / 2: (0.35, 0.05, 0), CARRIED[1]: here}
    bar = supple.keys({**places, SEATED[0]: here, SEATED[1]: seat, LET_GO[1]: seat}, interpolate="monotone")
    string = world.follow(point, bar.translate(world.position(point)), after="release")
    string.strength = supple.keys({LET_GO[0]: strength, LET_GO[1]: 0})


def _wave(hand: supple.arrays.Array) -> supple.Track:
    """Out to the side, up, and to and fro, from where the hand hangs at first."""
    side, up, down = (hand + by for by in ((0.86, 0.16, 0.14), (0.8, 0.42, 0.12), (0.68, 0.36, 0.16)))
    return supple.keys({0: side, 0.4: up, 0.75: down, 1.1: up, 1.45: down, 1.8: up})


def _limbs(puppet: Figure) -> dict[str, Pendant]:
    """What hangs on it: from hips to feet, from chest to hands, all led by the head."""
    head, ends = puppet.point("head.top"), {"leg": ("pelvis", "foot"), "arm": ("torso", "hand")}
    return {
        f"{limb}_{side}": Pendant(head, puppet.point(pivot), puppet.point(f"{tip}.{side}"))
        for limb, (pivot, tip) in ends.items()
        for side in "LR"
    }
