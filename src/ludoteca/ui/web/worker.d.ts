// Types for `worker.js` alone: it runs as a service worker, which the types of pages do not cover.

declare function skipWaiting(): Promise<void>;

interface WorkerEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface WindowEventMap {
  install: WorkerEvent;
  activate: WorkerEvent;
  fetch: WorkerEvent & { request: Request; respondWith(answer: Promise<Response>): void };
}
