// Answers of operations: asked once, kept while they stay true.
import { signal } from "../vendor/signals.js";

/**
 * @typedef {(operation: string, args: Record<string, unknown>, stop?: AbortSignal) => Promise<any>} Ask
 * @typedef {{ask: Ask, live: boolean, profiles: string[] | null, has: (operation: string) => boolean,
 *   watch?: (on: {commit: () => void, reset: () => void, connected: (yes: boolean) => void}) => void,
 *   facts?: {exported_at?: string, content?: boolean}}} Transport
 */

/** An error of an operation or of the way to it. */
export class AnswerError extends Error {
  /** @param {import("../shapes.js").Fault} fault */
  constructor(fault) {
    super(fault.message);
    this.fault = fault;
  }
}

// A purge or a new commit changes what was answered: hooks that show answers ask again when this counts up.
export const generation = signal(0);

/** @type {Transport} */
let transport = { ask: () => Promise.reject(new Error("no transport")), live: false, profiles: null, has: () => false };

/** @param {Transport} chosen */
export function useTransport(chosen) {
  transport = chosen;
}
export const currentTransport = () => transport;

const kept = new Map();
const mostKept = 48;

/**
 * The result of an operation. Equal questions share one call; a failed call is not kept.
 * @param {string} operation
 * @param {Record<string, unknown>} args
 * @param {unknown} [state] what else the answer depends on
 * @returns {Promise<any>}
 */
export function ask(operation, args, state = "") {
  const key = `${operation} ${JSON.stringify(args)} ${state}`;
  const known = kept.get(key);
  if (known) {
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  const answer = transport.ask(operation, args);
  kept.set(key, answer);
  answer.catch(() => kept.delete(key));
  if (kept.size > mostKept) kept.delete(kept.keys().next().value);
  return answer;
}

/**
 * Asks without keeping: for questions whose answer the next commit changes.
 * @param {string} operation
 * @param {Record<string, unknown>} args
 * @param {AbortSignal} [stop]
 */
export const askNow = (operation, args, stop) => transport.ask(operation, args, stop);

export function forgetAnswers() {
  kept.clear();
  generation.value++;
}
