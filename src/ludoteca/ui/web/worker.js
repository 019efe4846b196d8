/** Shows a page when there is no connection; leaves everything else to the browser.
 * Only this page's files are cached, under addresses that change with their content, so nothing can be stale.
 */


const OFFLINE = "/offline";
const FILES = [OFFLINE, "{assets}/base.css", "{assets}/icon.svg"];
const KEPT = "{assets}";

/** Return the server's answer or, without a connection, the cached one.
 * @param {Request} request @param {string} kept */
const answered = (request, kept) => fetch(request).catch(async () => (await caches.match(kept)) ?? Response.error());

async function keep() {
  await (await caches.open(KEPT)).addAll(FILES);
  await skipWaiting();
}

async function dropOlder() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
}

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(dropOlder()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.mode === "navigate") event.respondWith(answered(request, OFFLINE));
  else if (FILES.includes(pathname)) event.respondWith(answered(request, pathname));
});
