// What a client needs of the way to an engine.

/**
 * @typedef {object} CallOptions
 * @property {AbortSignal} [signal] ends the call. Over `native` long work ends at its next step, and a call that was
 * done already gives its result; over `http` an aborted write may have been made
 */

/**
 * @typedef {object} Transport
 * @property {"native" | "http"} kind
 * @property {(operation: string, args: string, options: CallOptions) => Promise<string>} call JSON text in and out;
 * rejects with a LatewoodError, or with the reason of the signal
 * @property {((operation: string, args: string) => string) | undefined} callSync where the engine is in this process
 * @property {((question: NodeQuestion, options: CallOptions) => Promise<import("../node_view.js").Columns>) | undefined} nodes
 * reads nodes without JSON, where the engine is in this process
 * @property {(options: WatchOptions) => AsyncGenerator<CommitEvent, void, void>} watch commits from now on
 * @property {() => Promise<void>} close
 */

/**
 * Which nodes are read, and where; empty texts: default.
 * @typedef {object} NodeQuestion
 * @property {string} context
 * @property {string} branch
 * @property {string} moment
 * @property {string} selector
 */

/**
 * A commit that appeared in the store.
 * @typedef {object} CommitEvent
 * @property {string} context
 * @property {import("../../types/operations.js").CommitId} commit_id
 * @property {number} cycle
 * @property {string} actor
 * @property {string} message
 * @property {import("../../types/operations.js").Nanoseconds} host_time
 */

/**
 * @typedef {object} WatchOptions
 * @property {AbortSignal} [signal] ends the watch, without an error
 * @property {string} [context] default: every context
 * @property {number} [interval] milliseconds between two looks at a store in this process; default: 250
 */

export {};
