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
export function open(place: string | URL, options?: OpenOptions): Promise<Repository>;
export type OpenOptions = import("./repository.js").Defaults & import("./transport/native.js").NativeOptions & import("./transport/http.js").HttpOptions & {
    create?: boolean;
};
import { Repository } from "./repository.js";
