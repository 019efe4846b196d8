/** Absent players: the consequences, when they occur, and the other players' options. */

import { briefly } from "../../clock.js";
import { h, Piece } from "../../dom.js";
import { awaited, isOnline, nameOf, peopleAt } from "../../known.js";
import { ask, known, sit } from "../../server.js";
import { sure } from "../../sure.js";
import { list, t } from "../../words.js";
import { attempt, HEADLINE, request } from "./doing.js";
import { copyButton, linkTo } from "./link.js";

/** @import { AwaySeat, Ballot, ShownTable, WhenAway } from "../../types.d.ts" */

const TICK = 250;
/** @type {Ballot[]} */
const BALLOTS = ["skip", "bot", "end"];

/** The text about absent players, by consequence.
 * @type {{ [then in WhenAway | "go_on"]: string }} */
const SAID = {
  wait: "absence.wait",
  bot: "absence.bot_soon",
  stand_in: "absence.stand_in",
  skip: "absence.skipped",
  lose: "absence.waiting",
  go_on: "absence.waiting_with_bots",
  free: "absence.free",
  nothing: "absence.slow",
};

/** Draw a line for all absent players with the same consequence.
 * @param {ShownTable} table */
export function awayNotices(table) {
  if (table.info.over || table.info.paused) return null;
  const kinds = new Set(table.away.map(({ then }) => then));
  return [...kinds].map((kind) => line(table, kind, table.away.filter(({ then }) => then === kind)));
}

/** @param {ShownTable} table @param {WhenAway} then @param {AwaySeat[]} away */
function line(table, then, away) {
  const seats = away.map(({ seat }) => seat);
  const held = then === "wait" && awaited(table).length > 0;
  const goesOn = then === "lose" && table.info.seats.some((holder) => holder?.bot);
  const elsewhere = then === "wait" && seats.every((seat) => isOnline(known, nameOf(table, seat)));
  const said = elsewhere ? "absence.wait_elsewhere" : SAID[goesOn ? "go_on" : then];
  const what = { names: list(seats.map((seat) => nameOf(table, seat))), count: seats.length };
  /** @type {Countdown} */
  const data = { until: table.awayAt + (away[0].within ?? 0), say: (time) => t(said, { ...what, time }) };
  return h("p.notice.away", { key: `away ${then}`, class: held || then === "lose" ? "warning" : "" },
    h("ludo-countdown", { key: "said", data }),
    then === "wait" && proposals(table),
    then === "wait" && table.seat !== null && votes(table, held));
}

/** Name the others who were the first to propose something.
 * @param {ShownTable} table */
const proposals = (table) =>
  BALLOTS.flatMap((what) => {
    const [first = table.seat] = table.votes[what] ?? [];
    if (first === null || first === table.seat) return [];
    return h("span", { key: `wanted ${what}` }, t("vote.wanted", { name: nameOf(table, first), what: t(`vote.${what}`) }));
  });

/** @param {ShownTable} table @param {boolean} held */
const votes = (table, held) =>
  h("span.votes", { key: "votes" },
    held && ballot(table, "skip", t("vote.skip")),
    ballot(table, "bot", t("vote.bot")),
    ballot(table, "end", t("vote.end")));

/** Draw a button to vote; it shows the count once one player agrees.
 * @param {ShownTable} table @param {Ballot} what @param {string} label */
function ballot(table, what, label) {
  const agreed = table.votes[what] ?? [];
  const present = peopleAt(table.info).filter((one) => one.here).length;
  const vote = () => attempt(HEADLINE, () => ask({ do: "vote", table: table.number, what }));
  const end = async () => {
    if (await sure(t("vote.end.sure"), t("vote.end.what"), t("vote.end"))) await vote();
  };
  return h("button.small", { key: what, "aria-pressed": String(agreed.includes(table.seat)), onclick: what === "end" ? end : vote },
    label, agreed.length > 0 && h("span", { key: "count" }, ` (${t("vote.count", { count: agreed.length, all: present })})`));
}

/** Draw the seats that their players offer to others.
 * @param {ShownTable} table */
export const offers = (table) =>
  table.info.offered.filter((seat) => table.info.seats[seat]).map((seat) =>
    h("p.notice", { key: `offer ${seat}` },
      seat === table.seat ? t("offer.yours") : t("offer.is", { name: nameOf(table, seat) }),
      seat === table.seat && copyButton(linkTo(table), t("menu.copy")),
      seat === table.seat &&
        h("button", { key: "keep", onclick: request(table, HEADLINE, { do: "offer_seat", offered: false }) }, t("offer.end")),
      takeOver(table, seat)));

/** Draw the button to take an offered seat, for visitors who have the table's code.
 * @param {ShownTable} table @param {number} seat */
export function takeOver(table, seat) {
  const code = table.info.code || table.code;
  if (table.seat !== null || !code || !table.info.offered.includes(seat)) return null;
  const take = () => attempt(HEADLINE, () => sit({ do: "take_seat", table: table.number, seat, code }));
  return h("button", { key: "take", onclick: take }, t("absence.sit"));
}

/** A sentence with the remaining time, which counts down automatically.
 * @typedef {{ until: number, say(time: string): string }} Countdown
 * @extends {Piece<Countdown>} */
class CountdownElement extends Piece {
  #timer = 0;

  connectedCallback() {
    super.connectedCallback();
    this.#timer = setInterval(() => this.draw(), TICK);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  /** @param {Countdown} data */
  drawing({ until, say }) {
    return h("span", {}, say(briefly(Math.max(0, until - performance.now()))));
  }
}

customElements.define("ludo-countdown", CountdownElement);
