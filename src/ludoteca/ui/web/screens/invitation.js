/** The last invitation by another player, until it is answered. */

import { h } from "../dom.js";
import { gameTitle } from "../games/games.js";
import { go } from "../route.js";
import { changed, sit } from "../server.js";
import { t } from "../words.js";
import { attempt, troubleAt } from "./table/doing.js";

/** @import { Known } from "../types.d.ts" */

/** Draw the bar with the last invitation, or null.
 * @param {Known} known */
export function invitationBar(known) {
  const { invited } = known;
  if (!invited) return troubleAt("invitation");
  const answer = () => {
    known.invited = null;
    changed();
  };
  const join = () => attempt("invitation", async () => {
    answer();
    const info = await sit({ do: "join_table", code: invited.code });
    go(`/table/${info.table}`);
  });
  return h("p.notice.line", { key: "invited", role: "status" },
    h("span", {}, t("invited.now", { name: invited.by, game: gameTitle(invited.game) })),
    h("span.row", {},
      h("button.small.primary", { key: "join", onclick: join }, t("invited.accept")),
      h("button.small", { key: "no", onclick: answer }, t("invited.decline"))));
}
