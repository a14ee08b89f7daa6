// The way into the package.
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { LatewoodError, wrongArgument } from "./error.js";
import { Repository } from "./repository.js";
import { HttpTransport } from "./transport/http.js";
import { openNative } from "./transport/native.js";

/**
 * @typedef {import("./repository.js").Defaults & import("./transport/native.js").NativeOptions &
 *   import("./transport/http.js").HttpOptions & { create?: boolean }} OpenOptions
 */

/**
 * Opens a store: "agent.db" or another path, "memory:", "postgres://..", or the "http://.." of
 * `latewood serve`.
 *
 *     const repo = await open("agent.db");
 *     const served = await open("http://127.0.0.1:7070", { token });
 *
 * @param {string | URL} place
 * @param {OpenOptions} [options] create: whether a store that is not there is made by its first write; default: true.
 * `token` and `fetch` are for http; `scope`, `system`, `clock` and `create` for the others
 * @returns {Promise<Repository>}
 */
export async function open(place, options = {}) {
  const url = urlText(place);
  const isHttp = /^https?:/i.test(url);
  const { create = !isHttp, ...rest } = defined(options);
  const repository = new Repository(isHttp ? openHttp(url, rest) : openNative(url, rest), options);
  try {
    await look(repository, create);
  } catch (error) {
    await repository.close();
    throw error;
  }
  return repository;
}

/** How often, and after how many milliseconds, a store is looked at that another process is making. */
const LOOKS = 10;
const PAUSE_MS = 30;

/**
 * Fails if the store cannot be read. One that is not there is made by the first write, and a file that is no store yet
 * may be one that another process or thread is making.
 * @param {Repository} repository
 * @param {boolean} create
 */
async function look(repository, create) {
  for (let looks = 1; ; ++looks) {
    try {
      await repository.contexts();
      return;
    } catch (error) {
      if (!create || !(error instanceof LatewoodError)) throw error;
      if (error.code === "NotFound") return;
      if (error.code !== "Unsupported" || looks === LOOKS) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** @param {string | URL} place */
function urlText(place) {
  const text = place instanceof URL ? (place.protocol === "file:" ? fileURLToPath(place) : place.href) : place;
  if (typeof text !== "string" || text === "") throw wrongArgument("a store is a path or a URL");
  if (!text.isWellFormed() || text.includes("\0")) throw wrongArgument("the path has characters that no path can have");
  return text;
}

/** @param {string} url @param {OpenOptions} options */
function openHttp(url, { token, fetch, context, branch, actor, profile, ...others }) {
  const [wrong] = Object.keys(others);
  if (wrong === undefined) return new HttpTransport(new URL(url), { token, fetch });
  throw wrongArgument(`option ${JSON.stringify(wrong)} is not for a server`, "E_OPTION_INVALID");
}

/** @param {OpenOptions} options @returns {OpenOptions} */
function defined(options) {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
