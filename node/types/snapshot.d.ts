/**
 * A snapshot, by the id of its commit: it stays the same, whatever is committed later.
 *
 *     const before = await ctx.at(-3);
 *     console.log(before.cycle, await before.select(".cb"));
 */
export class Snapshot extends Reading {
    /**
     * @param {import("./context.js").Context} context
     * @param {import("./rows.js").CommitInfo} commit
     */
    constructor(context: import("./context.js").Context, commit: import("./rows.js").CommitInfo);
    /**
     * The commit, as `log` gives it.
     * @readonly
     * @type {import("./rows.js").CommitInfo}
     */
    readonly commit: import("./rows.js").CommitInfo;
    /** @readonly */
    readonly commit_id: import("../types/operations.js").CommitId;
    /** @readonly */
    readonly cycle: number;
    /** The context that has it. */
    get context(): import("./context.js").Context;
    /** Members of its nodes, without JSON. @param {string} selector @param {import("./repository.js").CallOptions} [options] */
    readNodes(selector: string, options?: import("./repository.js").CallOptions): Promise<import("./node_view.js").ColumnSource | undefined>;
    /** The snapshot rebuilt from the patches alone. @param {import("./reading.js").Options<"replay">} [options] */
    replay(options?: import("./reading.js").Options<"replay">): Promise<import("../types/operations.js").ReplayResult>;
    toString(): import("../types/operations.js").CommitId;
    #private;
}
import { Reading } from "./reading.js";
