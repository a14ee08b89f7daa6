/** @typedef {import("../types/operations.js").Json} Json */
/** @typedef {import("./repository.js").CallOptions} CallOptions */
/**
 * A node by its id. Where an operation takes an id, it takes a node too.
 *
 *     const leaflet = await ctx.add({ role: "user", content: "Leaflet 12", ttl: 2 });
 *     await leaflet.why();
 */
export class Node {
    /** @param {import("./reading.js").Reading} place where it is read @param {string} id */
    constructor(place: import("./reading.js").Reading, id: string);
    /** @readonly */
    readonly id: string;
    /** All details: content, place, ttl, pins, hashes. @param {CallOptions} [options] */
    details(options?: CallOptions): Promise<Record<string, any>>;
    /** Its content: a text, or another JSON value. @param {CallOptions} [options] @returns {Promise<Json>} */
    content(options?: CallOptions): Promise<Json>;
    /**
     * The commits, rules and events that made it, or removed it.
     * @param {CallOptions} [options]
     * @returns {Promise<import("./rows.js").Reason>}
     */
    why(options?: CallOptions): Promise<import("./rows.js").Reason>;
    toString(): string;
    toJSON(): string;
    #private;
}
export type Json = import("../types/operations.js").Json;
export type CallOptions = import("./repository.js").CallOptions;
