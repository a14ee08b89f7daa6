/** @param {import("./reading.js").Reading} place @param {NodeSource} source @returns {NodeView[]} */
export function views(place: import("./reading.js").Reading, source: NodeSource): NodeView[];
/** Members are cut out of one string when they are asked for. @implements {NodeSource} */
export class ColumnSource implements NodeSource {
    /** @param {Columns} columns */
    constructor({ texts, names, places, ttls }: Columns);
    /** @type {import("./reading.js").Reading | undefined} */
    place: import("./reading.js").Reading | undefined;
    get size(): number;
    /** @param {number} at */
    id(at: number): string;
    /** @param {number} at */
    nodeType(at: number): string;
    /** @param {number} at */
    role(at: number): string | null;
    /** @param {number} at */
    kind(at: number): string | null;
    /** @param {number} at */
    ttl(at: number): number | bigint | null;
    /** @param {number} at @returns {Json} */
    content(at: number): Json;
    #private;
}
/** Nodes as the operations `tree` and `show` give them. @implements {NodeSource} */
export class RowSource implements NodeSource {
    /** @param {Record<string, any>[]} rows */
    constructor(rows: Record<string, any>[]);
    /** @type {import("./reading.js").Reading | undefined} */
    place: import("./reading.js").Reading | undefined;
    get size(): number;
    /** @param {number} at @returns {string} */
    id(at: number): string;
    /** @param {number} at @returns {string} */
    nodeType(at: number): string;
    /** @param {number} at @returns {string | null} */
    role(at: number): string | null;
    /** @param {number} at @returns {string | null} */
    kind(at: number): string | null;
    /** @param {number} at @returns {number | bigint | null} */
    ttl(at: number): number | bigint | null;
    /** @param {number} at @returns {Json} */
    content(at: number): Json;
    #private;
}
/**
 * A node with its members, as one moment has it: it is read without waiting, and it does not change when its context
 * does. The nodes of one read share what was read, so keeping one of them keeps all of it.
 *
 *     for (const node of await ctx.nodes(".cb[role='user']")) console.log(node.id, node.content);
 */
export class NodeView {
    /** @param {NodeSource} source @param {number} at */
    constructor(source: NodeSource, at: number);
    /** Unique in the history. */
    get id(): string;
    /** `cb`, `cb:summary`, `mt`, `mc`, `^sys`, ... */
    get node_type(): string;
    get role(): string | null;
    /** text, call, result, image, ... */
    get kind(): string | null;
    /** How many snapshots still contain it, this one included; null: no limit. */
    get ttl(): number | bigint | null;
    /** A text or another JSON value, a new one at each read; null: it has none, or it was purged. @returns {Json} */
    get content(): Json;
    /** The handle of the node, for what is not here: `await node.handle.why()`. */
    get handle(): Node;
    toString(): string;
    toJSON(): string;
    #private;
}
export type Json = import("../types/operations.js").Json;
/**
 * Members of nodes by their place in a read.
 */
export type NodeSource = {
    size: number;
    /**
     * where it was read
     */
    place: import("./reading.js").Reading | undefined;
    id: (at: number) => string;
    nodeType: (at: number) => string;
    role: (at: number) => string | null;
    kind: (at: number) => string | null;
    ttl: (at: number) => number | bigint | null;
    content: (at: number) => Json;
};
/**
 * What the addon gives for a read; node/native/node_columns.h describes it.
 */
export type Columns = {
    texts: string;
    names: (string | null)[];
    places: ArrayBuffer;
    ttls: ArrayBuffer;
};
import { Node } from "./node.js";
