/** A move that is planned while others play: nobody else sees it, and the server judges it when the turn comes. */

import { changed } from "../../server.js";
import { key } from "./room.js";
import { tilesOn } from "./seats.js";
import { LONGEST } from "./tiles.js";

/** The plan that there is now, and the number of its table. */
let made = { table: 0, plan: null };

/** The plan at a table, if there is one. */
export const planAt = ({ number }) => (made.table === number ? made.plan : null);

/** Have this plan at a table, or none. */
export function intend({ number }, what) {
  made = { table: number, plan: what };
  changed();
}

/** A plan: the cells in the order their tiles will fall, those tiles, perhaps a column, and the turn it was made in. */
function plan(view, cells, column = null) {
  return cells.length ? { turns: view.turns, cells, tiles: tilesOn(view, cells), column } : null;
}

/** The plan with one more tile, or with one less; a tile that is in no line with the others begins anew. */
export function toggled(old, view, cell) {
  const cells = old?.cells ?? [];
  const rest = cells.filter((one) => key(one) !== key(cell));
  if (rest.length < cells.length) return plan(view, isLine(rest) ? rest : []);
  if (!tilesOn(view, [cell]).length) return old;
  return plan(view, isLine([...cells, cell]) ? [...cells, cell] : [cell]);
}

/** The plan with its tiles in another order: the places of the old one, first the lowest. */
export const ordered = (old, view, places) => plan(view, places.map((place) => old.cells[place]), old.column);

/** The plan with a column. */
export const aimed = (old, view, column) => plan(view, old.cells, column);

/** The name of the text that says why a plan cannot be kept; "" if it can. */
export function whyNot({ turns, cells, tiles, column }, { view, guide }) {
  if (view.outcome || view.turns < turns) return "shelfie.plan.undone";
  if (tilesOn(view, cells).join() !== tiles.join()) return "shelfie.plan.taken";
  return column !== null && guide.columns[column] < cells.length ? "shelfie.plan.full" : "";
}

/** Where so many tiles would land in each column, the lowest first; nowhere if they do not fit. */
export const landing = (columns, count) => columns.map((room, column) =>
  (count <= room ? Array.from({ length: count }, (_, place) => [room - 1 - place, column]) : []));

/** Whether cells are next to each other in one row or column, and not too many. */
function isLine(cells) {
  const [rows, columns] = [0, 1].map((way) => cells.map((cell) => cell[way]));
  const spread = (places) => Math.max(...places) - Math.min(...places);
  const across = spread(rows) === 0 && spread(columns) === cells.length - 1;
  const down = spread(columns) === 0 && spread(rows) === cells.length - 1;
  return cells.length <= LONGEST && (cells.length < 2 || across || down);
}
