/** The connection to the server: a WebSocket that reconnects automatically, and requests with ids. */

import { read } from "./words.js";

/** @import { Answer, Asked, Heard, Notice, Request, Requests } from "./types.d.ts" */

const PAUSES = [300, 600, 1200, 2500, 5000];
const HANDSHAKES = [2500, 2500, 5000, 10_000, 20_000]; // a hung node accepts connections but completes no handshake
const LONGEST_SILENCE = 10_000;
const MISSED = 2.4; // heartbeats
const CHECK = 250;
const FINAL = new Set(["house/taken_over", "house/left", "house/kicked", "house/banned"]);

/** A refusal from the server, with its code. */
export class Refused extends Error {
  /** @param {{ code: string, detail: string }} notice */
  constructor(notice) {
    super(notice.detail);
    this.code = notice.code;
  }
}

/** Return a caught refusal; throw any other error again.
 * @param {unknown} error */
export function refusalOf(error) {
  if (error instanceof Refused) return error;
  throw error;
}

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  #tries = 0;
  /** Pending requests by id, which determines the type of the answer. @type {Map<string, {
   *   request: Request & { id: string }, resolve: (answer: any) => void, reject: (why: Refused) => void, answered?: boolean,
   * }>} */
  #asked = new Map();
  #timer = 0;
  #silence = 0;
  #longest = Infinity; // known from the first heartbeat: older servers send none
  #heardAt = 0;
  #ended = false;
  #hear;
  #greet;

  /** `hear` is called with every notice, and with changes to the connection itself as `{notice: "connection", open, ended}`.
   * `greet` is called whenever the connection opens, to log in; unanswered requests are sent again afterwards.
   * @param {(notice: Heard) => void} hear @param {() => Promise<boolean>} greet */
  constructor(hear, greet) {
    this.#hear = hear;
    this.#greet = greet;
    addEventListener("online", () => this.#again(0));
    addEventListener("offline", () => this.#drop());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return;
      this.#check();
      this.#again(0);
    });
    setInterval(() => this.#check(), CHECK);
  }

  get open() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  connect() {
    this.#ended = false;
    clearTimeout(this.#timer);
    const socket = new WebSocket(new URL("/ws?heartbeat", location.href.replace(/^http/, "ws")));
    this.#socket = socket;
    this.#heardAt = performance.now();
    this.#longest = HANDSHAKES[Math.min(this.#tries, HANDSHAKES.length - 1)];
    socket.onopen = async () => {
      this.#longest = Infinity;
      const before = [...this.#asked.values()];
      this.#tries = 0;
      this.#hear({ notice: "connection", open: true });
      const greeted = await this.#greet();
      for (const { request, answered } of before) {
        if (greeted && request.do === "enter") this.#asked.delete(request.id); // the greeting has already done it
        else if (!answered) this.#say(request);
      }
    };
    socket.onmessage = (message) => {
      if (this.#socket === socket) this.#heard(read(message.data));
    };
    socket.onclose = () => this.#socket === socket && this.#closed();
  }

  #closed() {
    clearTimeout(this.#silence);
    this.#silence = 0;
    this.#socket = null;
    this.#hear({ notice: "connection", open: false, ended: this.#ended });
    if (!this.#ended) this.#again(PAUSES[Math.min(this.#tries++, PAUSES.length - 1)]);
  }

  /** @param {number} pause */
  #again(pause) {
    if (this.#ended || this.#socket) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.connect(), pause * (0.75 + Math.random() / 2));
  }

  /** Abandon a connection that no longer answers, because waiting for it to close may take minutes. */
  #drop() {
    const socket = this.#socket;
    if (!socket) return;
    this.#closed();
    socket.close();
  }

  /** Drop a connection that misses heartbeats or does not open. */
  #check() {
    if (this.#socket && performance.now() - this.#heardAt > this.#longest) this.#drop();
  }

  /** Send a request and return its answer; throw a `Refused`. The request survives lost connections and runs once.
   * @template {keyof Requests} What @param {Asked<What>} request @returns {Promise<Answer<What>>} */
  ask(request) {
    const id = request.id ?? crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    return new Promise((resolve, reject) => {
      const said = { ...request, id };
      this.#asked.set(id, { request: said, resolve, reject });
      if (this.open) this.#say(said);
    });
  }

  /** @param {Request} request */
  #say(request) {
    if (!this.open) return;
    this.#socket?.send(JSON.stringify(request));
    this.#silence ||= setTimeout(() => this.#drop(), LONGEST_SILENCE);
  }

  /** @param {Notice | { notice: "heartbeat", seconds: number }} notice */
  #heard(notice) {
    this.#heardAt = performance.now();
    clearTimeout(this.#silence);
    this.#silence = 0;
    if (notice.notice === "heartbeat") {
      this.#longest = notice.seconds * 1000 * MISSED;
      return;
    }
    if (notice.notice === "farewell") this.#ended = FINAL.has(notice.code);
    this.#hear(notice);
    const id = ("request" in notice && notice.request) || "";
    const asked = this.#asked.get(id);
    if (!asked) return;
    asked.answered = true;
    this.#asked.delete(id);
    if (notice.notice === "refused") asked.reject(new Refused(notice));
    else asked.resolve(notice);
  }
}
