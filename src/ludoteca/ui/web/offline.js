/** Registers the worker that shows a page without a connection. */

const WORKER = "/worker.js";

/** Allows only this script address, whatever is requested. */
const policy = globalThis.trustedTypes?.createPolicy("worker", { createScriptURL: () => WORKER });

/** Register the worker for the next visit; ignore browsers that refuse it. */
export const keepWorker = () =>
  navigator.serviceWorker?.register(policy ? policy.createScriptURL("") : WORKER).catch(() => {});
