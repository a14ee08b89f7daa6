// Nodes with their members: what one read of a snapshot gives.
import { Node } from "./node.js";
import { readJson } from "./json_text.js";

/** @typedef {import("../types/operations.js").Json} Json */

/**
 * Members of nodes by their place in a read.
 * @typedef {object} NodeSource
 * @property {number} size
 * @property {import("./reading.js").Reading | undefined} place where it was read
 * @property {(at: number) => string} id
 * @property {(at: number) => string} nodeType
 * @property {(at: number) => string | null} role
 * @property {(at: number) => string | null} kind
 * @property {(at: number) => number | bigint | null} ttl
 * @property {(at: number) => Json} content
 */

/**
 * What the addon gives for a read; node/native/node_columns.h describes it.
 * @typedef {{ texts: string, names: (string | null)[], places: ArrayBuffer, ttls: ArrayBuffer }} Columns
 */

/** Numbers of a node in `places`. */
const WIDTH = 6;
/** Flags of a node. */
const HAS_TTL = 1;
const IS_PLAIN_TEXT = 2;

/** Members are cut out of one string when they are asked for. @implements {NodeSource} */
export class ColumnSource {
  /** @type {import("./reading.js").Reading | undefined} */
  place;
  #texts;
  #names;
  #places;
  #ttls;
  /** @param {Columns} columns */
  constructor({ texts, names, places, ttls }) {
    this.#texts = texts;
    this.#names = names;
    this.#places = new Int32Array(places);
    this.#ttls = new BigInt64Array(ttls);
  }

  get size() {
    return this.#ttls.length;
  }

  /** @param {number} at */
  id(at) {
    const begin = this.#place(at, 0);
    return this.#texts.slice(begin, begin + this.#place(at, 1));
  }

  /** @param {number} at */
  nodeType(at) {
    return /** @type {string} */ (this.#name(at, 2));
  }

  /** @param {number} at */
  role(at) {
    return this.#name(at, 3);
  }

  /** @param {number} at */
  kind(at) {
    return this.#name(at, 4);
  }

  /** @param {number} at */
  ttl(at) {
    if ((this.#place(at, 5) & HAS_TTL) === 0) return null;
    const ttl = /** @type {bigint} */ (this.#ttls[at]);
    return ttl <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(ttl) : ttl;
  }

  /** @param {number} at @returns {Json} */
  content(at) {
    const begin = this.#place(at, 0) + this.#place(at, 1);
    const end = at + 1 < this.size ? this.#place(at + 1, 0) : this.#texts.length;
    if ((this.#place(at, 5) & IS_PLAIN_TEXT) !== 0) return this.#texts.slice(begin + 1, end - 1);
    return begin === end ? null : readJson(this.#texts.slice(begin, end));
  }

  /** @param {number} at @param {number} column */
  #place(at, column) {
    return /** @type {number} */ (this.#places[at * WIDTH + column]);
  }

  /** @param {number} at @param {number} column */
  #name(at, column) {
    return /** @type {string | null} */ (this.#names[this.#place(at, column)]);
  }
}

/** Nodes as the operations `tree` and `show` give them. @implements {NodeSource} */
export class RowSource {
  /** @type {import("./reading.js").Reading | undefined} */
  place;
  #rows;

  /** @param {Record<string, any>[]} rows */
  constructor(rows) {
    this.#rows = rows;
  }

  get size() {
    return this.#rows.length;
  }

  /** @param {number} at @returns {string} */
  id(at) {
    return this.#rows[at]?.id;
  }

  /** @param {number} at @returns {string} */
  nodeType(at) {
    return this.#rows[at]?.nodeType;
  }

  /** @param {number} at @returns {string | null} */
  role(at) {
    return this.#rows[at]?.role ?? null;
  }

  /** @param {number} at @returns {string | null} */
  kind(at) {
    return this.#rows[at]?.kind ?? null;
  }

  /** @param {number} at @returns {number | bigint | null} */
  ttl(at) {
    return this.#rows[at]?.ttl ?? null;
  }

  /** @param {number} at @returns {Json} */
  content(at) {
    return this.#rows[at]?.content ?? null;
  }
}

/**
 * A node with its members, as one moment has it: it is read without waiting, and it does not change when its context
 * does. The nodes of one read share what was read, so keeping one of them keeps all of it.
 *
 *     for (const node of await ctx.nodes(".cb[role='user']")) console.log(node.id, node.content);
 */
export class NodeView {
  #source;
  #at;

  /** @param {NodeSource} source @param {number} at */
  constructor(source, at) {
    this.#source = source;
    this.#at = at;
  }

  /** Unique in the history. */
  get id() {
    return this.#source.id(this.#at);
  }

  /** `cb`, `cb:summary`, `mt`, `mc`, `^sys`, ... */
  get node_type() {
    return this.#source.nodeType(this.#at);
  }

  get role() {
    return this.#source.role(this.#at);
  }

  /** text, call, result, image, ... */
  get kind() {
    return this.#source.kind(this.#at);
  }

  /** How many snapshots still contain it, this one included; null: no limit. */
  get ttl() {
    return this.#source.ttl(this.#at);
  }

  /** A text or another JSON value, a new one at each read; null: it has none, or it was purged. @returns {Json} */
  get content() {
    return this.#source.content(this.#at);
  }

  /** The handle of the node, for what is not here: `await node.handle.why()`. */
  get handle() {
    return new Node(/** @type {import("./reading.js").Reading} */ (this.#source.place), this.id);
  }

  toString() {
    return this.id;
  }

  toJSON() {
    return this.id;
  }

  /** What console.log shows. @returns {object} */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    const { id, node_type, role, kind, ttl, content } = this;
    return { id, node_type, role, kind, ttl, content };
  }
}

/** @param {import("./reading.js").Reading} place @param {NodeSource} source @returns {NodeView[]} */
export function views(place, source) {
  const { size } = source;
  source.place = place;
  const nodes = new Array(size);
  for (let at = 0; at < size; ++at) nodes[at] = new NodeView(source, at);
  return nodes;
}
