/** @typedef {import("../types/operations.js").OperationName} OperationName */
/** @typedef {import("./transport/transport.js").CallOptions} CallOptions */
/**
 * @template {OperationName} Name
 * @typedef {import("../types/operations.js").Operations[Name]["arguments"]} Arguments
 */
/**
 * @template {OperationName} Name
 * @typedef {import("../types/operations.js").Operations[Name]["result"]} Result
 */
/**
 * What calls take that name none of their own.
 * @typedef {object} Defaults
 * @property {string} [context] default: main
 * @property {string} [branch] default: the one in use
 * @property {string} [actor] the name that is recorded with edits; default: none
 * @property {string} [profile] the profile of requests; default: the canonical thread
 */
/**
 * A store that is open. It may have any number of contexts, and any number of calls may run at a time: within one
 * context, writes run in the order in which they were called, and reads see the writes called before them.
 *
 *     const repo = await open("agent.db");
 *     const ctx = repo.context("main");
 *     await repo.close();
 *
 * A repository that is dropped is closed when its memory is collected; `await using repo = await open(..)` closes it at
 * the end of the block.
 */
export class Repository {
    /** @param {import("./transport/transport.js").Transport} transport @param {Defaults} [defaults] */
    constructor(transport: import("./transport/transport.js").Transport, defaults?: Defaults);
    /** `native`: the engine is in this process. `http`: it is behind `latewood serve`. */
    get transport(): "native" | "http";
    /**
     * A context of the store. It is made by its first call, if it is not there and `create` is not false.
     * @param {string} [name]
     * @param {{ branch?: string, create?: boolean }} [options] branch: default: the one in use
     * @returns {Context}
     */
    context(name?: string, options?: {
        branch?: string;
        create?: boolean;
    }): Context;
    /**
     * Runs an operation of the table; `latewood schema` and docs/operations.md have all of them.
     *
     *     const { commits } = await repo.call("log", { context: "main", limit: 10 });
     *
     * @template {OperationName} Name
     * @param {Name} operation
     * @param {Arguments<Name>} args
     * @param {CallOptions} [options]
     * @returns {Promise<Result<Name>>}
     */
    call<Name extends OperationName>(operation: Name, args: Arguments<Name>, options?: CallOptions): Promise<Result<Name>>;
    /**
     * The same with JSON text in and out: the exact bytes that every door of Latewood gives.
     * @param {string} operation
     * @param {string} [args] a JSON object
     * @param {CallOptions} [options]
     * @returns {Promise<string>}
     */
    callText(operation: string, args?: string, options?: CallOptions): Promise<string>;
    /**
     * Reads nodes of a context, where the transport can read them without JSON; undefined where it cannot.
     * @param {import("./transport/transport.js").NodeQuestion} question
     * @param {CallOptions} options
     */
    readNodes(question: import("./transport/transport.js").NodeQuestion, options: CallOptions): Promise<import("./node_view.js").Columns> | undefined;
    /**
     * Runs an operation on this thread, which waits for it: for scripts, and for reads that take microseconds. Only where
     * the transport is `native`.
     * @template {OperationName} Name
     * @param {Name} operation
     * @param {Arguments<Name>} args
     * @returns {Result<Name>}
     */
    callSync<Name extends OperationName>(operation: Name, args: Arguments<Name>): Result<Name>;
    /**
     * Commits as they appear in the store, those of other processes too, from now on.
     *
     *     for await (const { context, cycle } of repo.watch({ signal })) console.log(context, cycle);
     *
     * @param {import("./transport/transport.js").WatchOptions} [options]
     * @returns {AsyncGenerator<import("./transport/transport.js").CommitEvent, void, void>}
     */
    watch(options?: import("./transport/transport.js").WatchOptions): AsyncGenerator<import("./transport/transport.js").CommitEvent, void, void>;
    /**
     * All contexts, in the order in which they were made.
     * @param {CallOptions} [options]
     * @returns {Promise<import("./rows.js").ContextInfo[]>}
     */
    contexts(options?: CallOptions): Promise<import("./rows.js").ContextInfo[]>;
    /** Makes a context; E_CONFLICT if the name is taken. @param {string} name @param {CallOptions} [options] */
    createContext(name: string, options?: CallOptions): Promise<Context>;
    /** Gives a context another name. @param {string} name @param {string} to @param {CallOptions} [options] */
    renameContext(name: string, to: string, options?: CallOptions): Promise<Context>;
    /**
     * Deletes a context with everything in it.
     * @param {string} name
     * @param {CallOptions & { force?: boolean }} [options] force: also its commits, edits and events; default: false
     */
    deleteContext(name: string, options?: CallOptions & {
        force?: boolean;
    }): Promise<import("../types/operations.js").DeleteContextResult>;
    /**
     * Recomputes every digest of a context, or of all, from the patches.
     * @param {Arguments<"verify"> & CallOptions} [options]
     */
    verify(options?: Arguments<"verify"> & CallOptions): Promise<import("../types/operations.js").VerifyResult>;
    /** Checks the structure of the store. @param {Arguments<"fsck"> & CallOptions} [options] */
    fsck(options?: Arguments<"fsck"> & CallOptions): Promise<import("../types/operations.js").FsckResult>;
    /** Rebuilds damaged pages from the patches. @param {CallOptions} [options] */
    repair(options?: CallOptions): Promise<import("../types/operations.js").RepairResult>;
    /** Removes data that no kept snapshot needs. @param {Arguments<"gc"> & CallOptions} [options] */
    gc(options?: Arguments<"gc"> & CallOptions): Promise<import("../types/operations.js").GcResult>;
    /** Copies the store to a new file on the machine of the store. @param {string} path @param {CallOptions} [options] */
    backup(path: string, options?: CallOptions): Promise<import("../types/operations.js").BackupResult>;
    /** Damage, garbage and leftovers of the store, and what to do about them. @param {CallOptions} [options] */
    doctor(options?: CallOptions): Promise<import("../types/operations.js").DoctorResult>;
    /** Ends the use of the store, after the calls that run. Later calls fail. */
    close(): Promise<void>;
    [Symbol.asyncDispose](): Promise<void>;
    #private;
}
export type OperationName = import("../types/operations.js").OperationName;
export type CallOptions = import("./transport/transport.js").CallOptions;
export type Arguments<Name extends OperationName> = import("../types/operations.js").Operations[Name]["arguments"];
export type Result<Name extends OperationName> = import("../types/operations.js").Operations[Name]["result"];
/**
 * What calls take that name none of their own.
 */
export type Defaults = {
    /**
     * default: main
     */
    context?: string | undefined;
    /**
     * default: the one in use
     */
    branch?: string | undefined;
    /**
     * the name that is recorded with edits; default: none
     */
    actor?: string | undefined;
    /**
     * the profile of requests; default: the canonical thread
     */
    profile?: string | undefined;
};
import { Context } from "./context.js";
