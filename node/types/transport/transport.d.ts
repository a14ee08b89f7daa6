export type CallOptions = {
    /**
     * ends the call. Over `native` long work ends at its next step, and a call that was
     * done already gives its result; over `http` an aborted write may have been made
     */
    signal?: AbortSignal | undefined;
};
export type Transport = {
    kind: "native" | "http";
    /**
     * JSON text in and out;
     * rejects with a LatewoodError, or with the reason of the signal
     */
    call: (operation: string, args: string, options: CallOptions) => Promise<string>;
    /**
     * where the engine is in this process
     */
    callSync: ((operation: string, args: string) => string) | undefined;
    /**
     * reads nodes without JSON, where the engine is in this process
     */
    nodes: ((question: NodeQuestion, options: CallOptions) => Promise<import("../node_view.js").Columns>) | undefined;
    /**
     * commits from now on
     */
    watch: (options: WatchOptions) => AsyncGenerator<CommitEvent, void, void>;
    close: () => Promise<void>;
};
/**
 * Which nodes are read, and where; empty texts: default.
 */
export type NodeQuestion = {
    context: string;
    branch: string;
    moment: string;
    selector: string;
};
/**
 * A commit that appeared in the store.
 */
export type CommitEvent = {
    context: string;
    commit_id: import("../../types/operations.js").CommitId;
    cycle: number;
    actor: string;
    message: string;
    host_time: import("../../types/operations.js").Nanoseconds;
};
export type WatchOptions = {
    /**
     * ends the watch, without an error
     */
    signal?: AbortSignal | undefined;
    /**
     * default: every context
     */
    context?: string | undefined;
    /**
     * milliseconds between two looks at a store in this process; default: 250
     */
    interval?: number | undefined;
};
