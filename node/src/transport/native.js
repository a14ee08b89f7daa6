// The engine in this process: an addon that the package of the platform carries.
import { createRequire } from "node:module";
import { errorOf, unavailable } from "../error.js";
import { watchStore } from "./store_watch.js";
import { TokenCounter } from "./token_counter.js";

/**
 * @typedef {object} Addon
 * @property {(url: string, options: string, tokens?: (json: string) => number, name?: string) => object} open
 * @property {(session: object, operation: string, args: string, stop?: object) => Promise<string>} call
 * @property {(session: object, operation: string, args: string) => string} callSync
 * @property {(session: object, moment: string, context: string, branch: string, selector: string, stop?: object) =>
 *   Promise<import("../node_view.js").Columns>} nodes
 * @property {(session: object) => Promise<string>} close
 * @property {() => object} makeStop
 * @property {(stop: object) => void} stop
 * @property {() => string} schema
 * @property {() => string} version
 */

/**
 * @typedef {object} NativeOptions
 * @property {"read" | "write" | "admin"} [scope] the highest that calls may have; default: admin
 * @property {"refuse" | "request" | "allow"} [system] whether calls may change system text; default: request, with the
 * argument `system: true`
 * @property {((text: string) => number) | "o200k_base" | "cl100k_base" | "estimate"} [tokens] counts tokens for budgets
 * in tokens: a counter of the engine by its name (docs/economy.md), or a function, which is given a content that is a
 * text, or the JSON of another one. What the function throws is the error of the call. The engine asks it while a call
 * runs, so it must not use the repository; default: none
 * @property {string} [tokens_name] the name of a counter that always counts alike: the store keeps its counts; default:
 * they are not kept
 * @property {"host" | "logical"} [clock] logical: the same calls give the same bytes in every run; default: host
 */

/** The package with the addon and the program of this platform. */
export const platformPackage = `latewood-${process.platform}-${process.arch}`;

/** @returns {Addon} */
export function loadAddon() {
  try {
    return createRequire(import.meta.url)(`${platformPackage}/latewood.node`);
  } catch (cause) {
    const hint = `install ${platformPackage}, or open a URL of \`latewood serve\``;
    throw unavailable(`the addon of Latewood cannot be loaded: ${String(cause).split("\n")[0]}`, { cause, hint });
  }
}

/**
 * @param {string} url a path, "memory:" or "postgres://.."
 * @param {NativeOptions & import("../repository.js").Defaults} options
 */
export function openNative(url, { tokens, tokens_name, ...options }) {
  const addon = loadAddon();
  const counter = typeof tokens === "function" ? new TokenCounter(tokens) : undefined;
  const given = JSON.stringify(counter === undefined ? { ...options, tokens } : options);
  const session = thrownAs(() => addon.open(url, given, counter?.count, tokens_name));
  return new NativeTransport(addon, session, counter);
}

export class NativeTransport {
  #addon;
  #session;
  #counter;
  kind = /** @type {const} */ ("native");

  /** @param {Addon} addon @param {object} session @param {TokenCounter} [counter] */
  constructor(addon, session, counter) {
    this.#addon = addon;
    this.#session = session;
    this.#counter = counter;
  }

  /** @param {string} operation @param {string} args @param {import("./transport.js").CallOptions} options */
  async call(operation, args, { signal }) {
    return this.#stopped(signal, (stop) => this.#addon.call(this.#session, operation, args, stop));
  }

  /** @param {import("./transport.js").NodeQuestion} question @param {import("./transport.js").CallOptions} options */
  async nodes({ moment, context, branch, selector }, { signal }) {
    return this.#stopped(signal, (stop) => this.#addon.nodes(this.#session, moment, context, branch, selector, stop));
  }

  /**
   * The result of `act`, which is given a stop if there is a signal.
   * @template Value
   * @param {AbortSignal | undefined} signal
   * @param {(stop: object | undefined) => Promise<Value>} act
   */
  async #stopped(signal, act) {
    if (signal === undefined) return this.#settled(() => act(undefined));
    signal.throwIfAborted();
    const stop = this.#addon.makeStop();
    const abort = () => this.#addon.stop(stop);
    signal.addEventListener("abort", abort, { once: true });
    try {
      return await this.#settled(() => act(stop));
    } catch (error) {
      // A call that failed for a reason of its own keeps that reason.
      const isEnded = /** @type {{ code?: unknown }} */ (error).code === "E_INTERRUPTED";
      throw isEnded && signal.aborted ? signal.reason : error;
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }

  /** @param {string} operation @param {string} args */
  callSync(operation, args) {
    try {
      return thrownAs(() => this.#addon.callSync(this.#session, operation, args));
    } catch (error) {
      throw this.#counter?.failureOf(error) ?? error;
    }
  }

  /** @template Value @param {() => Promise<Value>} act */
  async #settled(act) {
    try {
      return await rejectedAs(act);
    } catch (error) {
      throw this.#counter?.failureOf(error) ?? error;
    }
  }

  /** @param {import("./transport.js").WatchOptions} options */
  watch(options) {
    return watchStore((operation, args, call) => this.call(operation, args, call), options);
  }

  async close() {
    await rejectedAs(() => this.#addon.close(this.#session));
  }
}

/** @template T @param {() => T} act @returns {T} */
function thrownAs(act) {
  try {
    return act();
  } catch (thrown) {
    throw translated(thrown);
  }
}

/** @template T @param {() => Promise<T>} act @returns {Promise<T>} */
async function rejectedAs(act) {
  try {
    return await act();
  } catch (thrown) {
    throw translated(thrown);
  }
}

/** The addon throws the JSON of an error. @param {unknown} thrown */
function translated(thrown) {
  return (typeof thrown === "string" ? errorOf(thrown) : undefined) ?? thrown;
}
