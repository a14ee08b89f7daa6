/**
 * Keeps nodes from expiry and pruning until it is released.
 *
 *     {
 *       await using pin = await ctx.pinned(["leaflet"]);
 *       await ctx.commit();
 *     } // unpinned here, for the next commit
 */
export class Pin {
    /** @param {import("./context.js").Context} context @param {string | string[]} nodes @param {string} holder */
    constructor(context: import("./context.js").Context, nodes: string | string[], holder: string);
    /** @readonly */
    readonly nodes: string | string[];
    /** @readonly */
    readonly holder: string;
    /** Unpins the nodes; the first call does it. @returns {Promise<void>} */
    release(): Promise<void>;
    [Symbol.asyncDispose](): Promise<void>;
    #private;
}
