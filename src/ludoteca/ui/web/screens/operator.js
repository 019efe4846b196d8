/** The operator's page: clients, tables, bans, reports and the log, protected by a secret. */

import { h } from "../dom.js";
import { changed } from "../server.js";
import { alsoSay, because, language, speak, t } from "../words.js";
import { askDialog } from "./operator/dialog.js";
import { PANELS } from "./operator/panels.js";
import { Refused, refusalOf } from "../connection.js";
import { byTag } from "../tags.js";

/** @import { Listings, Operate } from "../types.d.ts" */

/** @type {Array<keyof Listings>} */
const NAMES = ["clients", "tables", "bans", "reports", "deeds", "limits"];

/** Whether there is a session: null until known, undefined if the server has no operator page.
 * @type {boolean | null | undefined} */
let inside = null;
let chosen = NAMES[0];
/** @type {Listings[keyof Listings] | null} */
let answer = null;
let problem = "";
let done = "";
let said = false;
let draining = false;

export const title = () => t(said ? "operator" : "title");

/** Load the texts of this page, which no other page needs, and check for a session. */
export async function arrive() {
  if (!said) {
    alsoSay({ en: "lang/en/operator.json", it: "lang/it/operator.json" });
    await speak(language);
    said = true;
  }
  await attempt(async () => {
    ({ session: inside } = /** @type {{ session: boolean }} */ (await post("session", {})));
    if (inside) await look(chosen);
  });
}

/** Send a request; throw a `Refused`. The type of the answer depends on the request.
 * @param {string} path @param {object} body @returns {Promise<unknown>} */
async function post(path, body) {
  const response = await fetch(`/api/operator/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const given = await response.json();
  if (!response.ok) throw new Refused(given);
  return given;
}

/** Run an action; show a refusal, or the login form if there is no session.
 * @param {() => Promise<unknown>} what */
async function attempt(what) {
  problem = done = "";
  try {
    await what();
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal.code === "operator/not_in_yet") inside = false;
    else if (refusal.code === "http/no_such_path") inside = undefined;
    else problem = because(refusal);
  }
  changed();
}

/** @param {keyof Listings} name */
const look = (name) => attempt(async () => {
  answer = /** @type {Listings[typeof name]} */ (await post("ask", { do: `list_${name}` }));
  ({ draining } = /** @type {{ draining: boolean }} */ (await post("ask", { do: "show_server" })));
  inside = true;
  chosen = name;
});

/** Run an action after a confirmation, and reload. @type {Operate} */
async function act(request, question = null) {
  const added = question ? await askDialog(question) : {};
  if (added === null) return;
  await attempt(async () => {
    const { waiting_for: waiting = 0 } = /** @type {{ waiting_for?: number }} */ (
      await post("ask", { ...request, ...added }));
    await look(chosen);
    done = request.do === "drain" ? t("operator.draining", { count: waiting }) : t("operator.done");
  });
}

/** @param {SubmitEvent & { target: HTMLFormElement }} event */
const login = (event) => {
  event.preventDefault();
  const secret = new FormData(event.target).get("secret");
  event.target.reset();
  attempt(async () => {
    await post("login", { secret });
    await look(chosen);
  });
};

const logout = () => attempt(async () => {
  await post("logout", {});
  [inside, answer] = [false, null];
});

export function draw() {
  if (!said || inside === null) return h("p.coming", { key: "wait" }, t("entering"));
  if (inside === undefined) return h("p.notice", { key: "none" }, t("operator.none"));
  return h("section.operator", { key: "operator" },
    h("h1", {}, t("operator")),
    inside ? [orders(), tabs(), panel()] : form(),
    problem && h("p.problem", { key: "problem", role: "alert" }, problem),
    done && h("p.notice", { key: "done", role: "status" }, done));
}

const form = () =>
  h("form.card", { key: "login", onsubmit: login },
    h("label", { for: "secret" }, t("operator.secret")),
    h("input", { id: "secret", name: "secret", type: "password", required: true, autocomplete: "current-password" }),
    h("p.faint", {}, t("operator.secret.where"), " ", h("code", {}, "ludoteca admin secret")),
    h("button.primary", {}, t("operator.login")));

/** Draw the actions on the whole server. */
const orders = () =>
  h("div.row", { key: "orders" },
    h("button", { onclick: () => act({ do: "announce" }, { title: t("operator.announce"), text: true }) },
      t("operator.announce")),
    h("button", { onclick: () => act({ do: "drain" }, { title: t("operator.drain"), what: t("operator.drain.what"), why: true }) },
      t("operator.drain")),
    draining && h("button", { key: "end_drain", onclick: () => act({ do: "end_drain" }) }, t("operator.end_drain")),
    h("button", { onclick: () => act({ do: "ban" }, { title: t("operator.ban_address"), address: true, span: true, why: true }) },
      t("operator.ban_address")),
    h("button", { onclick: () => act({ do: "release_name" }, { title: t("operator.release"), what: t("operator.release.what"), name: true, why: true }) },
      t("operator.release")),
    h("button", { onclick: logout }, t("operator.logout")));

const tabs = () =>
  h("nav.row.tabs", { key: "tabs", "aria-label": t("operator.views") }, NAMES.map((name) =>
    h("button", { key: name, "aria-pressed": String(name === chosen), onclick: () => look(name) }, t(`operator.${name}`))));

const panel = () =>
  h("section", { key: chosen, "aria-labelledby": "operator-panel" },
    h("h2", { id: "operator-panel" }, t(`operator.${chosen}`)),
    answer?.length ? byTag(PANELS, chosen, answer, act) : h("p.empty", { key: "empty" }, t(`operator.${chosen}.none`)));
