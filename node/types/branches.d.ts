/** @typedef {import("./repository.js").CallOptions} CallOptions */
/** @typedef {{ at?: import("./moment.js").Moment } & CallOptions} At */
/** The member `from` of an operation for `at` of a method. @param {At} [options] */
export function startOf({ at, ...options }?: At): {
    from: string | undefined;
    /**
     * ends the call. Over `native` long work ends at its next step, and a call that was
     * done already gives its result; over `http` an aborted write may have been made
     */
    signal?: AbortSignal | undefined;
};
/** The branches of a context. */
export class Branches {
    /** @param {import("./context.js").Context} context */
    constructor(context: import("./context.js").Context);
    /** All with commits, by name. @param {CallOptions} [options] @returns {Promise<import("./rows.js").BranchInfo[]>} */
    list(options?: CallOptions): Promise<import("./rows.js").BranchInfo[]>;
    /** Makes one at a moment. @param {string} name @param {At} [options] at: default: the newest commit */
    create(name: string, options?: At): Promise<import("../types/operations.js").CreateBranchResult>;
    /** @param {string} name @param {{ force?: boolean } & CallOptions} [options] force: with its uncommitted edits */
    delete(name: string, options?: {
        force?: boolean;
    } & CallOptions): Promise<import("../types/operations.js").DeleteBranchResult>;
    /** Makes it the branch that calls without a branch use. @param {string} name @param {CallOptions} [options] */
    switch(name: string, options?: CallOptions): Promise<import("../types/operations.js").SwitchResult>;
    #private;
}
/** The tags of a context. */
export class Tags {
    /** @param {import("./context.js").Context} context */
    constructor(context: import("./context.js").Context);
    /** All, by name. @param {CallOptions} [options] @returns {Promise<import("./rows.js").TagInfo[]>} */
    list(options?: CallOptions): Promise<import("./rows.js").TagInfo[]>;
    /** Names a commit. @param {string} name @param {At} [options] at: default: the newest commit */
    create(name: string, options?: At): Promise<import("../types/operations.js").CreateTagResult>;
    /** @param {string} name @param {CallOptions} [options] */
    delete(name: string, options?: CallOptions): Promise<import("../types/operations.js").DeleteTagResult>;
    #private;
}
export type CallOptions = import("./repository.js").CallOptions;
export type At = {
    at?: import("./moment.js").Moment;
} & CallOptions;
