/** The dialog of notifications: channels for each reason, browsers, email, webhooks and quiet hours. */

import { refusalOf } from "./connection.js";
import { h, patch } from "./dom.js";
import { copy } from "./screens/table/link.js";
import { ask, BROWSER, known } from "./server.js";
import { alsoSay, because, language, speak, t } from "./words.js";

/** @import { SubscriptionInfo, NotificationChannel, NotificationSettings, QuietHours, Refusal } from "./types.d.ts" */

const KINDS = ["turn", "invitation", "clock", "reminder"];
const NIGHT = { start: 22 * 60, end: 8 * 60 };

let said = false;
let dialog = document.createElement("dialog");
/** The part of the last action with its result, and the secret of a new webhook. */
const nothing = { part: "", error: /** @type {Refusal | null} */ (null), done: "", secret: "" };
let shown = nothing;

/** Load the texts of the dialog, which nothing else needs, and show it. */
export async function openNotifications() {
  if (!said) {
    alsoSay({ en: "lang/en/notifications.json", it: "lang/it/notifications.json" });
    await speak(language);
    said = true;
  }
  await ask({ do: "ask_notifications" });
  shown = nothing;
  const opened = document.createElement("dialog");
  dialog = opened;
  dialog.className = "account notifications card";
  dialog.setAttribute("aria-labelledby", "notifications-title");
  dialog.addEventListener("close", () => opened.remove());
  document.body.append(dialog);
  draw();
  dialog.showModal();
}

/** Run an action from a part of the dialog, load the result, and show it there.
 * @param {string} part @param {() => Promise<string | void>} doing */
async function act(part, doing) {
  shown = { ...nothing, part };
  try {
    shown.done = (await doing()) || "";
    await ask({ do: "ask_notifications" });
  } catch (error) {
    shown.error = refusalOf(error);
  }
  draw();
}

function draw() {
  const settings = known.notifications;
  if (!settings) return;
  const away = settings.channels.filter((one) => one !== "page");
  patch(dialog,
    h("h2", { id: "notifications-title" }, t("notify")),
    h("p.faint", {}, t(away.length ? "notify.what" : "notify.page_only")),
    choices(settings),
    away.includes("push") && browsers(settings),
    away.includes("mail") && mails(settings),
    away.includes("hook") && hooks(settings),
    away.length > 0 && quietHours(settings),
    settings.muted.length > 0 && mutedTables(settings),
    h("div.row", { key: "end" }, h("button", { onclick: () => dialog.close() }, t("account.close"))));
}

/** Describe the result of the last action in a part.
 * @param {string} part */
function result(part) {
  const { error, done } = shown;
  if (shown.part !== part) return null;
  if (error) return h("p.problem", { key: "problem", id: `${part}-problem`, role: "alert" }, because(error));
  return done && h("p", { key: "done", role: "status" }, `✓ ${done}`);
}

/** @param {NotificationSettings["choices"]} choices @param {QuietHours | null} quiet */
const choose = async (choices, quiet) => {
  await ask({ do: "choose_notifications", choices, quiet });
};

/** Draw the channels of each reason.
 * @param {NotificationSettings} settings */
function choices({ channels, choices, quiet }) {
  /** @param {string} kind @param {NotificationChannel} channel @param {boolean} wanted */
  const change = (kind, channel, wanted) => act("choices", () => {
    const others = (choices[kind] ?? []).filter((one) => one !== channel);
    return choose({ ...choices, [kind]: wanted ? [...others, channel] : others }, quiet);
  });
  /** @param {string} kind */
  const offered = (kind) => channels.filter((channel) => channel !== "page" || kind !== "reminder");
  return h("section.choices", { key: "choices" },
    KINDS.filter((kind) => offered(kind).length).map((kind) => h("fieldset", { key: kind },
      h("legend", {}, t(`notify.${kind}`)),
      offered(kind).map((channel) => h("label.row", { key: channel },
        h("input", {
          type: "checkbox", checked: (choices[kind] ?? []).includes(channel),
          onchange: (event) => change(kind, channel, event.target.checked),
        }),
        t(`notify.by.${channel}`))))),
    result("choices"));
}

/** Draw the subscriptions of a channel, each with its actions.
 * @param {string} part @param {SubscriptionInfo[]} subscriptions */
const list = (part, subscriptions) =>
  subscriptions.length > 0 && h("ul", { key: "subscriptions" }, subscriptions.map(({ id, shown: name, confirmed }) =>
    h("li.row", { key: id },
      h("span", {}, h("strong", {}, name || t("account.device.unnamed")), !confirmed && h("span.faint", {}, t("notify.unconfirmed"))),
      h("span.row", {},
        confirmed && h("button.small", {
          key: "test", "aria-label": t("notify.test.which", { name }),
          onclick: () => act(part, async () => {
            await ask({ do: "try_subscription", subscription: id });
            return t("notify.tested");
          }),
        }, t("notify.test")),
        h("button.small", {
          key: "remove", "aria-label": t("notify.remove.which", { name }),
          onclick: () => act(part, async () => { await ask({ do: "remove_subscription", subscription: id }); }),
        }, t("notify.remove"))))));

/** @param {NotificationSettings} settings @param {string} channel */
const of = ({ subscriptions }, channel) => subscriptions.filter((one) => one.channel === channel);

