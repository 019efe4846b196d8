/** The 132 tiles, the living room and the twelve patterns, as data: the rules themselves stay on the server. */

/** @import { Kind, Pattern } from "./types.d.ts" */

export const KINDS = ["cat", "book", "game", "frame", "trophy", "plant"];
/** Kinds as the server writes them. @type {{ [letter in Kind]: string }} */
export const LETTERS = { C: "cat", B: "book", G: "game", F: "frame", T: "trophy", P: "plant" };
/** Pictures of each kind. */
export const PICTURES = 3;
export const SIDE = 9;
export const ROWS = 6;
export const COLUMNS = 5;
/** Maximum number of tiles in a move. */
export const LONGEST = 3;

const OF_A_KIND = 22;
const SECOND = 8;
const THIRD = 15;

// The smallest number of players with which a cell is used; a dot is not a cell.
const LAYOUT = `
  . . . 3 4 . . . .
  . . . 2 2 4 . . .
  . . 3 2 2 2 3 . .
  . 4 2 2 2 2 2 2 3
  4 2 2 2 2 2 2 2 4
  3 2 2 2 2 2 2 4 .
  . . 3 2 2 2 3 . .
  . . . 4 2 2 . . .
  . . . . 4 3 . . .`.trim().split("\n").map((row) => row.trim().split(" "));

/** Return the kind of a tile.
 * @param {number} tile */
export const kindOf = (tile) => KINDS[Math.floor(tile / OF_A_KIND)];

/** Return which of the three pictures of its kind a tile shows.
 * @param {number} tile */
export const pictureOf = (tile) => (tile % OF_A_KIND >= THIRD ? 3 : tile % OF_A_KIND >= SECOND ? 2 : 1);

/** Return the rows of the living room for a number of players, each with the columns in use.
 * @param {number} players */
export const room = (players) =>
  LAYOUT.map((row) => row.flatMap((fewest, column) => (Number(fewest) <= players ? [column] : [])));

/** An example of each common goal.
 * @type {{ [goal: string]: Pattern }} */
export const PATTERNS = {
  1: { key: "two_squares", sign: "=", rows: [".....", ".....", ".....", "...bb", "aa.bb", "aa..."] },
  2: { key: "two_columns_all_different", sign: "≠", rows: [".a.b.", ".a.b.", ".a.b.", ".a.b.", ".a.b.", ".a.b."] },
  3: { key: "four_groups_of_four", sign: "=", rows: [".....", "a..d.", "a..dd", "ab.d.", "abbcc", ".b.cc"] },
  4: { key: "six_pairs", sign: "=", rows: [".....", "e....", "e..ff", "a.c..", "a.c.d", "bb..d"] },
  5: { key: "three_columns_max_three", sign: "≤3", rows: ["a.b.c", "a.b.c", "a.b.c", "a.b.c", "a.b.c", "a.b.c"] },
  6: { key: "two_rows_all_different", sign: "≠", rows: [".....", ".....", "aaaaa", ".....", "bbbbb", "....."] },
  7: { key: "four_rows_max_three", sign: "≤3", rows: [".....", "aaaaa", "bbbbb", ".....", "ccccc", "ddddd"] },
  8: { key: "four_corners", sign: "=", rows: ["a...a", ".....", ".....", ".....", ".....", "a...a"] },
  9: { key: "eight_alike", sign: "=", rows: [".....", ".a.a.", "...a.", "a...a", ".a...", "a..a."] },
  10: { key: "x_shape", sign: "=", rows: [".....", ".....", ".a.a.", "..a..", ".a.a.", "....."] },
  11: { key: "diagonal", sign: "=", rows: [".....", "a....", ".a...", "..a..", "...a.", "....a"] },
  12: { key: "staircase", sign: "", rows: [".....", "a....", "aa...", "aaa..", "aaaa.", "aaaaa"] },
};
