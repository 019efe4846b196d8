/** The account dialog: password, recovery code, devices and deletion. */

import { askContacts } from "./contacts.js";
import { Refused, refusalOf } from "./connection.js";
import { find, h, patch } from "./dom.js";
import { dress } from "./games/games.js";
import { ask, forgetName, known, listen, ownToken } from "./server.js";
import { copy } from "./screens/table/link.js";
import { sure } from "./sure.js";
import { onVacation } from "./vacation.js";
import { because, day, need, t } from "./words.js";

/** @import { Visibility } from "./messages.d.ts" */
/** @import { Refusal, SessionInfo, VacationShown } from "./types.d.ts" */

const SHORTEST = 8;
/** @type {Visibility[]} */
const VISIBLE = ["everything", "results", "nothing"];

/** The initial state of the dialog.
 * @param {string} recovered @returns {{
 *   recovered: string, code: string, copied: boolean, sessions: SessionInfo[], recovery: boolean, part: string,
 *   error: Refusal | null, done: string, seen: Visibility | null, open: boolean,
 *   vacation: VacationShown | null,
 * }} */
const fresh = (recovered) => ({
  recovered, code: "", copied: false, sessions: [], recovery: false, part: "", error: null, done: "", seen: null, open: false, vacation: null,
});

let dialog = document.createElement("dialog");
let shown = fresh("");

/** Show the dialog; players who logged in with the recovery code need not type it again.
 * @param {string} recovered */
export async function openAccount(recovered = "") {
  await Promise.all([need("account"), dress("account.css")]);
  shown = fresh(recovered);
  const opened = document.createElement("dialog");
  dialog = opened;
  dialog.className = "account card";
  dialog.setAttribute("aria-labelledby", "account-title");
  const deaf = listen(({ notice }) => notice === "farewell" && dialog.close());
  dialog.addEventListener("close", () => {
    deaf();
    opened.remove();
    find("#top .menu > summary").focus(); // the menu has closed since
  });
  document.body.append(dialog);
  draw();
  dialog.showModal();
  if (known.kept) act("devices", askSessions);
}

/** A sentence about the completed action; false if it was cancelled.
 * @typedef {Promise<string | false | void>} Doing */

/** Run an action from a section of the dialog, and show the result there.
 * @param {string} part @param {() => Doing} doing */
async function act(part, doing) {
  Object.assign(shown, { part, error: null, done: "" });
  try {
    shown.done = (await doing()) || "";
  } catch (error) {
    shown.error = refusalOf(error);
  }
  draw();
}

/** Return a submit handler that passes on the typed values.
 * @param {string} part @param {(typed: Typed) => Doing} doing
 * @typedef {{ secret?: string, fresh?: string }} Typed */
const submitting = (part, doing) => (/** @type {SubmitEvent & { target: HTMLFormElement }} */ event) => {
  event.preventDefault();
  const form = event.target;
  act(part, async () => {
    const done = await doing(Object.fromEntries(new FormData(form)));
    if (done !== false) form.reset();
    return done;
  });
};

async function askSessions() {
  const { sessions, recovery } = await ask({ do: "ask_sessions" });
  const { strangers_see: seen } = await ask({ do: "ask_profile" });
  const vacation = await ask({ do: "ask_vacation" });
  Object.assign(shown, { sessions, recovery, seen, vacation });
}

/** @param {Visibility} wanted */
async function choose(wanted) {
  await ask({ do: "choose_visibility", strangers_see: wanted });
  shown.seen = wanted;
  return t("account.seen.done");
}

/** @param {Typed} typed */
async function changePassword({ secret = "", fresh: wanted = "" }) {
  const before = known.kept;
  await ask({ do: "change_secret", secret: shown.recovered || secret, new: wanted });
  known.kept = true;
  if (!before) askContacts().catch(() => {});
  Object.assign(shown, { recovered: "", code: "" });
  await askSessions();
  return t(before ? "account.changed" : "account.kept");
}

