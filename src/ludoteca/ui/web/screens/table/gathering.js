/** Before the start: seats, invitations and open decisions. */

import { allowed, offered, pickBot, usual } from "../../bots.js";
import { h } from "../../dom.js";
import { botsOf, gameTitle } from "../../games/games.js";
import { changed, known, sit } from "../../server.js";
import { hasRoom, isSlow, keptFor, keptSeat } from "../../known.js";
import { go, isShared } from "../../route.js";
import { sure } from "../../sure.js";
import { list, t, timeOfDay } from "../../words.js";
import { invite, isInvited } from "../lobby/inviting.js";
import { awayNotices } from "./away.js";
import { attempt, request, troubleAt } from "./doing.js";
import { copyButton, linkTo, shareButton, shownCode } from "./link.js";
import { absenceOption, options } from "./options.js";
import { absent, badge, called, empty, menuOf } from "./people.js";
import { spectators } from "./spectators.js";

/** @import { FieldEvent, ListedGame, Opponent, ShownTable, TableInfo } from "../../types.d.ts" */

/** The bot to add next. */
let wanted = usual([]);

/** Draw the table before its game begins; `game` is the listed game, if the server has it.
 * @param {ShownTable} table @param {string} me @param {ListedGame | undefined} game */
export function gathering(table, me, game) {
  const { info } = table;
  const mine = info.owner.toLowerCase() === me.toLowerCase();
  const free = empty(info).length;
  const kept = keptFor(info, me);
  const bots = allowed(botsOf(info.game), info);
  wanted = offered(wanted, bots);
  return h("section.gathering", { key: "gathering" },
    h("header", {},
      h("h1", {}, info.name || t("table.of", { game: gameTitle(info.game), number: table.number })),
      options(info, absenceOption(info))),
    h("p.waiting", { key: "waiting", role: "status" },
      free ? t("gathering.waiting", { count: free }) : full(info)),
    kept.length > 0 && h("p.notice", { key: "kept" },
      t("gathering.kept", { names: list(kept), count: kept.length, time: timeOfDay(info.kept_until) })),
    h("div.notices", { key: "notices" }, awayNotices(table)),
    mine && game && h("div.row.settings", { key: "settings" }, resize(table, game), help(table, game)),
    table.seat !== null && free > 0 && invitation(table, kept),
    h("section", { key: "seats", "aria-labelledby": "seats-title" },
      h("h2", { id: "seats-title" }, t("gathering.seats")),
      h("ol.places", {}, info.seats.map((one, seat) => place(table, seat, me, bots))),
      spectators(table, me),
      troubleAt("seats")),
    h("div.row.decisions", { key: "decisions" },
      mine && h("button.primary", { key: "start", disabled: !canStart(info, kept), onclick: start(table) },
        free ? t("gathering.start_with_bots", { count: free }) : t("gathering.start")),
      table.seat !== null
        ? h("button", { key: "stand", onclick: () => standUp(table) }, t("gathering.stand_up"))
        : hasRoom(info, me) && h("button.primary", { key: "sit", onclick: () => takeSeat(table, "start") },
          t("gathering.sit_down"))),
    table.seat !== null && bots.length > 0 && free > 0 && choice(bots),
    troubleAt("start"));
}

/** Return whether the owner can start the game: everybody else has come or is replaced by a bot.
 * @param {TableInfo} info @param {string[]} kept */
const canStart = (info, kept) => wanted.bot && !kept.length && (empty(info).length > 0 || !awaited(info).length);

/** Return the players who must connect before the game begins.
 * @param {TableInfo} info */
const awaited = (info) => (isSlow(info) ? [] : absent(info).map((seat) => info.seats[seat]?.name ?? ""));

/** Describe what a full table is waiting for.
 * @param {TableInfo} info */
function full(info) {
  const names = awaited(info);
  if (names.length) return t("gathering.awaited", { names: list(names), count: names.length });
  return t("gathering.full", { name: info.owner });
}

/** Draw the link; with `kept`, all free seats may be for these players.
 * @param {ShownTable} table @param {string[]} kept */
function invitation(table, kept) {
  const url = linkTo(table);
  return h("section.card.invitation", { key: "invite" },
    h("h2", {}, t("invite.title")),
    h("p", {}, empty(table.info).length > kept.length ? t("invite.how") : t("invite.kept", { names: list(kept), count: kept.length }), " ", !table.info.waits && t("invite.starts")),
    h("div.row", {},
      h("input", {
        readonly: true, value: url, "aria-label": t("invite.link"), onfocus: (event) => event.target.select(),
      }),
      copyButton(url),
      shareButton(url, t("invite.share", { game: gameTitle(table.info.game) }))),
    isShared && table.info.code && h("img.qr", {
      src: `/invitation.svg?code=${encodeURIComponent(table.info.code)}`, alt: t("invite.qr"), width: 160, height: 160,
    }),
    h("p.faint", {}, t("invite.code"), " ", h("code", {}, shownCode(table.info.code))),
    players(table, kept),
    troubleAt("invite"));
}

