/** @param {Nodes} nodes @returns {string | string[]} */
export function ids(nodes: Nodes): string | string[];
/** @typedef {import("../types/operations.js").OperationName} OperationName */
/** @typedef {import("./moment.js").Moment} Moment */
/** @typedef {import("./node_view.js").NodeView} NodeView */
/**
 * One node, or several: ids, selectors and nodes.
 * @typedef {string | Node | NodeView | ReadonlyArray<string | Node | NodeView>} Nodes
 */
/**
 * The arguments of an operation without its place and those that the method takes itself.
 * @template {OperationName} Name
 * @template {string} [Taken=never]
 * @typedef {Omit<import("./repository.js").Arguments<Name>, "context" | "branch" | "at" | Taken> &
 *   import("./repository.js").CallOptions} Options
 */
/** The base of a context, whose newest state is read, and of a snapshot, which is one moment. */
export class Reading {
    /**
     * Runs an operation here: `context`, and where it applies the branch and the moment, are given.
     * @template {OperationName} Name
     * @param {Name} _operation
     * @param {Partial<import("./repository.js").Arguments<Name>> & import("./repository.js").CallOptions} [_options]
     * @returns {Promise<import("./repository.js").Result<Name>>}
     */
    call<Name extends OperationName>(_operation: Name, _options?: Partial<import("./repository.js").Arguments<Name>> & import("./repository.js").CallOptions): Promise<import("./repository.js").Result<Name>>;
    /**
     * The nodes that a selector matches, in document order (docs/selectors.md).
     *
     *     const asked = await ctx.select(".cb[role='user']");
     *
     * @param {string} selector one moment; `changes` takes ranges
     * @param {Options<"select", "selector">} [options] working: also uncommitted edits; default: false
     * @returns {Promise<Node[]>}
     */
    select(selector: string, options?: Options<"select", "selector">): Promise<Node[]>;
    /**
     * The nodes that a selector matches with their members, in document order: for programs that read many of them. In
     * the process ten thousand nodes cost a few milliseconds.
     *
     *     for (const node of await ctx.nodes(".cb")) console.log(node.id, node.role, node.content);
     *
     * @param {string} [selector] without a moment; default: every node
     * @param {import("./repository.js").CallOptions} [options]
     * @returns {Promise<NodeView[]>}
     */
    nodes(selector?: string, options?: import("./repository.js").CallOptions): Promise<NodeView[]>;
    /**
     * Members of nodes without JSON; undefined where the transport has only JSON.
     * @param {string} _selector
     * @param {import("./repository.js").CallOptions} _options
     * @returns {Promise<import("./node_view.js").NodeSource | undefined>}
     */
    readNodes(_selector: string, _options: import("./repository.js").CallOptions): Promise<import("./node_view.js").NodeSource | undefined>;
    /**
     * What changed over a range of moments, such as "@t-3..@t0 .cb".
     * @param {string} selector
     * @param {Options<"select", "selector">} [options]
     * @returns {Promise<Record<string, import("../types/operations.js").Json>>}
     */
    changes(selector: string, options?: Options<"select", "selector">): Promise<Record<string, import("../types/operations.js").Json>>;
    /** How a selector is evaluated. @param {string} selector @param {Options<"explain", "selector">} [options] */
    explain(selector: string, options?: Options<"explain", "selector">): Promise<import("../types/operations.js").ExplainResult>;
    /** All details of nodes and commits. @param {Nodes} names @param {Options<"show", "names">} [options] */
    show(names: Nodes, options?: Options<"show", "names">): Promise<import("../types/operations.js").ShowResult>;
    /** All nodes with their members. @param {Options<"tree">} [options] */
    tree(options?: Options<"tree">): Promise<import("../types/operations.js").TreeResult>;
    /** All nodes in short: sizes, places, the start of each content. @param {Options<"outline">} [options] */
    outline(options?: Options<"outline">): Promise<import("../types/operations.js").OutlineResult>;
    /** Lines of contents that have a text. @param {string} pattern @param {Options<"grep", "pattern">} [options] */
    grep(pattern: string, options?: Options<"grep", "pattern">): import("./listing.js").Listing<import("./rows.js").Hit>;
    /** The origin of every unit of the request. @param {Options<"blame">} [options] */
    blame(options?: Options<"blame">): import("./listing.js").Listing<import("./rows.js").Origin>;
    /** The commits, rules and events that made nodes, or removed them. @param {Nodes} nodes @param {Options<"why", "nodes">} [options] */
    why(nodes: Nodes, options?: Options<"why", "nodes">): Promise<import("../types/operations.js").WhyResult>;
    /** The candidates that it takes to make nodes again. @param {Nodes} nodes @param {Options<"slice", "nodes">} [options] */
    slice(nodes: Nodes, options?: Options<"slice", "nodes">): Promise<import("../types/operations.js").SliceResult>;
    /**
     * The request that a provider gets for this snapshot.
     * @param {string} [profile] openai, openai-responses, anthropic or gemini; default: that of the repository
     * @param {Options<"render", "profile">} [options]
     */
    render(profile?: string, options?: Options<"render", "profile">): Promise<import("../types/operations.js").RenderResult>;
    /**
     * What differs between two moments; default: the newest commit and the working state.
     * @param {Moment} [older]
     * @param {Moment} [newer]
     * @param {Options<"diff", "older" | "newer">} [options]
     */
    diff(older?: Moment, newer?: Moment, options?: Options<"diff", "older" | "newer">): Promise<import("../types/operations.js").DiffResult>;
    /**
     * How much of the older request a provider's cache can reuse for the newer one, and what broke it.
     * @param {Moment} [older]
     * @param {Moment} [newer] "next": the commit to come
     * @param {Options<"prefix", "older" | "newer">} [options]
     */
    prefix(older?: Moment, newer?: Moment, options?: Options<"prefix", "older" | "newer">): Promise<import("../types/operations.js").PrefixResult>;
    /** Where nodes are in the requests of two snapshots. @param {Options<"map">} [options] */
    map(options?: Options<"map">): Promise<import("../types/operations.js").MapResult>;
    /** The receipt of the commit: every candidate, and what became of it. @param {Options<"receipt">} [options] */
    receipt(options?: Options<"receipt">): Promise<import("../types/operations.js").ReceiptResult>;
    /**
     * The snapshot as canonical JSON (docs/format/export.md): a text, since its numbers may be larger than a number holds.
     * @param {Omit<Options<"export">, "form">} [options] all: every snapshot of the branch; default: false
     */
    export(options?: Omit<Options<"export">, "form">): Promise<string>;
    /**
     * The branch with its commit ids as a bundle (docs/format/bundle.md), of at most 32 MiB.
     * @param {Omit<Options<"export">, "form">} [options] all: every branch and tag, and the settings; default: false
     * @returns {Promise<Uint8Array>}
     */
    bundle(options?: Omit<Options<"export">, "form">): Promise<Uint8Array>;
    /** The proposals that the commit decided. @param {Options<"proposals">} [options] */
    proposals(options?: Options<"proposals">): Promise<import("../types/operations.js").ProposalsResult>;
    /** The events that the commit admitted. @param {Options<"admission">} [options] */
    admission(options?: Options<"admission">): Promise<import("../types/operations.js").AdmissionResult>;
    #private;
}
export type OperationName = import("../types/operations.js").OperationName;
export type Moment = import("./moment.js").Moment;
export type NodeView = import("./node_view.js").NodeView;
/**
 * One node, or several: ids, selectors and nodes.
 */
export type Nodes = string | Node | NodeView | ReadonlyArray<string | Node | NodeView>;
/**
 * The arguments of an operation without its place and those that the method takes itself.
 */
export type Options<Name extends OperationName, Taken extends string = never> = Omit<import("./repository.js").Arguments<Name>, "context" | "branch" | "at" | Taken> & import("./repository.js").CallOptions;
import { Node } from "./node.js";
