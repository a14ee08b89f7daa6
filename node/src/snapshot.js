// One immutable state of a context.
import { Reading } from "./reading.js";

/**
 * A snapshot, by the id of its commit: it stays the same, whatever is committed later.
 *
 *     const before = await ctx.at(-3);
 *     console.log(before.cycle, await before.select(".cb"));
 */
export class Snapshot extends Reading {
  #context;

  /**
   * @param {import("./context.js").Context} context
   * @param {import("./rows.js").CommitInfo} commit
   */
  constructor(context, commit) {
    super();
    this.#context = context;
    /**
     * The commit, as `log` gives it.
     * @readonly
     * @type {import("./rows.js").CommitInfo}
     */
    this.commit = commit;
    /** @readonly */
    this.commit_id = commit.commit_id;
    /** @readonly */
    this.cycle = commit.cycle;
  }

  /** The context that has it. */
  get context() {
    return this.#context;
  }

  /**
   * Runs an operation on this snapshot.
   * @template {import("./reading.js").OperationName} Name
   * @param {Name} operation
   * @param {Partial<import("./repository.js").Arguments<Name>> & import("./repository.js").CallOptions} [options]
   * @returns {Promise<import("./repository.js").Result<Name>>}
   */
  call(operation, options) {
    const placed = /** @type {Partial<import("./repository.js").Arguments<Name>>} */ ({ at: this.commit_id, ...options });
    return this.#context.call(operation, placed);
  }

  /** Members of its nodes, without JSON. @param {string} selector @param {import("./repository.js").CallOptions} [options] */
  async readNodes(selector, options) {
    return this.#context.readNodes(selector, options, this.commit_id);
  }

  /** The snapshot rebuilt from the patches alone. @param {import("./reading.js").Options<"replay">} [options] */
  async replay(options) {
    return this.#context.call("replay", { moment: this.commit_id, ...options });
  }

  toString() {
    return this.commit_id;
  }
}