/** @param {NotificationSettings} settings */
function browsers(settings) {
  const able = "PushManager" in globalThis && navigator.serviceWorker;
  return h("section", { key: "push", "aria-labelledby": "notify-push" },
    h("h3", { id: "notify-push" }, t("notify.push")),
    h("p.faint", {}, t(able ? "notify.push.what" : "notify.push.unable")),
    list("push", of(settings, "push")),
    result("push"),
    able && h("button", { key: "add", onclick: () => act("push", () => subscribe(settings.key)) }, t("notify.push.add")));
}

/** Ask the browser for permission, subscribe, and tell the server.
 * @param {string} key */
async function subscribe(key) {
  if ((await Notification.requestPermission()) !== "granted") return t("notify.push.denied");
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  await before?.unsubscribe(); // it may belong to another account or server key
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = "", keys = {} } = made.toJSON();
  await ask({ do: "add_push", endpoint, key: keys.p256dh, auth: keys.auth, label: BROWSER, language });
  return t("notify.push.added");
}

/** Return a submit handler that passes on the typed text.
 * @param {string} part @param {(typed: string) => Promise<string | void>} doing */
const submitting = (part, doing) => async (/** @type {SubmitEvent & { target: HTMLFormElement }} */ event) => {
  event.preventDefault();
  const form = event.target;
  await act(part, () => doing(String(new FormData(form).get("typed"))));
  if (!shown.error) form.reset();
};

/** @param {string} part @param {{ [name: string]: unknown }} input @param {string} label @param {string} button */
const form = (part, { doing, ...input }, label, button) =>
  h("form", { key: "add", onsubmit: submitting(part, /** @type {(typed: string) => Promise<string | void>} */ (doing)) },
    h("label", { for: `notify-${part}-input` }, label,
      h("input", {
        id: `notify-${part}-input`, name: "typed", required: true, ...input,
        "aria-invalid": shown.part === part && shown.error !== null && "true", "aria-describedby": shown.part === part && shown.error !== null && `${part}-problem`,
      })),
    result(part),
    h("button", {}, button));

/** @param {NotificationSettings} settings */
const mails = (settings) =>
  h("section", { key: "mail", "aria-labelledby": "notify-mail" },
    h("h3", { id: "notify-mail" }, t("notify.mail")),
    h("p.faint", {}, t("notify.mail.what")),
    list("mail", of(settings, "mail")),
    form("mail", { type: "email", autocomplete: "email", maxlength: 254, doing: addMail }, t("notify.mail.address"), t("notify.mail.add")));

/** @param {string} address */
async function addMail(address) {
  await ask({ do: "add_mail", address, language });
  return t("notify.mail.added");
}

/** @param {NotificationSettings} settings */
const hooks = (settings) =>
  h("details", { key: "hook", open: of(settings, "hook").length > 0 || shown.part === "hook" },
    h("summary", {}, t("notify.hook")),
    h("section", { "aria-label": t("notify.hook") },
      h("p.faint", {}, t("notify.hook.what")),
      list("hook", of(settings, "hook")),
      shown.secret && h("p.row", { key: "secret", role: "status" },
        h("code", {}, shown.secret),
        h("button", { type: "button", onclick: () => copy(shown.secret) }, t("link.copy")),
        h("span.faint", {}, t("notify.hook.once"))),
      form("hook", { type: "url", maxlength: 1000, placeholder: "https://", doing: addHook }, t("notify.hook.url"), t("notify.hook.add"))));

/** @param {string} url */
async function addHook(url) {
  const { secret } = await ask({ do: "add_hook", url });
  shown.secret = secret;
}

/** @param {NotificationSettings} settings */
function quietHours({ choices, quiet }) {
  const zone = quiet?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  /** @param {QuietHours | null} hours */
  const change = (hours) => act("quiet", () => choose(choices, hours));
  /** @param {"start" | "end"} end @param {QuietHours} hours */
  const time = (end, hours) =>
    h("label", { key: end }, t(`notify.quiet.${end}`),
      h("input", {
        type: "time", required: true, value: clock(hours[end]),
        onchange: ({ target }) => target.value && change({ ...hours, [end]: minutes(target.value) }),
      }));
  return h("section", { key: "quiet", "aria-labelledby": "notify-quiet" },
    h("h3", { id: "notify-quiet" }, t("notify.quiet")),
    h("label.row", { key: "on" },
      h("input", { type: "checkbox", checked: quiet !== null, onchange: (event) => change(event.target.checked ? { ...NIGHT, zone } : null) }),
      t("notify.quiet.on")),
    quiet && [
      h("div.row", { key: "times" }, time("start", quiet), time("end", quiet)),
      h("p.faint", { key: "zone" }, t("notify.quiet.zone", { zone })),
    ],
    result("quiet"));
}

/** @param {number} minute */
const clock = (minute) => [minute / 60, minute % 60].map((one) => String(Math.floor(one)).padStart(2, "0")).join(":");

/** @param {string} time */
const minutes = (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** @param {NotificationSettings} settings */
const mutedTables = ({ muted }) =>
  h("section", { key: "muted", "aria-labelledby": "notify-muted" },
    h("h3", { id: "notify-muted" }, t("notify.muted")),
    h("ul", {}, muted.map((table) => h("li.row", { key: table },
      h("span", {}, t("notify.muted.table", { number: table })),
      h("button.small", {
        "aria-label": t("notify.unmute.which", { number: table }),
        onclick: () => act("muted", async () => { await ask({ do: "mute_table", table, muted: false }); }),
      }, t("menu.unmute"))))),
    result("muted"));