const MOST_NAMES = 20;

/** Draw the names of online players; a click invites. Players whose seats are kept have an invitation already.
 * @param {ShownTable} table @param {string[]} kept */
function players(table, kept) {
  const invited = new Set([...kept, ...table.info.seats.map((one) => one?.name)].map((name) => name?.toLowerCase()));
  const others = known.people.filter((name) => !invited.has(name.toLowerCase())).slice(0, MOST_NAMES);
  if (!others.length) return null;
  /** @param {string} name */
  const ask = (name) => attempt("invite", () => invite(table.number, name));
  return h("div", { key: "online" },
    h("p", {}, t("invite.online")),
    h("div.row", {}, others.map((name) => {
      const done = isInvited(table.number, name);
      return h("button.small", { key: name, disabled: done, onclick: () => ask(name) }, done ? t("invite.sent", { name }) : name);
    })));
}

/** @param {ShownTable} table @param {number} seat @param {string} me @param {string[]} bots */
function place(table, seat, me, bots) {
  const mine = table.info.owner.toLowerCase() === me.toLowerCase();
  const holder = table.info.seats[seat];
  const kept = holder ? "" : keptSeat(table.info, seat);
  const now = { ...table, players: table.info.seats };
  return h("li.card.place", { key: seat, class: holder ? "" : "free" },
    badge(now, seat),
    kept ? h("span.called", {}, h("strong", {}, t("table.kept", { name: kept }))) : called(now, seat),
    holder?.name === table.info.owner && !holder.bot && h("span.chip", {}, t("gathering.owner")),
    menuOf(now, seat, me, "seats"),
    holder?.bot && mine && h("button", { key: "away", onclick: request(table, "seats", { do: "unseat", seat }) },
      t("gathering.send_away"), h("span.unseen", {}, ` ${holder.name}`)),
    !holder && table.seat !== null && bots.length > 0 && hasRoom(table.info, me) &&
      h("button", { key: "bot", onclick: request(table, "seats", { do: "seat_bot", ...wanted }) },
        t("gathering.add_bot")));
}

/** @param {ShownTable} table @param {ListedGame} game */
function resize(table, { fewest, most }) {
  const { seats } = table.info;
  const taken = seats.length - empty(table.info).length;
  const sizes = Array.from({ length: most - fewest + 1 }, (_, i) => fewest + i).filter((size) => size >= taken);
  /** @param {FieldEvent} event */
  const change = async (event) => {
    const wanted = Number(event.target.value);
    const what = t("gathering.start_now.what", { count: taken });
    const agreed = wanted !== taken || (await sure(t("gathering.start_now"), what, t("gathering.start")));
    if (agreed) request(table, "start", { do: "resize_table", seats: wanted })();
    else changed();
    event.target.value = String(table.info.seats.length);
  };
  return h("label", { key: "resize" }, t("gathering.size"), " ",
    h("select", { onchange: change },
      sizes.map((size) => h("option", { value: size, selected: size === seats.length },
        t("gathering.players", { count: size })))));
}

/** Draw what the owner allows: undo, and hints if the game has them. Rated games have neither.
 * @param {ShownTable} table @param {ListedGame} game */
function help({ info, ...table }, { taught }) {
  if (info.rated) return null;
  /** @param {"take_back" | "hints"} what */
  const tick = (what) => h("label", { key: what },
    h("input", {
      type: "checkbox", checked: Boolean(info[what]),
      onchange: (event) => request({ ...table, info }, "start", { do: "change_table", [what]: event.target.checked })(),
    }),
    t(`opening.${what}`));
  return [tick("take_back"), taught && tick("hints")];
}

/** @param {string[]} bots */
function choice(bots) {
  const labels = { level: t("gathering.level"), speed: t("gathering.speed") };
  /** @param {Partial<Opponent>} change */
  const choose = (change) => {
    wanted = { ...wanted, ...change };
    changed();
  };
  return h("div.row", { key: "bots" }, h("span", {}, t("gathering.bots")), pickBot(bots, wanted, labels, choose));
}

/** @param {ShownTable} table */
const start = (table) => request(table, "start", { do: "start_table", ...wanted });

/** Draw the button to take a free seat at a watched table.
 * @param {ShownTable} table @param {string} where */
export const takeSeat = (table, where) =>
  attempt(where, () => sit({ do: "join_table", table: table.number, code: table.info.code || table.code }));

/** Stand up; confirm first if that closes the table.
 * @param {ShownTable} table */
const standUp = (table) => attempt("start", async () => {
  const others = table.info.seats.some((one, seat) => one && !one.bot && seat !== table.seat);
  if (!others && !(await sure(t("gathering.close.sure"), t("gathering.close.what"), t("gathering.close"), t("cancel")))) return;
  await request(table, "start", { do: "stand_up" })();
  if (table.closed) go("/");
});
