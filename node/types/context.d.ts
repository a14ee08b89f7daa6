/** @typedef {import("./reading.js").OperationName} OperationName */
/** @typedef {import("./reading.js").Nodes} Nodes */
/** @typedef {import("./moment.js").Moment} Moment */
/** @typedef {import("./repository.js").CallOptions} CallOptions */
/**
 * @template {OperationName} Name
 * @template {string} [Taken=never]
 * @typedef {import("./reading.js").Options<Name, Taken>} Options
 */
/** @typedef {Readonly<import("./repository.js").Result<"commit"> & { id: import("./moment.js").CommitId }>} Commit */
/**
 * A context of a store, on the branch in use or on one of its own. Reads are about its newest commit, or the working
 * state where the operation says so.
 *
 *     const ctx = repo.context("main");
 *     await ctx.add({ role: "user", content: "Hello" });
 *     const { body } = await ctx.request("openai", { model: "gpt-5" });
 *     await ctx.complete(await client.chat.completions.create(body));
 *     await ctx.commit("first");
 */
export class Context extends Reading {
    /**
     * @param {import("./repository.js").Repository} repository
     * @param {string} name
     * @param {{ branch?: string | undefined, create?: boolean | undefined }} options
     */
    constructor(repository: import("./repository.js").Repository, name: string, { branch, create }: {
        branch?: string | undefined;
        create?: boolean | undefined;
    });
    /** Branches of this context. @readonly */
    readonly branches: Branches;
    /** Tags of this context. @readonly */
    readonly tags: Tags;
    /** Events that wait to enter a cycle. @readonly */
    readonly inbox: Inbox;
    get name(): string;
    /** The branch that its calls name; undefined: the one in use. */
    get branch(): string | undefined;
    get repository(): import("./repository.js").Repository;
    /** The same context on a branch. @param {string | undefined} branch undefined: the one in use */
    on(branch: string | undefined): Context;
    /**
     * Members of nodes of a moment, without JSON.
     * @param {string} selector
     * @param {CallOptions} [options]
     * @param {string} [moment] default: the newest commit
     */
    readNodes(selector: string, options?: CallOptions, moment?: string): Promise<ColumnSource | undefined>;
    /**
     * Adds a block to the working state.
     * @param {Options<"insert">} block
     * @returns {Promise<Node>}
     */
    add(block: Options<"insert">): Promise<Node>;
    /**
     * Adds messages as vendors write them to the active head.
     * @param {Options<"append">["messages"]} messages
     * @param {Options<"append", "messages">} [options]
     */
    append(messages: Options<"append">["messages"], options?: Options<"append", "messages">): Promise<Node[]>;
    /** Gives nodes new content; sealed ones get a marker. @param {Nodes} nodes @param {Options<"replace", "nodes">} change */
    replace(nodes: Nodes, change: Options<"replace", "nodes">): Promise<import("../types/operations.js").ReplaceResult>;
    /** Deletes nodes; sealed ones are hidden by a marker. @param {Nodes} nodes @param {Options<"delete", "nodes">} [options] */
    delete(nodes: Nodes, options?: Options<"delete", "nodes">): Promise<import("../types/operations.js").DeleteResult>;
    /** Moves nodes to another depth, or below another node. @param {Nodes} nodes @param {Options<"move", "nodes">} to */
    move(nodes: Nodes, to: Options<"move", "nodes">): Promise<import("../types/operations.js").MoveResult>;
    /** Protects nodes from expiry and pruning. @param {Nodes} nodes @param {Options<"pin", "nodes">} [options] */
    pin(nodes: Nodes, options?: Options<"pin", "nodes">): Promise<import("../types/operations.js").PinResult>;
    /** Takes the pin of one holder away. @param {Nodes} nodes @param {Options<"unpin", "nodes">} [options] */
    unpin(nodes: Nodes, options?: Options<"unpin", "nodes">): Promise<import("../types/operations.js").UnpinResult>;
    /**
     * Pins nodes until the end of a block: `await using pin = await ctx.pinned(nodes)`.
     * @param {Nodes} nodes
     * @param {Options<"pin", "nodes">} [options] holder: default: a name of its own
     */
    pinned(nodes: Nodes, options?: Options<"pin", "nodes">): Promise<Pin>;
    /**
     * Inserts a removed node again.
     * @param {string | Node} node
     * @param {Options<"restore", "node">} [options]
     * @returns {Promise<import("./rows.js").RestoredNode[]>}
     */
    restore(node: string | Node, options?: Options<"restore", "node">): Promise<import("./rows.js").RestoredNode[]>;
    /** Makes edits, and optionally the commit, in one transaction. @param {Options<"apply">} list */
    apply(list: Options<"apply">): Promise<import("../types/operations.js").ApplyResult>;
    /** Offers edits to the next commit. @param {Options<"propose">} proposal */
    propose(proposal: Options<"propose">): Promise<import("../types/operations.js").ProposeResult>;
    /** Discards all uncommitted edits. @param {Options<"reset">} [options] */
    reset(options?: Options<"reset">): Promise<import("../types/operations.js").ResetResult>;
    /** Applies uncommitted edits again on top of the newest commit. @param {Options<"rebase">} [options] */
    rebase(options?: Options<"rebase">): Promise<import("../types/operations.js").RebaseResult>;
    /** Takes back the last edit, or the last commit. @param {Options<"undo">} [options] */
    undo(options?: Options<"undo">): Promise<import("../types/operations.js").UndoResult>;
    /**
     * Ends the cycle: expires, prunes, seals, and stores one snapshot.
     * @param {string} [message]
     * @param {Options<"commit", "message">} [options]
     * @returns {Promise<Commit>}
     */
    commit(message?: string, options?: Options<"commit", "message">): Promise<Commit>;
    /**
     * Begins an attempt: its `body` goes to the vendor.
     * @param {string} [profile] openai, openai-responses, anthropic or gemini; default: that of the repository
     * @param {Options<"request", "profile">} [options]
     * @returns {Promise<Attempt>}
     */
    request(profile?: string, options?: Options<"request", "profile">): Promise<Attempt>;
    /**
     * Ends an attempt with the reply of the vendor: the object of its SDK, its stream of chunks, or a Response of fetch.
     * @param {import("./replies.js").Reply} reply
     * @param {Options<"complete", "response">} [options]
     */
    complete(reply: import("./replies.js").Reply, options?: Options<"complete", "response">): Promise<import("../types/operations.js").CompleteResult>;
    /**
     * The calls to providers, oldest first.
     * @param {Options<"attempts">} [options]
     * @returns {Promise<import("./rows.js").AttemptInfo[]>}
     */
    attempts(options?: Options<"attempts">): Promise<import("./rows.js").AttemptInfo[]>;
    /** The uncommitted edits, and what the next commit removes. @param {CallOptions} [options] */
    status(options?: CallOptions): Promise<import("../types/operations.js").StatusResult>;
    /** The request of a commit that would be made now, or its report. @param {Options<"preview">} [options] */
    preview(options?: Options<"preview">): Promise<import("../types/operations.js").PreviewResult>;
    /**
     * The snapshot of a moment.
     * @param {Moment} moment
     * @param {CallOptions} [options]
     * @returns {Promise<Snapshot>}
     */
    at(moment: Moment, options?: CallOptions): Promise<Snapshot>;
    /** Commits, newest first. @param {Options<"log", "moment"> & { moment?: Moment }} [options] */
    log(options?: Options<"log", "moment"> & {
        moment?: Moment;
    }): import("./listing.js").Listing<import("./rows.js").CommitInfo>;
    /** Commits of all branches with sizes, prefix and departures. @param {Options<"timeline">} [options] */
    timeline(options?: Options<"timeline">): import("./listing.js").Listing<import("./rows.js").TimelineEntry>;
    /** Bytes, kept prefix and departures by cycle, of the newest cycles. @param {Options<"stats">} [options] */
    stats(options?: Options<"stats">): Promise<import("../types/operations.js").StatsResult>;
    /**
     * A branch at a moment, as a context of its own; this one stays where it is.
     * @param {string} name
     * @param {import("./branches.js").At} [options] at: default: the newest commit
     */
    fork(name: string, options?: import("./branches.js").At): Promise<Context>;
    /** A new context with the history up to a moment. @param {string} name @param {import("./branches.js").At} [options] */
    forkInto(name: string, options?: import("./branches.js").At): Promise<Context>;
    /** The pruning policy, or null. @param {CallOptions} [options] */
    policy(options?: CallOptions): Promise<import("../types/operations.js").PolicyResult>;
    /** Sets the pruning policy (docs/commit.md). @param {Options<"set_policy">["policy"]} policy @param {Options<"set_policy", "policy">} [options] */
    setPolicy(policy: Options<"set_policy">["policy"], options?: Options<"set_policy", "policy">): Promise<import("../types/operations.js").SetPolicyResult>;
    /** Whether a key that is taken is refused, or its older node demoted. @param {CallOptions} [options] */
    overlaps(options?: CallOptions): Promise<"refuse" | "demote">;
    /** @param {"refuse" | "demote"} overlaps @param {Options<"set_overlaps", "overlaps">} [options] */
    setOverlaps(overlaps: "refuse" | "demote", options?: Options<"set_overlaps", "overlaps">): Promise<"refuse" | "demote">;
    /** Profile, actor and counter of calls that name none, and where each comes from. @param {CallOptions} [options] */
    config(options?: CallOptions): Promise<{
        actor: {
            from: "session" | "context" | "store" | "default";
            value: string | null;
        };
        context: {
            from: "session" | "context" | "store" | "default";
            value: string | null;
        };
        counter: {
            from: "session" | "context" | "store" | "default";
            value: string | null;
        };
        prices: {
            from: "session" | "context" | "store" | "default";
            value: string | null;
        };
        profile: {
            from: "session" | "context" | "store" | "default";
            value: string | null;
        };
    }>;
    /** Sets them for this context; null takes one away. @param {Options<"set_config">["settings"]} settings @param {CallOptions} [options] */
    setConfig(settings: Options<"set_config">["settings"], options?: CallOptions): Promise<{
        actor: {
            from: "session" | "context" | "store" | "default";
            value: string | null;
        };
        context: {
            from: "session" | "context" | "store" | "default";
            value: string | null;
        };
        counter: {
            from: "session" | "context" | "store" | "default";
            value: string | null;
        };
        prices: {
            from: "session" | "context" | "store" | "default";
            value: string | null;
        };
        profile: {
            from: "session" | "context" | "store" | "default";
            value: string | null;
        };
    }>;
    /** Recomputes every digest of this context from its patches. @param {Options<"verify", "all">} [options] */
    verify(options?: Options<"verify", "all">): Promise<import("../types/operations.js").VerifyResult>;
    /** Erases a content for good; digests and structure stay. @param {string} content @param {Options<"purge", "content">} [options] */
    purge(content: string, options?: Options<"purge", "content">): Promise<import("../types/operations.js").PurgeResult>;
    #private;
}
export type OperationName = import("./reading.js").OperationName;
export type Nodes = import("./reading.js").Nodes;
export type Moment = import("./moment.js").Moment;
export type CallOptions = import("./repository.js").CallOptions;
export type Options<Name extends OperationName, Taken extends string = never> = import("./reading.js").Options<Name, Taken>;
export type Commit = Readonly<import("./repository.js").Result<"commit"> & {
    id: import("./moment.js").CommitId;
}>;
import { Reading } from "./reading.js";
import { Branches } from "./branches.js";
import { Tags } from "./branches.js";
import { Inbox } from "./inbox.js";
import { ColumnSource } from "./node_view.js";
import { Node } from "./node.js";
import { Pin } from "./pin.js";
import { Attempt } from "./attempt.js";
import { Snapshot } from "./snapshot.js";