/** @param {Typed} typed */
async function newCode({ secret = "" }) {
  shown.code = (await ask({ do: "new_recovery_code", secret })).code;
  Object.assign(shown, { copied: false, recovery: true });
}

/** @param {string} session */
async function logOut(session) {
  if (!(await sure(t("account.log_out.sure"), t("account.log_out.what", { count: 1 }), t("account.log_out"), t("cancel")))) return "";
  await ask({ do: "end_session", session });
  await askSessions();
  return t("account.logged_out");
}

/** @param {number} count */
async function logOutOthers(count) {
  if (!(await sure(t("account.log_out_others.sure"), t("account.log_out.what", { count }), t("account.log_out"), t("cancel")))) return "";
  await ask({ do: "end_other_sessions" });
  await askSessions();
  return t("account.logged_out_others");
}

/** @param {Typed} typed */
async function deleteMe({ secret = "" }) {
  const yes = await sure(t("account.delete.sure"), t("account.delete.what"), t("account.delete"), t("account.keep"));
  if (!yes) return false;
  await ask({ do: "delete_me", secret });
  dialog.close();
  known.deleted = true;
  forgetName();
  return "";
}

function draw() {
  patch(dialog,
    h("h2", { id: "account-title" }, t("account")),
    h("p.faint", {}, t(known.kept ? "account.of" : "account.guest", { name: known.me })),
    password(),
    known.kept && !shown.recovered && [notifications(), recovery(), devices(), seen(), vacation()],
    !shown.recovered && data(),
    known.kept && !shown.recovered && deleting(),
    h("div.row", { key: "end" }, h("button", { onclick: () => dialog.close() }, t("account.close"))));
}

const vacation = () => onVacation(shown.vacation, result("vacation"), (doing) => act("vacation", doing),
  (told) => { shown.vacation = told; });

/** Describe the result of the last action in a section.
 * @param {string} part */
function result(part) {
  if (shown.part !== part) return null;
  const { error, done } = shown;
  if (error) return h("p.problem", { key: "problem", id: `${part}-problem`, role: "alert" }, sentence(error));
  return done && h("p", { key: "done", role: "status" }, `✓ ${done}`);
}

/** @param {{ code: string, message: string }} error */
const sentence = (error) => (error.code === "house/wrong_secret" ? t("account.wrong") : because(error));

/** @param {string} part @param {string} name @param {string} label @param {string} autocomplete */
function field(part, name, label, autocomplete) {
  const id = `${part}-${name}`;
  const isWrong = shown.part === part && shown.error !== null;
  const isNew = name === "fresh";
  return [
    h("label", { key: `${id}-label`, for: id }, label),
    h("div.password", { key: id },
      h("input", {
        id, name, type: isNew && shown.open ? "text" : "password", required: true, autocomplete, minlength: isNew ? SHORTEST : undefined,
        "aria-invalid": isWrong && "true", "aria-describedby": isWrong && `${part}-problem`,
      }),
      isNew && h("button", { key: "show", type: "button", "aria-pressed": String(shown.open), onclick: toggle }, t("login.show"),
        h("span.unseen", {}, ` ${label}`))),
  ];
}

/** Show the new password, or hide it. */
function toggle() {
  shown.open = !shown.open;
  draw();
}

/** Add a hidden field that tells password managers whose password it is. */
const whose = () =>
  h("input", { key: "whose", type: "text", name: "whose", value: known.me, autocomplete: "username", hidden: true, readonly: true });

function password() {
  const [title, button] = known.kept
    ? [t("account.change"), t("account.change.do")]
    : [t("account.protect"), t("account.protect.do")];
  return h("form", { key: "password", onsubmit: submitting("password", changePassword) },
    h("h3", {}, title),
    !known.kept && h("p.faint", { key: "why" }, t("account.protect.what")),
    shown.recovered && h("p", { key: "recovered" }, t("account.recovered")),
    whose(),
    known.kept && !shown.recovered && field("password", "secret", t("account.current"), "current-password"),
    field("password", "fresh", t("account.new"), "new-password"),
    result("password"),
    h("button", { key: "do", class: (!known.kept || shown.recovered) && "primary" }, button));
}

