/** Friends and other contacts: requests, friends online first, followed and blocked players, and recent opponents. */

import { openAccount } from "../account.js";
import { askContacts, befriend, contactOf } from "../contacts.js";
import { h } from "../dom.js";
import { dress, gameTitle } from "../games/games.js";
import { block } from "../muted.js";
import { personMenu } from "../person.js";
import { go, playerAddress } from "../route.js";
import { ask, changed, known, listen, sit } from "../server.js";
import { day, need, t } from "../words.js";
import { invitations } from "./lobby/inviting.js";
import { attempt, forgetTrouble, troubleAt } from "./table/doing.js";

/** @import { Contact, ContactTable, Opponent } from "../messages.d.ts" */
/** @import { Child, Known } from "../types.d.ts" */

/** The place where invitations report refusals, too. */
const PLACE = "people";

/** @type {Opponent[]} */
let opponents = [];
let ready = false;
let here = false;
/** @type {Promise<unknown> | null} */
let loading = null;

export async function arrive() {
  here = true;
  forgetTrouble();
  loading ??= Promise.all([need("friends"), dress("friends.css")]);
  await loading;
  ready = true;
  load();
}

export function leave() {
  here = false;
}

listen(({ notice }) => {
  if (here && notice === "welcome") load();
});

async function load() {
  changed();
  if (!known.me) return;
  const [told] = await Promise.all([ask({ do: "ask_opponents" }), askContacts()]).catch(() => [null]);
  opponents = told?.opponents ?? [];
  changed();
}

export const title = () => t("friends");

/** @param {() => Promise<unknown>} what */
const act = (what) => attempt(PLACE, what);

/** @param {Known} known */
export function draw(known) {
  if (!ready) return h("section.friends", { key: "friends" });
  const contacts = [...known.contacts.values()].sort(inOrder);
  const friends = contacts.filter(({ friendship }) => friendship === "friends");
  return h("section.friends", { key: "friends" },
    h("h1", {}, t("friends")),
    known.kept ? adding() : guest(),
    troubleAt(PLACE),
    group("asks", contacts.filter(({ friendship }) => friendship === "asks").map((one) => row(one.name, answers(one)))),
    group("friends", friends.map((one) => row(one.name, [where(one), one.online && invitations(one.name, known)])), known.kept && t("friends.none")),
    group("asked", contacts.filter(({ friendship }) => friendship === "asked").map((one) => row(one.name, withdraw(one)))),
    group("followed", contacts.filter(({ followed, friendship }) => followed && friendship !== "friends").map((one) => row(one.name, where(one)))),
    group("opponents", opponents.map(met)),
    group("blocked", contacts.filter(({ blocked }) => blocked).map((one) => row(one.name, unblock(one)))));
}

/** Sort by presence, then by name.
 * @param {Contact} one @param {Contact} other */
const inOrder = (one, other) => Number(other.online) - Number(one.online) || one.name.localeCompare(other.name);

const guest = () =>
  h("p.notice", { key: "guest" }, h("span", {}, t("friends.guest")), " ",
    h("button.small", { onclick: () => openAccount() }, t("friends.guest.do")));

/** Draw the form that sends a friend request by name. */
function adding() {
  /** @param {SubmitEvent & { target: HTMLFormElement }} event */
  const submit = (event) => {
    event.preventDefault();
    const form = event.target;
    act(async () => {
      await befriend(String(new FormData(form).get("name")).trim());
      form.reset();
    });
  };
  return h("form.row", { key: "adding", onsubmit: submit },
    h("label", { for: "friend-name" }, t("friends.add")),
    h("input", { id: "friend-name", name: "name", required: true, maxlength: 30, autocomplete: "off" }),
    h("button", {}, t("friends.add.do")));
}

/** Draw a group, or the sentence that replaces it if it is empty.
 * @param {string} kind @param {Child[]} rows @param {Child} none */
function group(kind, rows, none = null) {
  if (!rows.length && !none) return null;
  return h("section.panel", { key: kind, "aria-labelledby": `friends-${kind}` },
    h("h2", { id: `friends-${kind}` }, t(`friends.of.${kind}`)),
    rows.length ? h("ul", {}, rows) : h("p.faint", {}, none));
}

/** Draw a player with the available actions.
 * @param {string} name @param {Child} inside */
const row = (name, inside) =>
  h("li", { key: name }, h("a", { key: "name", href: playerAddress(name) }, name), inside, personMenu(name, { act }));

/** Draw whether a contact is online, and the tables where they play.
 * @param {Contact} contact */
const where = ({ name, online, tables }) => [
  h("span.chip", { key: "online", class: online && "online" }, t(online ? "friends.online" : "friends.offline")),
  ...tables.map((table) => place(name, table)),
];

/** @param {string} name @param {ContactTable} at */
function place(name, { table, game, free, started, watchable }) {
  const text = t("friends.at", { game: gameTitle(game), number: table });
  const join = () => act(async () => {
    const info = await sit({ do: "join_table", table });
    go(`/table/${info.table}`);
  });
  const mine = known.own.has(table);
  return h("span.row", { key: `table ${table}` },
    h("span.faint", {}, text),
    free && h("button.small.primary", { key: "join", "aria-label": t("friends.join.at", { name, number: table }), onclick: join }, t("friends.join")),
    (mine || (watchable && started)) &&
      h("a.button.small", { key: "watch", href: `/table/${table}`, "aria-label": t("friends.watch.at", { name, number: table }) },
        t(mine ? "friends.back" : "friends.watch")));
}

/** @param {Contact} contact */
const answers = ({ name }) => h("span.row", { key: "answers" },
  h("button.small.primary", { key: "yes", onclick: () => act(() => befriend(name)) }, t("friends.accept"), of(name)),
  h("button.small", { key: "no", onclick: () => act(() => befriend(name, false)) }, t("friends.decline"), of(name)));

/** @param {Contact} contact */
const withdraw = ({ name }) =>
  h("button.small", { key: "withdraw", onclick: () => act(() => befriend(name, false)) }, t("friends.withdraw"), of(name));

/** @param {Contact} contact */
const unblock = ({ name }) =>
  h("button.small", { key: "unblock", onclick: () => act(() => block(name, false)) }, t("friends.unblock"), of(name));

/** Add a name for screen readers.
 * @param {string} name */
const of = (name) => h("span.unseen", {}, ` ${name}`);

/** Draw a recent opponent.
 * @param {Opponent} opponent */
function met({ name, game, at, account, online }) {
  const contact = contactOf(name);
  const isNew = known.kept && account && !contact?.friendship && !contact?.blocked;
  return row(name, [
    h("span.chip", { key: "online", class: online && "online" }, t(online ? "friends.online" : "friends.offline")),
    h("span.faint", { key: "last" }, t("friends.met", { game: gameTitle(game), when: day(at) })),
    isNew && h("button.small", { key: "add", onclick: () => act(() => befriend(name)) }, t("friends.add.do"), of(name)),
    online && !contact?.blocked && invitations(name, known),
  ]);
}
