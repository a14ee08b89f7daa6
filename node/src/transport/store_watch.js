// Commits of a store in this process, by looking at it again and again.
import { setTimeout as sleep } from "node:timers/promises";
import { readJson, writeJson } from "../json_text.js";

/** @typedef {import("../../types/operations.js").LogResult["commits"][number]} Commit */

/** Milliseconds between two looks. */
const INTERVAL_MS = 250;
/** Commits that are read at a time. */
const PAGE = 100;

/**
 * @param {(operation: string, args: string, options: { signal: AbortSignal | undefined }) => Promise<string>} call
 * @param {import("./transport.js").WatchOptions} options
 * @returns {AsyncGenerator<import("./transport.js").CommitEvent, void, void>}
 */
export async function* watchStore(call, { signal, context, interval = INTERVAL_MS }) {
  const ask = async (/** @type {string} */ operation, /** @type {object} */ args) =>
    readJson(await call(operation, writeJson(args), { signal }));

  /**
   * The newest commits of each context, by id. An undone commit leaves the list, so one id is not enough.
   * @type {Map<string, Set<string>>}
   */
  const known = new Map();

  /** The commits of a context that are not known yet, oldest first. @param {string} name @param {boolean} isFirst */
  async function news(name, isFirst) {
    const before = known.get(name) ?? new Set();
    /** @type {Commit[]} */
    const found = [];
    let start;
    do {
      const page = await ask("log", { context: name, all: true, limit: PAGE, start });
      start = page.next;
      for (const commit of page.commits) {
        if (before.has(commit.commit_id)) {
          start = undefined;
          break;
        }
        found.push(commit);
      }
    } while (start !== undefined && !isFirst);
    known.set(name, new Set([...found.map(({ commit_id }) => commit_id), ...before].slice(0, PAGE)));
    return found.reverse();
  }

  for (let isFirst = true; !signal?.aborted; isFirst = false) {
    try {
      for (const { name } of (await ask("contexts", {})).contexts) {
        if (context !== undefined && name !== context) continue;
        for (const { commit_id, cycle, actor, message, host_time } of await news(name, isFirst)) {
          if (!isFirst) yield { actor, commit_id, context: name, cycle, host_time, message };
        }
      }
    } catch (error) {
      if (signal?.aborted) return;
      throw error;
    }
    await sleep(interval, undefined, { signal }).catch(() => {});
  }
}
