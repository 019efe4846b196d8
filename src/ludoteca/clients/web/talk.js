/** What is said: the list, and a line to say something. */

import { h, Piece } from "./dom.js";
import { t } from "./words.js";

class Talk extends Piece {
  drawing({ said, send }) {
    const say = (event) => {
      event.preventDefault();
      send(event.target.elements.text.value);
      event.target.reset();
    };
    return [
      h("ol", { "aria-label": t("side.talk") }, said.map((one) => h("li", { key: one.number }, h("strong", {}, one.by), " ", one.text))),
      h("form", { onsubmit: say }, h("input", { name: "text", "aria-label": t("side.talk") })),
    ];
  }
}

customElements.define("ludo-talk", Talk);
