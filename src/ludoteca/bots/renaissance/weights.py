"""How much everything counts that a table is valued by: in thousandths, times in tenths of rounds.

Chosen by letting bots of different weights play each other, or Lorenzo; `docs/bots.md` tells how.
"""

NEAR_STEPS, HOPE_STEPS, SHORT_STEPS = 9, 5, 6
POINT, CARD_WORTH, TRACK_WORTH, TILE_SAFE, TILE_STEP, TILE_FAR = range(6)
ENGINE, BUSY_ENGINE, MAKING, PAYING, BLESSING, SPARE, SECOND_TARGET = range(6, 13)
EMPTY = 13  # by depot
SLACK, DISCARD, RIVALS, AHEAD = range(16, 20)
ABILITY = 20  # by ability
CARD_TIME, STEP_TIME, CROSS_TIME = range(24, 27)
NEAR = 27  # by resources missing
HOPE = NEAR + NEAR_STEPS  # by cards missing
SHORT = HOPE + HOPE_STEPS  # by resources missing
READY = SHORT + SHORT_STEPS
WEIGHT_COUNT = READY + 1

MATCH = (
    *(640, 519, 878, 1326, 159, 18),
    *(222, 171, 398, 519, 776, 215, 182),
    *(274, 125, 118, 38, 609, 1435, 4437),
    *(278, 31, 192, 94),
    *(10, 3, 15),
    *(784, 382, 301, 244, 216, 290, 220, 191, 157),
    *(749, 621, 428, 125, 87),
    *(603, 1104, 395, 525, 365, 230),
    623,
)
"""Against other players."""
ALONE = (
    *(217, 1121, 1741, 3334, 326, 14),
    *(223, 63, 157, 520, 1704, 108, 211),
    *(77, 95, 159, 63, 418, 784, 3730),
    *(99, 82, 202, 91),
    *(20, 9, 4),
    *(555, 260, 168, 181, 126, 145, 197, 125, 97),
    *(1113, 573, 712, 112, 114),
    *(898, 860, 978, 589, 520, 350),
    300,
)
"""Against Lorenzo."""
