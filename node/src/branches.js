// Names of commits: branches and tags.
import { momentText } from "./moment.js";

/** @typedef {import("./repository.js").CallOptions} CallOptions */
/** @typedef {{ at?: import("./moment.js").Moment } & CallOptions} At */

/** The member `from` of an operation for `at` of a method. @param {At} [options] */
export function startOf({ at, ...options } = {}) {
  return { ...options, from: at === undefined ? undefined : momentText(at) };
}

/** The branches of a context. */
export class Branches {
  #context;

  /** @param {import("./context.js").Context} context */
  constructor(context) {
    this.#context = context;
  }

  /** All with commits, by name. @param {CallOptions} [options] @returns {Promise<import("./rows.js").BranchInfo[]>} */
  async list(options) {
    return (await this.#context.call("branches", options)).branches;
  }

  /** Makes one at a moment. @param {string} name @param {At} [options] at: default: the newest commit */
  async create(name, options) {
    return this.#context.call("create_branch", { name, ...startOf(options) });
  }

  /** @param {string} name @param {{ force?: boolean } & CallOptions} [options] force: with its uncommitted edits */
  async delete(name, options) {
    return this.#context.call("delete_branch", { name, ...options });
  }

  /** Makes it the branch that calls without a branch use. @param {string} name @param {CallOptions} [options] */
  async switch(name, options) {
    return this.#context.call("switch", { name, ...options });
  }
}

/** The tags of a context. */
export class Tags {
  #context;

  /** @param {import("./context.js").Context} context */
  constructor(context) {
    this.#context = context;
  }

  /** All, by name. @param {CallOptions} [options] @returns {Promise<import("./rows.js").TagInfo[]>} */
  async list(options) {
    return (await this.#context.call("tags", options)).tags;
  }

  /** Names a commit. @param {string} name @param {At} [options] at: default: the newest commit */
  async create(name, options) {
    return this.#context.call("create_tag", { name, ...startOf(options) });
  }

  /** @param {string} name @param {CallOptions} [options] */
  async delete(name, options) {
    return this.#context.call("delete_tag", { name, ...options });
  }
}
