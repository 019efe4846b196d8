// The page shows what the house says of itself, and asks again every few seconds.

const SECONDS = 3;
const ENDINGS = {
  played_out: "played to the end",
  last_left: "one was left",
  abandoned: "abandoned",
};
const known = new Map(); // what each list was last made from

/** An element with a class, around texts and other elements: texts are never read as HTML. */
function make(tag, kind, ...inside) {
  const element = document.createElement(tag);
  if (kind) element.className = kind;
  element.append(...inside);
  return element;
}

function top(title, state, kind) {
  return make("div", "top", make("h3", "", title), make("span", kind, state));
}

function seat(holder) {
  if (!holder) return make("li", "free", make("span", "", "free seat"));
  const note = holder.bot ? "bot" : holder.here ? "" : "away";
  return make("li", "", make("span", "", holder.name), make("span", "", note));
}

function state(table) {
  if (table.paused) return ["paused", ""];
  if (table.started) return ["playing", "live"];
  const free = table.seats.filter((holder) => !holder).length;
  return [`${free} free ${free === 1 ? "seat" : "seats"}`, ""];
}

function tableCard(table, titles) {
  return make(
    "li", "",
    top(titles.get(table.game) ?? table.game, ...state(table)),
    make("ol", "seats", ...table.seats.map(seat)),
    make("div", "detail", `Table ${table.table}, opened by ${table.owner}`),
  );
}

function replayCard(game, titles) {
  const { outcome, totals } = game.result;
  const order = totals.map((_, number) => number).sort((one, other) => totals[other] - totals[one]);
  const rows = order.map((number) => {
    const won = outcome.winners.includes(number);
    const name = game.players[number]?.name ?? `seat ${number + 1}`;
    return make("li", won ? "winner" : "", make("span", "", won ? `${name} won` : name),
      make("span", "", `${totals[number]} points`));
  });
  const link = make("a", "", "Download the replay");
  link.href = `/api/replays/${game.table}`;
  return make(
    "li", "",
    top(titles.get(game.game) ?? game.game, new Date(game.at).toLocaleString([], {
      dateStyle: "medium", timeStyle: "short",
    })),
    make("ol", "seats", ...rows),
    make("div", "detail", `Table ${game.table}, ${ENDINGS[outcome.ending] ?? outcome.ending}`),
    link,
  );
}

/** Put a list on the page, if it is not there already: a click or a selection is not disturbed. */
function show(id, values, card) {
  const now = JSON.stringify(values);
  if (known.get(id) === now) return;
  known.set(id, now);
  document.querySelector(`#${id} ul`).replaceChildren(...values.map(card));
}

async function ask(path) {
  const answer = await fetch(`/api/${path}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

async function look() {
  const [games, tables, people, replays] = await Promise.all(
    ["games", "tables", "people", "replays?limit=12"].map(ask),
  );
  const titles = new Map(games.map((game) => [game.game, game.title]));
  show("tables", tables, (table) => tableCard(table, titles));
  show("people", people, (name) => make("li", "", name));
  show("replays", replays, (game) => replayCard(game, titles));
}

async function keepLooking() {
  const line = document.querySelector("#state");
  try {
    if (!document.hidden) await look();
    line.textContent = "The house is open.";
  } catch {
    line.textContent = "The house does not answer; asking again …";
  }
  setTimeout(keepLooking, SECONDS * 1000);
}

const address = new URL("/ws", location.href);
address.protocol = address.protocol.replace("http", "ws");
document.querySelector("#address").textContent = address.href;
keepLooking();
