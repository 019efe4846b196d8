/** Dispatch by the tags of messages, which determine their other members. */

/** @import { ByTag } from "./types.d.ts" */

/** Call the handler for the tag of a value, if there is one.
 * @template Kinds @template {unknown[]} More @template Result @param {ByTag<Kinds, More, Result>} handlers
 * @param {keyof Kinds} tag @param {Kinds[keyof Kinds]} value @param {More} more @returns {Result | undefined} */
export const byTag = (handlers, tag, value, ...more) => handlers[tag]?.(value, ...more);
