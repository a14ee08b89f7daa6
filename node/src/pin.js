// A pin with an end.

/**
 * Keeps nodes from expiry and pruning until it is released.
 *
 *     {
 *       await using pin = await ctx.pinned(["leaflet"]);
 *       await ctx.commit();
 *     } // unpinned here, for the next commit
 */
export class Pin {
  #context;
  /** @type {Promise<void> | undefined} */
  #released;

  /** @param {import("./context.js").Context} context @param {string | string[]} nodes @param {string} holder */
  constructor(context, nodes, holder) {
    this.#context = context;
    /** @readonly */
    this.nodes = nodes;
    /** @readonly */
    this.holder = holder;
  }

  /** Unpins the nodes; the first call does it. @returns {Promise<void>} */
  release() {
    this.#released ??= this.#context.unpin(this.nodes, { holder: this.holder }).then(() => {});
    return this.#released;
  }

  [Symbol.asyncDispose]() {
    return this.release();
  }
}
