/** Where in the house the page is: the address, and the way from one to the other. */

const WAYS = [
  ["lobby", /^\/$/],
  ["invited", /^\/t\/([^/]+)$/],
  ["table", /^\/table\/(\d+)$/],
  ["replay", /^\/replay\/(\d+)$/],
  ["rules", /^\/rules\/([\w-]+)$/],
  ["help", /^\/help$/],
];

/** The screen of an address, and what of. */
export function place(path = location.pathname) {
  for (const [screen, way] of WAYS) {
    const found = path.match(way);
    if (found) return { screen, what: found[1] ? decodeURIComponent(found[1]) : "" };
  }
  return { screen: "lobby", what: "" };
}

/** Go to another address of the house; `go(path, true)` leaves no trace of this one. */
export function go(path, instead = false) {
  if (path !== location.pathname) history[instead ? "replaceState" : "pushState"](null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** Links inside the house do not load the page again. */
export function followLinks() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href^='/']");
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !plain || link.hasAttribute("download") || link.getAttribute("href").startsWith("/api/")) return;
    event.preventDefault();
    go(link.getAttribute("href"));
  });
}
