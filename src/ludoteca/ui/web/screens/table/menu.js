/** Actions at a table besides moves: undo, pause, leave, share the link. */

import { h } from "../../dom.js";
import { gameTitle, withRules } from "../../games/games.js";
import { keep } from "../../kept.js";
import { closing } from "../../menu.js";
import { ask, known } from "../../server.js";
import { replayAddress } from "../../route.js";
import { sure } from "../../sure.js";
import { t } from "../../words.js";
import { HEADLINE, request } from "./doing.js";
import { hintButton } from "./hint.js";
import { hurryButton } from "./hurry.js";
import { copied, copyButton, linkTo, shareButton } from "./link.js";

/** @import { PlayedTable, ShownTable } from "../../types.d.ts" */

/** Draw the actions beside the headline. Actions that come and go are drawn first, so that the others do not shift.
 * @param {PlayedTable} table */
export function actions(table) {
  return h("div.actions", { key: "actions" },
    hurryButton(table),
    table.kept != null &&
      h("button", { key: "drop", onclick: request(table, HEADLINE, { do: "drop_move" }) }, t("kept.drop")),
    hintButton(table),
    plays(table) && table.takeBack === table.seat &&
      h("button", { key: "back", title: t("menu.take_back"), onclick: request(table, HEADLINE, { do: "take_back" }) },
        h("span", { "aria-hidden": "true" }, "↶ "), h("span.words", {}, t("menu.take_back"))),
    menu(table, table.info, table.info.seats, table.seat, table.tired.includes(table.seat), copied, known.notifications));
}

/** Draw the menu of a table, which depends only on these arguments. */
const menu = keep(/** @param {ShownTable} table @param {unknown[]} _ */ (table, ..._) =>
  h("details.menu", { key: "menu", ...closing },
    h("summary", {}, t("menu")),
    h("div.card", {},
      plays(table) && playing(table),
      copyButton(linkTo(table), t("menu.copy")),
      shareButton(linkTo(table), t("invite.share", { game: gameTitle(table.info.game) })),
      withRules().some((one) => one.game === table.info.game) &&
        h("a.button", { key: "rules", href: `/rules/${table.info.game}` }, t("menu.rules")),
      table.info.started && !table.info.over &&
        h("a.button", { key: "earlier", href: replayAddress(table.number, { live: true }) }, t("stepping.menu")),
      h("a.button", { key: "tables", href: "/#tables" }, t("panel.tables")),
      h("a.button", { key: "lobby", href: "/" }, t("to_lobby")))));

/** @param {ShownTable} table */
const plays = ({ seat, info }) => seat !== null && info.started && !info.over;

/** @param {ShownTable} table */
function playing(table) {
  const { info, tired, seat } = table;
  return [
    info.paused
      ? h("button", { key: "resume", onclick: request(table, HEADLINE, { do: "resume" }) }, t("pause.end"))
      : h("button", { key: "pause", disabled: tired.includes(seat), onclick: request(table, HEADLINE, { do: "pause" }) },
        t(others(table) ? "pause.ask" : "pause.begin")),
    known.notifications && mute(table, known.notifications.muted.includes(table.number)),
    h("button", { key: "leave", onclick: () => leave(table) }, t("menu.leave")),
    others(table) > 0 && h("button", { key: "resign", onclick: () => resign(table) }, t("menu.resign")),
    !info.offered.includes(seat) &&
      h("button", { key: "offer", onclick: request(table, HEADLINE, { do: "offer_seat" }) }, t("offer.menu")),
  ];
}

/** Draw the button that turns notifications about a table off or on.
 * @param {ShownTable} table @param {boolean} muted */
const mute = (table, muted) =>
  h("button", { key: "mute", onclick: async () => {
    await request(table, HEADLINE, { do: "mute_table", muted: !muted })();
    await ask({ do: "ask_notifications" });
  } }, t(muted ? "menu.unmute" : "menu.mute"));

/** @param {ShownTable} table */
const others = ({ info, seat }) =>
  info.seats.filter((one, other) => one && !one.bot && other !== seat).length;

/** Describe how leaving ends the game: fewer than two players, or only bots, would be left.
 * @param {ShownTable} table */
function ending(table) {
  const people = table.info.seats.filter((one, seat) => one && !one.bot && seat !== table.seat).length;
  const left = table.info.seats.filter((one, seat) => one && seat !== table.seat).length;
  if (!people) return "leave.nobody_left";
  return left === 1 ? "leave.one_left" : "leave.goes_on";
}

/** @param {ShownTable} table */
async function leave(table) {
  const agreed = await sure(t("menu.leave.sure"), t(ending(table)), t("menu.leave"));
  if (agreed) request(table, HEADLINE, { do: "stand_up" })();
}

/** @param {ShownTable} table */
async function resign(table) {
  const how = ending(table);
  const what = how === "leave.goes_on" ? "resign.goes_on" : how;
  if (await sure(t("menu.resign.sure"), t(what), t("menu.resign"))) request(table, HEADLINE, { do: "resign" })();
}
