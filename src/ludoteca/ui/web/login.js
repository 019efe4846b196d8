/** The forms to log in and to sign up, loaded once they are wanted. */

import { refusalOf } from "./connection.js";
import { h } from "./dom.js";
import { changed, enter } from "./server.js";
import { because, t } from "./words.js";

/** @import { Child, Refusal } from "./types.d.ts" */

const SHORTEST = 8;
const OF_NAME = new Set(["house/no_account", "house/name_in_use", "house/name_kept", "house/bad_name", "house/name_reserved", "house/name_looks_taken"]);

/** The kind of form that is shown. @typedef {"log_in" | "sign_up"} Kind */

let shown = { name: "", secret: "", open: false, stay: true, busy: false, error: /** @type {Refusal | null} */ (null) };

/** Begin with a name that the player has typed elsewhere.
 * @param {string} name */
export function begin(name) {
  shown = { name, secret: "", open: false, stay: true, busy: false, error: null };
}

/** @param {Partial<typeof shown>} changes */
function set(changes) {
  Object.assign(shown, changes);
  changed();
}

/** Log in or sign up; `entered` gets the password.
 * @param {Kind} kind @param {(secret: string) => void} entered */
const submitting = (kind, entered) => async (/** @type {Event} */ event) => {
  event.preventDefault();
  if (shown.busy) return;
  set({ busy: true, error: null });
  const { name, secret, stay } = shown;
  try {
    await enter(name.trim(), secret, "", { intent: kind, stay });
    entered(secret);
  } catch (error) {
    set({ error: refusalOf(error) });
  }
  set({ busy: false });
};

/** Explain the failure: a wrong password differs from a name without an account.
 * @param {Kind} kind */
function why(kind) {
  const { error, name } = shown;
  if (!error) return "";
  if (error.code === "house/wrong_secret") return t("login.wrong", { name: name.trim() });
  if (error.code === "house/no_account") return t("login.unknown", { name: name.trim() });
  if (error.code === "house/name_in_use" && kind === "sign_up") return t("login.taken", { name: name.trim() });
  return because(error);
}

/** Draw the form; `acts` are the ways out of it.
 * @param {Kind} kind @param {(secret: string) => void} entered @param {Child} acts */
export function loginForm(kind, entered, acts) {
  const problem = why(kind);
  const wrong = problem && (OF_NAME.has(shown.error?.code ?? "") ? "name" : "secret");
  const isNew = kind === "sign_up";
  return h("form.card.login", { key: kind, onsubmit: submitting(kind, entered), "aria-labelledby": "login-title" },
    h("h2", { id: "login-title" }, t(`login.${kind}`)),
    isNew && h("p.faint", { key: "what", id: "login-what" }, t("login.what")),
    h("label", { key: "name-label", for: "login-name" }, t("your_name")),
    h("input", {
      key: "name", id: "login-name", name: "username", value: shown.name, required: true, maxlength: 30, autocomplete: "username",
      spellcheck: "false", autocapitalize: "none", oninput: (event) => { shown.name = event.target.value; },
      "aria-invalid": wrong === "name" && "true", "aria-describedby": wrong === "name" && "login-problem",
    }),
    h("label", { key: "secret-label", for: "login-secret" }, t("your_password")),
    h("div.password", { key: "secret" },
      h("input", {
        id: "login-secret", name: "password", type: shown.open ? "text" : "password", value: shown.secret, required: true,
        autocomplete: isNew ? "new-password" : "current-password", minlength: isNew ? SHORTEST : undefined,
        oninput: (event) => { shown.secret = event.target.value; },
        "aria-invalid": wrong === "secret" && "true", "aria-describedby": wrong === "secret" ? "login-problem" : "login-hint",
      }),
      h("button", { type: "button", "aria-pressed": String(shown.open), onclick: () => set({ open: !shown.open }) },
        t("login.show"), h("span.unseen", {}, ` ${t("your_password")}`))),
    h("p.faint", { key: "hint", id: "login-hint" }, t(isNew ? "login.length" : "login.forgotten")),
    problem && h("p.problem", { key: "problem", id: "login-problem", role: "alert" }, problem),
    h("label.keep", { key: "stay" },
      h("input", { type: "checkbox", name: "stay", checked: shown.stay, onchange: (event) => set({ stay: event.target.checked }) }),
      " ", t("login.stay")),
    h("button.primary", { key: "do", disabled: shown.busy }, t(`login.${kind}`)),
    acts);
}
