// Types for `worker.js` alone: it runs as a service worker, which the types of pages do not cover.

declare function skipWaiting(): Promise<void>;
declare const registration: ServiceWorkerRegistration;
declare const clients: {
  matchAll(wanted: { type: string }): Promise<Array<{ focus(): Promise<unknown>; navigate(path: string): Promise<unknown> }>>;
  openWindow(path: string): Promise<unknown>;
};

interface WorkerEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface WindowEventMap {
  install: WorkerEvent;
  activate: WorkerEvent;
  push: WorkerEvent & { data: { json(): { id: string; title: string; body: string; path: string } } };
  notificationclick: WorkerEvent & { notification: Notification };
  fetch: WorkerEvent & { request: Request; respondWith(answer: Promise<Response>): void };
}
