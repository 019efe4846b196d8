/** Addresses of the page, and going from one to another. */

const WAYS = [
  ["lobby", /^\/$/],
  ["invited", /^\/t\/([^/]+)$/],
  ["table", /^\/table\/(\d+)$/],
  ["replay", /^\/replay\/(\d+)$/],
  ["rules", /^\/rules\/([\w-]+)$/],
  ["help", /^\/help$/],
  ["operator", /^\/operator$/],
];

/** The screen of an address, and what it shows. */
export function place(path = location.pathname) {
  for (const [screen, way] of WAYS) {
    const found = path.match(way);
    if (found) return { screen, what: found[1] ? decodeURIComponent(found[1]) : "" };
  }
  return { screen: "lobby", what: "" };
}

/** Where a finished game is shown: at a move, from the view of a seat. */
export function replayAddress(number, { at = 0, seat = null, code = "" } = {}) {
  const query = new URLSearchParams();
  if (at > 0) query.set("at", at);
  if (seat !== null && seat >= 0) query.set("seat", seat);
  if (code) query.set("code", code);
  return `/replay/${number}${[...query].length ? `?${query}` : ""}`;
}

/** Go to another address of the page; `go(path, true)` replaces this one in the history. */
export function go(path, instead = false) {
  if (path !== location.pathname) history[instead ? "replaceState" : "pushState"](null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** Follow links within the page without loading it again. */
export function followLinks() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href^='/']");
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !plain || link.target || link.hasAttribute("download") || link.getAttribute("href").startsWith("/api/")) return;
    event.preventDefault();
    go(link.getAttribute("href"));
  });
}
