// A handle of one block, turn or region.

/** @typedef {import("../types/operations.js").Json} Json */
/** @typedef {import("./repository.js").CallOptions} CallOptions */

/**
 * A node by its id. Where an operation takes an id, it takes a node too.
 *
 *     const leaflet = await ctx.add({ role: "user", content: "Leaflet 12", ttl: 2 });
 *     await leaflet.why();
 */
export class Node {
  #place;

  /** @param {import("./reading.js").Reading} place where it is read @param {string} id */
  constructor(place, id) {
    this.#place = place;
    /** @readonly */
    this.id = id;
  }

  /** All details: content, place, ttl, pins, hashes. @param {CallOptions} [options] */
  async details(options) {
    const { shown } = await this.#place.show(this.id, options);
    return /** @type {Record<string, Json>} */ (shown[0] ?? {});
  }

  /** Its content: a text, or another JSON value. @param {CallOptions} [options] @returns {Promise<Json>} */
  async content(options) {
    return (await this.details(options)).content;
  }

  /**
   * The commits, rules and events that made it, or removed it.
   * @param {CallOptions} [options]
   * @returns {Promise<import("./rows.js").Reason>}
   */
  async why(options) {
    const { nodes } = await this.#place.why(this.id, options);
    return /** @type {import("./rows.js").Reason} */ (nodes[0]);
  }

  toString() {
    return this.id;
  }

  toJSON() {
    return this.id;
  }
}
