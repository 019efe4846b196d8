/** The top of every screen: the house, who you are, and what you prefer. */

import { h } from "../dom.js";
import { changed, stepOut } from "../house.js";
import { prefer, settings } from "../settings.js";
import { LANGUAGES, language, speak, t } from "../words.js";

/** The header. */
export function top(known) {
  return [
    h("a.brand", { href: "/", key: "brand" }, h("img", { src: new URL("../icon.svg", import.meta.url).pathname, alt: "", width: 32, height: 32 }), " Ludoteca"),
    h("nav", { key: "nav", "aria-label": t("nav") },
      h("a", { href: "/rules/shelfie" }, t("rules")),
      h("a", { href: "/help" }, t("help"))),
    h("details.menu", { key: "menu" },
      h("summary", { "aria-label": t("settings") }, known.me || t("settings")),
      h("div.card", {},
        choice(t("language"), Object.entries(LANGUAGES), language, async (wanted) => {
          prefer({ language: wanted });
          await speak(wanted);
          changed();
        }),
        choice(t("theme"), ["auto", "light", "dark"].map((one) => [one, t(`theme.${one}`)]), settings.theme, (theme) => {
          prefer({ theme });
          changed();
        }),
        tick(t("sound"), settings.sound, (sound) => prefer({ sound })),
        tick(t("notices"), settings.notices, async (wanted) => {
          const granted = wanted && (await globalThis.Notification?.requestPermission()) === "granted";
          prefer({ notices: granted });
          changed();
        }),
        known.me && h("button", { onclick: stepOut }, t("step_out")))),
  ];
}

function choice(label, options, chosen, then) {
  return h("label", {}, label, " ",
    h("select", { onchange: (event) => then(event.target.value) },
      options.map(([value, text]) => h("option", { value, selected: value === chosen }, text))));
}

function tick(label, checked, then) {
  return h("label", {}, h("input", { type: "checkbox", checked, onchange: (event) => then(event.target.checked) }), " ", label);
}
