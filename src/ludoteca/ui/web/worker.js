/** Shows a page when there is no connection, and notifications; leaves everything else to the browser.
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

/** Show a push message; a later one with the same id replaces it.
 * @param {{ id: string, title: string, body: string, path: string }} message */
const show = ({ id, title, body, path }) =>
  registration.showNotification(title, { body, tag: id, icon: "{assets}/icon-192.png", data: path });

/** Show the page of a notification in a window that is open, or in a new one.
 * @param {string} path */
async function open(path) {
  const [window] = await clients.matchAll({ type: "window" });
  if (!window) return clients.openWindow(path);
  await window.focus();
  return window.navigate(path);
}

addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
