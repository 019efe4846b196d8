/**
 * A server of boardgame.io: the framework keeps the turn, checks credentials and sends each player the state after a move, without
 * the other's goal. Matches are kept in memory, or in files if a folder is given. Files are written after players have heard
 * of the move and never synced, so a crash can lose moves, and a power cut can lose matches.
 *
 * usage: node boardgame.js PORT [FOLDER]
 */

import core from "boardgame.io/dist/cjs/core.js";
import boardgame from "boardgame.io/dist/cjs/server.js";

import { drawnGoal, emptyShelf, filledBoard, isEmpty, isFull, takeTiles } from "./shelfie.js";

const [port, folder] = process.argv.slice(2);

const shelfie = {
  name: "shelfie",
  setup: () => ({
    board: filledBoard(),
    players: { 0: { shelf: emptyShelf(), goal: drawnGoal() }, 1: { shelf: emptyShelf(), goal: drawnGoal() } },
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    take({ G, playerID }, cells, column) {
      if (!takeTiles(G.board, G.players[playerID].shelf, cells, column)) return core.INVALID_MOVE;
      if (isEmpty(G.board)) G.board = filledBoard();
    },
  },
  endIf: ({ G }) => Object.values(G.players).some(({ shelf }) => isFull(shelf)),
  playerView: ({ G, playerID }) => ({
    ...G,
    players: Object.fromEntries(Object.entries(G.players).map(
      ([seat, { shelf, goal }]) => [seat, seat === playerID ? { shelf, goal } : { shelf }],
    )),
  }),
};

const server = boardgame.Server({
  games: [shelfie],
  origins: [boardgame.Origins.LOCALHOST],
  ...folder && { db: new boardgame.FlatFile({ dir: folder }) },
});
server.run(Number(port), () => console.log("ready"));
