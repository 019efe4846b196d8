/**
 * A server of Colyseus: a room keeps a match as schema state and sends each player the changed fields, goals only to their owners.
 * Nothing is stored. Rooms usually send changes every 50 ms; this one sends them at once after each move.
 *
 * usage: node colyseus.js PORT
 */

import { Room, Server } from "@colyseus/core";
import { schema, StateView, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";

import { drawnGoal, emptyShelf, filledBoard, isEmpty, isFull, takeTiles } from "./shelfie.js";

const Player = schema({ shelf: t.array("uint8"), goal: t.uint8().view() }, "Player");
const State = schema({
  board: t.array("uint8"), players: t.array(Player), moves: t.uint16(), over: t.boolean(),
}, "State");

class ShelfieRoom extends Room {
  maxClients = 2;
  patchRate = null;
  state = new State({ players: [new Player(), new Player()] });

  messages = {
    take: ({ sessionId }, { cells, column }) => {
      const { state } = this;
      const seat = this.clients.findIndex((client) => client.sessionId === sessionId);
      const { shelf } = state.players[seat];
      if (state.over || seat !== state.moves % 2 || !takeTiles(state.board, shelf, cells, column)) return;
      if (isEmpty(state.board)) filledBoard().forEach((tile, cell) => { state.board[cell] = tile; });
      state.over = isFull(shelf);
      state.moves++;
      this.broadcastPatch();
    },
    again: () => {
      if (!this.state.over) return;
      this.begin();
      this.broadcastPatch();
    },
  };

  onCreate() {
    this.begin();
  }

  begin() {
    Object.assign(this.state, { board: filledBoard(), moves: 0, over: false });
    for (const player of this.state.players) Object.assign(player, { shelf: emptyShelf(), goal: drawnGoal() });
  }

  onJoin(client) {
    client.view = new StateView();
    client.view.add(this.state.players[this.clients.indexOf(client)]);
  }
}

const server = new Server({ greet: false, transport: new WebSocketTransport() });
server.define("shelfie", ShelfieRoom);
await server.listen(Number(process.argv[2]), "127.0.0.1");
console.log("ready");
