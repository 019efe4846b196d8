/** Actions on another player: message, mute, block, report; for table owners also mute and remove. */

import { befriend, contactOf, follow } from "./contacts.js";
import { h, patch } from "./dom.js";
import { Kept } from "./kept.js";
import { peopleAt } from "./known.js";
import { closing } from "./menu.js";
import { block, isBlocked, isMuted, mute } from "./muted.js";
import { playerAddress } from "./route.js";
import { ask, askAt, changed, known } from "./server.js";
import { sure } from "./sure.js";
import { t } from "./words.js";

/** @import { Child, ShownTable, Table } from "./types.d.ts" */

const LONGEST = 500;

/** Runs an action that may be refused.
 * @typedef {(what: () => Promise<unknown>) => Promise<unknown>} Attempt
 * @typedef {{ act: Attempt, table?: ShownTable | null, me?: string, whisper?: (() => void) | null }} Met */

/** Draw the actions on a player; `table` is the table shown, if any.
 * @param {string} name @param {Met} met */
export function personActs(name, { act, table = null, me = "", whisper = null }) {
  const muted = isMuted(name);
  const blocked = isBlocked(name);
  return [
    h("a.button.small", { key: "page", href: playerAddress(name) }, t("person.page", { name })),
    known.kept && name !== known.me && !blocked && relating(name, act),
    whisper && h("button.small", { key: "whisper", onclick: whisper }, t("chat.whisper", { name })),
    !blocked && h("button.small", { key: "mute", onclick: () => act(() => mute(name, !muted)) },
      t(muted ? "chat.hear" : "chat.mute", { name })),
    h("button.small", { key: "block", onclick: () => act(() => toggleBlock(name, !blocked)) },
      t(blocked ? "person.unblock" : "person.block", { name })),
    h("button.small", { key: "report", onclick: () => act(() => report(name, table)) }, t("person.report", { name })),
    table && isMine(table, me) && ordering(table, name, act),
  ];
}

/** Name the action on a friendship, by its state. */
const FRIENDSHIPS = { "": "person.befriend", asked: "person.withdraw", asks: "person.accept", friends: "person.unfriend" };

/** Draw the actions that need accounts.
 * @param {string} name @param {Attempt} act */
function relating(name, act) {
  const { friendship = "", followed = false } = contactOf(name) ?? {};
  const wanted = friendship === "" || friendship === "asks";
  return [
    h("button.small", { key: "friend", onclick: () => act(() => befriend(name, wanted)) }, t(FRIENDSHIPS[friendship], { name })),
    friendship !== "friends" &&
      h("button.small", { key: "follow", onclick: () => act(() => follow(name, !followed)) },
        t(followed ? "person.unfollow" : "person.follow", { name })),
  ];
}

const kept = new Kept();
/** @type {Set<string>} */
const opened = new Set();

/** Draw these actions as a small menu beside a name, empty until it is first opened.
 * @param {string} name @param {Met} met */
export const personMenu = (name, met) =>
  (opened.has(name) ? menu(name, personActs(name, met)) : kept.get(name, "", () => menu(name)));

/** @param {string} name @param {Child} acts */
const menu = (name, acts = null) =>
  h("details.menu.person", { key: `menu ${name}`, ...closing },
    h("summary", { onclick: () => fill(name) }, h("span.unseen", {}, t("person.menu", { name }))),
    h("div.card", {}, acts));

/** @param {ShownTable} table @param {string} me */
const isMine = (table, me) => !table.info.over && table.info.owner.toLowerCase() === me.toLowerCase();

/** Draw the owner's actions on a spectator, on a player before the start, and on an absent player.
 * @param {ShownTable} table @param {string} name @param {Attempt} act */
export function ordering(table, name, act) {
  const holder = peopleAt(table.info).find((one) => one.name === name);
  const release = holder && !holder.here &&
    h("button.small", { key: "release", onclick: () => act(() => releaseSeat(table, name)) }, t("owner.release", { name }));
  if (holder && table.info.started) return [release];
  const muted = table.muted.includes(name.toLowerCase());
  return [
    h("button.small", { key: "silence", onclick: () => act(() => askAt(table, { do: "silence", name, muted: !muted })) },
      t(muted ? "owner.unmute" : "owner.mute", { name })),
    h("button.small", { key: "remove", onclick: () => act(() => remove(table, name)) }, t("owner.remove", { name })),
    release,
  ];
}

/** @param {ShownTable} table @param {string} name */
async function remove(table, name) {
  const agreed = await sure(t("owner.remove.sure", { name }), t("owner.remove.what", { name }), t("owner.remove.yes"), t("cancel"));
  if (agreed) await askAt(table, { do: "remove", name });
}

/** @param {ShownTable} table @param {string} name */
async function releaseSeat(table, name) {
  const agreed = await sure(t("owner.release.sure", { name }), t("owner.release.what", { name }), t("owner.release.yes"), t("cancel"));
  if (agreed) await askAt(table, { do: "release_seat", name });
}

/** @param {string} name @param {boolean} blocked */
async function toggleBlock(name, blocked) {
  const agreed = !blocked ||
    (await sure(t("person.block.sure", { name }), t("person.block.what"), t("person.block.yes"), t("cancel")));
  if (agreed) await block(name, blocked);
}

/** Ask for a description, and report the player to the operator.
 * @param {string} name @param {Table | null} table */
async function report(name, table) {
  const text = await written(t("person.report.title", { name }), t("person.report.what"), t("person.report.send"));
  if (!text) return;
  await ask({ do: "report", name, text, table: table?.number ?? null });
  await sure(t("person.report.sent"), t("person.report.thanks"), t("person.report.ok"), "");
}

/** Ask for a text in a dialog; return "" if it was closed.
 * @param {string} title @param {string} what @param {string} yes @returns {Promise<string>} */
function written(title, what, yes) {
  const dialog = document.createElement("dialog");
  dialog.className = "sure card";
  dialog.setAttribute("aria-labelledby", "written-title");
  patch(dialog,
    h("form", { method: "dialog", onsubmit: () => dialog.close("yes") },
      h("h2", { id: "written-title" }, title),
      h("label", { for: "written-text" }, what),
      h("textarea", { id: "written-text", rows: 4, maxlength: LONGEST, required: true, autofocus: true }),
      h("div.row", {},
        h("button", { type: "button", onclick: () => dialog.close("no") }, t("cancel")),
        h("button.primary", {}, yes))));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      const text = dialog.querySelector("textarea")?.value.trim() ?? "";
      dialog.remove();
      resolve(dialog.returnValue === "yes" ? text : "");
    });
  });
}

/** @param {string} name */
function fill(name) {
  if (opened.has(name)) return;
  opened.add(name);
  changed();
}
