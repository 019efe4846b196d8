/**
 * The part of My Shelfie that both servers play: tiles go from the board into a column of a shelf, and the first full shelf
 * ends the game. Which tiles may be taken together, goals and points are left out, so rules cost next to nothing here.
 */

const CELLS = 29;
const COLUMNS = 5;
const ROWS = 6;
const MOST = 3;
const GOALS = 12;

const dice = (sides) => 1 + Math.floor(Math.random() * sides);

/** Return a board full of tiles, numbered by their kinds. */
export const filledBoard = () => Array.from({ length: CELLS }, () => dice(6));

/** Return a shelf without tiles, as one list, column by column. */
export const emptyShelf = () => Array(COLUMNS * ROWS).fill(0);

export const drawnGoal = () => dice(GOALS);

export const isFull = (shelf) => !shelf.includes(0);

/** Put tiles of the board into a column of the shelf; return whether the move is legal. */
export function takeTiles(board, shelf, cells, column) {
  const legal = Array.isArray(cells) && cells.length >= 1 && cells.length <= MOST
    && new Set(cells).size === cells.length && cells.every((cell) => board[cell] > 0)
    && Number.isInteger(column) && column >= 0 && column < COLUMNS;
  if (!legal) return false;
  const end = (column + 1) * ROWS;
  let place = column * ROWS;
  while (place < end && shelf[place]) place++;
  if (place + cells.length > end) return false;
  for (const cell of cells) {
    shelf[place++] = board[cell];
    board[cell] = 0;
  }
  return true;
}

export const isEmpty = (board) => board.every((tile) => !tile);