/** Draw the button to a dialog of its own, loaded on demand. */
const notifications = () =>
  h("section", { key: "notifications", "aria-labelledby": "account-notifications" },
    h("h3", { id: "account-notifications" }, t("account.notifications")),
    h("p.faint", {}, t("account.notifications.what")),
    h("button", { key: "open", onclick: async () => (await import("./notifications.js")).openNotifications() }, t("account.notifications.do")));

function recovery() {
  return h("form", { key: "recovery", onsubmit: submitting("recovery", newCode) },
    h("h3", {}, t("account.recovery")),
    h("p.faint", {}, t("account.recovery.what")),
    shown.recovery && !shown.code && h("p", { key: "exists" }, t("account.recovery.exists")),
    shown.code
      ? h("p.row", { key: "code", role: "status" },
          h("code", {}, shown.code),
          h("button", { type: "button", onclick: copyCode }, shown.copied ? `✓ ${t("link.copied")}` : t("link.copy")),
          h("span.faint", {}, t("account.recovery.once")))
      : [whose(), field("recovery", "secret", t("account.current"), "current-password")],
    result("recovery"),
    !shown.code && h("button", { key: "do" }, t("account.recovery.do")));
}

async function copyCode() {
  await copy(shown.code);
  shown.copied = true;
  draw();
}

function devices() {
  const others = shown.sessions.filter((one) => !one.here);
  return h("section", { key: "devices", "aria-labelledby": "account-devices" },
    h("h3", { id: "account-devices" }, t("account.devices")),
    h("p.faint", {}, t("account.devices.what")),
    h("ul", {}, shown.sessions.map(device)),
    result("devices"),
    others.length > 0 && h("button", { key: "others", onclick: () => act("devices", () => logOutOthers(others.length)) }, t("account.log_out_others")));
}

/** Draw the choice of what strangers see. */
const seen = () => shown.seen &&
  h("section", { key: "seen" },
    h("h3", {}, t("account.seen")),
    h("label", { for: "account-seen" }, t("account.seen.what")),
    h("select", { id: "account-seen", onchange: (event) => act("seen", () => choose(/** @type {Visibility} */ (event.target.value))) },
      VISIBLE.map((one) => h("option", { key: one, value: one, selected: one === shown.seen }, t(`account.seen.${one}`)))),
    result("seen"));

/** @param {SessionInfo} device */
function device({ session, since, used, address, client, here }) {
  const where = address === "local" ? t("account.device.local") : address && t("account.device.from", { address });
  const when = here ? t("account.device.this") : t("account.device.used", { when: day(used) });
  return h("li.row", { key: session },
    h("span", {},
      h("strong", {}, client === "web" ? t("account.device.unnamed") : client),
      h("span.faint", {}, [when, t("account.device.since", { when: day(since) }), where].filter(Boolean).join(" · "))),
    !here && h("button", {
      "aria-label": t("account.log_out.which", { when: day(used) }), onclick: () => act("devices", () => logOut(session)),
    }, t("account.log_out")));
}

const data = () =>
  h("section", { key: "data" },
    h("h3", {}, t("account.data")),
    h("p.faint", {}, t("account.data.what")),
    result("data"),
    h("button", { onclick: () => act("data", download) }, t("account.data.do")));

/** Save everything kept about the player as a file. */
async function download() {
  const answer = await fetch(`/api/people/${encodeURIComponent(known.me)}/data`, { headers: { Authorization: `Bearer ${ownToken()}` } });
  if (!answer.ok) throw new Refused(await answer.json());
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = `ludoteca-${known.me}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
  return t("account.data.done");
}

function deleting() {
  return h("details", { key: "delete" },
    h("summary", {}, t("account.deleting")),
    h("form", { onsubmit: submitting("delete", deleteMe) },
      h("p", {}, t("account.delete.what")),
      whose(),
      field("delete", "secret", t("account.current"), "current-password"),
      result("delete"),
      h("button", { key: "do" }, t("account.delete"))));
}
