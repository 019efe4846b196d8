/** Registers the worker that shows a page when there is no connection. */

const WORKER = "/worker.js";

/** The only script address that this page may make of a text, whatever it is asked for. */
const policy = globalThis.trustedTypes?.createPolicy("worker", { createScriptURL: () => WORKER });

/** Have the worker at hand from the next visit on; a browser that wants none does without. */
export const keepWorker = () =>
  navigator.serviceWorker?.register(policy ? policy.createScriptURL("") : WORKER).catch(() => {});
