/**
 * Matches of two at a server of boardgame.io or Colyseus, through the clients of each framework: a player moves, both hear of it,
 * the other one moves. After a game, the same two play another one over the same connections.
 *
 * Prints `begin` when all matches have run for a while, and `end` some seconds later. Then it prints a line of JSON: the seconds that
 * each move took until both had heard of it, the seconds of CPU of this process, and the bytes that it received.
 *
 * usage: node load.js boardgame|colyseus PORT MATCHES SECONDS
 */

import diagnostics from "node:diagnostics_channel";
import { setTimeout as sleep } from "node:timers/promises";

import { Client as ColyseusClient } from "@colyseus/sdk";
import { Client as BoardgameClient, LobbyClient } from "boardgame.io/dist/cjs/client.js";
import { SocketIO } from "boardgame.io/dist/cjs/multiplayer.js";

const [peer, port, matches, seconds] = process.argv.slice(2);
const server = `http://127.0.0.1:${port}`;
const SEATS = [0, 1];
const ROWS = 6;
/** Seconds in which all matches must begin, and then until Node has compiled the code that runs often. */
const BEGIN = 60;
const WARM = 2;

/** Two players of one server: `heard(seat, moves, board, over)` is called for every state that one of them receives. */
class BoardgamePair {
  #lobby = new LobbyClient({ server });
  #clients;

  constructor(heard) {
    this.heard = heard;
  }

  /** Open a match, and move both clients to it. */
  async begin() {
    const { matchID } = await this.#lobby.createMatch("shelfie", { numPlayers: 2 });
    const credentials = [];
    for (const seat of SEATS) { // one after the other: stored in files, simultaneous joins overwrite each other
      const player = { playerID: String(seat), playerName: String(seat) };
      credentials.push((await this.#lobby.joinMatch("shelfie", matchID, player)).playerCredentials);
    }
    if (!this.#clients) this.#clients = SEATS.map((seat) => this.#client(seat, matchID, credentials[seat]));
    else this.#clients.forEach((client, seat) => {
      client.updateCredentials(credentials[seat]);
      client.updateMatchID(matchID);
    });
  }

  #client(seat, matchID, credentials) {
    const client = BoardgameClient({
      // With `client: false`, players do not see their own moves before the server has answered.
      game: { name: "shelfie", moves: { take: { move: () => {}, client: false } } },
      multiplayer: SocketIO({ server, socketOpts: { transports: ["websocket"] } }),
      playerID: String(seat), matchID, credentials, debug: false,
    });
    client.subscribe((state) => state && this.heard(seat, state._stateID, state.G.board, state.ctx.gameover));
    client.start();
    return client;
  }

  move(seat, cells, column) {
    this.#clients[seat].moves.take(cells, column);
  }
}

/** The same for Colyseus. */
class ColyseusPair {
  #client = new ColyseusClient(server);
  #rooms;

  constructor(heard) {
    this.heard = heard;
  }

  /** Open a room, or let the room begin another game. */
  async begin() {
    if (this.#rooms) {
      this.#rooms[0].send("again");
      return;
    }
    const first = this.#listen(0, await this.#client.create("shelfie"));
    this.#rooms = [first, this.#listen(1, await this.#client.joinById(first.roomId))];
  }

  #listen(seat, room) {
    room.onStateChange(({ moves, board, over }) => this.heard(seat, moves, board, over));
    return room;
  }

  move(seat, cells, column) {
    this.#rooms[seat].send("take", { cells, column });
  }
}

const Pair = { boardgame: BoardgamePair, colyseus: ColyseusPair }[peer];
const waits = [];
let running = 0;

/** Let two players play endlessly; both fill their shelves column by column, with the first tile on the board. */
function play() {
  const heard = [-1, -1];
  let begun = false;
  let sent;
  const pair = new Pair((seat, moves, board, over) => {
    if (moves !== heard[seat] + 1) return; // not about a new move
    heard[seat] = moves;
    if (heard[1 - seat] !== moves) return;
    if (moves) waits.push(performance.now() - sent);
    if (moves && !begun) {
      begun = true;
      running++;
    }
    if (over) {
      heard.fill(-1);
      pair.begin();
      return;
    }
    sent = performance.now();
    pair.move(moves % 2, [board.findIndex((tile) => tile)], Math.floor(moves / 2 / ROWS));
  });
  pair.begin();
}

const sockets = [];
diagnostics.subscribe("net.client.socket", ({ socket }) => sockets.push(socket));

function used() {
  const { user, system } = process.cpuUsage();
  return { cpu: (user + system) / 1e6, received: sockets.reduce((bytes, socket) => bytes + socket.bytesRead, 0) };
}

// Neither server answers a move that it rejects, so a mistake would stop its match for good.
const late = setTimeout(() => { throw new Error("the matches did not begin"); }, BEGIN * 1000);
for (let match = 0; match < matches; match++) play();
while (running < matches) await sleep(20);
clearTimeout(late);
await sleep(WARM * 1000);
console.log("begin");
const before = used();
waits.length = 0;
await sleep(seconds * 1000);
console.log("end");
const after = used();
const measured = {
  waits: waits.map((wait) => wait / 1000),
  cpu: after.cpu - before.cpu,
  received: after.received - before.received,
};
process.stdout.write(`${JSON.stringify(measured)}\n`, () => process.exit());
