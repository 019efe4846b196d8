/** The first thing anybody sees: what is your name? */

import { h } from "../dom.js";
import { changed, enter, known } from "../house.js";
import { because, t } from "../words.js";

let problem = "";
let keeping = false;

/** Come in under the name in the form. */
async function come(event) {
  event.preventDefault();
  const form = event.target;
  try {
    problem = "";
    await enter(form.elements.name.value.trim(), form.elements.secret?.value ?? "");
  } catch (error) {
    problem = because(error);
    if (error.code === "house/wrong_secret") keeping = true;
  }
  changed();
}

export const draw = () =>
  h("section.welcome", {},
    h("h1", {}, t("welcome")),
    h("p", {}, t("welcome.about")),
    h("form.card", { onsubmit: come },
      h("label", { for: "name" }, t("your_name")),
      h("input", { id: "name", name: "name", required: true, maxlength: 30, autocomplete: "nickname", autofocus: true,
        "aria-describedby": problem && "name-problem" }),
      keeping
        ? [h("label", { for: "secret" }, t("your_secret")), h("input", { id: "secret", name: "secret", type: "password", autocomplete: "current-password" })]
        : h("button.quiet", { type: "button", onclick: () => { keeping = true; changed(); } }, t("keep_name")),
      problem && h("p.problem", { id: "name-problem", role: "alert" }, problem),
      known.refused && !problem && h("p.problem", { role: "alert" }, because(known.refused)),
      h("button.primary", {}, t("come_in"))));
