"""Weights of the evaluation, in thousandths; times are in tenths of rounds.

Tuned by playing bots of different weights against each other, or against Lorenzo (see
`docs/bots.md`).
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
    *(681, 375, 490, 950, 72, 1),
    *(292, 101, 273, 241, 469, 360, 146),
    *(401, 237, 173, 32, 400, 1252, 3479),
    *(846, 58, 683, 264),
    *(9, 1, 17),
    *(438, 193, 96, 76, 57, 68, 71, 61, 45),
    *(610, 348, 244, 178, 61),
    *(1489, 1434, 176, 253, 322, 210),
    821,
)
"""Against other players."""
ALONE = (
    *(186, 278, 1864, 3152, 496, 12),
    *(496, 26, 22, 199, 1894, 51, 305),
    *(256, 117, 84, 26, 578, 459, 2695),
    *(71, 38, 103, 359),
    *(33, 9, 4),
    *(495, 144, 90, 87, 55, 59, 81, 75, 56),
    *(1236, 563, 636, 139, 211),
    *(1156, 791, 1156, 264, 477, 274),
    347,
)
"""Against Lorenzo."""
