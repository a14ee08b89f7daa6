// What can be asked about a moment of a context.
import { wrongArgument } from "./error.js";
import { listing } from "./listing.js";
import { momentText } from "./moment.js";
import { Node } from "./node.js";
import { RowSource, views } from "./node_view.js";

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
  call(_operation, _options) {
    throw new TypeError("a context or a snapshot reads");
  }

  /**
   * The nodes that a selector matches, in document order (docs/selectors.md).
   *
   *     const asked = await ctx.select(".cb[role='user']");
   *
   * @param {string} selector one moment; `changes` takes ranges
   * @param {Options<"select", "selector">} [options] working: also uncommitted edits; default: false
   * @returns {Promise<Node[]>}
   */
  async select(selector, options) {
    const found = await this.call("select", { selector, ...options });
    if (!Array.isArray(found)) throw wrongArgument("the selector names a range of moments: `changes` reads it");
    return found.map((id) => new Node(this, id));
  }

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
  async nodes(selector = "*", options) {
    const source = await this.readNodes(selector, options ?? {});
    return views(this, source ?? new RowSource(await this.#rows(selector, options)));
  }

  /**
   * Members of nodes without JSON; undefined where the transport has only JSON.
   * @param {string} _selector
   * @param {import("./repository.js").CallOptions} _options
   * @returns {Promise<import("./node_view.js").NodeSource | undefined>}
   */
  async readNodes(_selector, _options) {
    return undefined;
  }

  /** @param {string} selector @param {import("./repository.js").CallOptions} [options] */
  async #rows(selector, options) {
    if (selector === "*") return (await this.tree({ moment: "@t0", ...options })).nodes;
    if ((await this.select(selector, options)).length === 0) return [];
    return (await this.show(`@t0 ${selector}`, options)).shown;
  }

  /**
   * What changed over a range of moments, such as "@t-3..@t0 .cb".
   * @param {string} selector
   * @param {Options<"select", "selector">} [options]
   * @returns {Promise<Record<string, import("../types/operations.js").Json>>}
   */
  async changes(selector, options) {
    const found = await this.call("select", { selector, ...options });
    if (Array.isArray(found)) throw wrongArgument("the selector names one moment: `select` reads it");
    return found;
  }

  /** How a selector is evaluated. @param {string} selector @param {Options<"explain", "selector">} [options] */
  async explain(selector, options) {
    return this.call("explain", { selector, ...options });
  }

  /** All details of nodes and commits. @param {Nodes} names @param {Options<"show", "names">} [options] */
  async show(names, options) {
    return this.call("show", { names: ids(names), ...options });
  }

  /** All nodes with their members. @param {Options<"tree">} [options] */
  async tree(options) {
    return this.call("tree", options);
  }

  /** All nodes in short: sizes, places, the start of each content. @param {Options<"outline">} [options] */
  async outline(options) {
    return this.call("outline", options);
  }

  /** Lines of contents that have a text. @param {string} pattern @param {Options<"grep", "pattern">} [options] */
  grep(pattern, options) {
    const read = (/** @type {{ limit: number, start?: string }} */ page) =>
      this.call("grep", { pattern, ...options, ...page });
    return /** @type {import("./listing.js").Listing<import("./rows.js").Hit>} */ (
      listing(read, "hits"));
  }

  /** The origin of every unit of the request. @param {Options<"blame">} [options] */
  blame(options) {
    const read = (/** @type {{ limit: number, start?: string }} */ page) =>
      this.call("blame", { ...options, ...page });
    return /** @type {import("./listing.js").Listing<import("./rows.js").Origin>} */ (
      listing(read, "units"));
  }

  /** The commits, rules and events that made nodes, or removed them. @param {Nodes} nodes @param {Options<"why", "nodes">} [options] */
  async why(nodes, options) {
    return this.call("why", { nodes: ids(nodes), ...options });
  }

  /** The candidates that it takes to make nodes again. @param {Nodes} nodes @param {Options<"slice", "nodes">} [options] */
  async slice(nodes, options) {
    return this.call("slice", { nodes: ids(nodes), ...options });
  }

  /**
   * The request that a provider gets for this snapshot.
   * @param {string} [profile] openai, openai-responses, anthropic or gemini; default: that of the repository
   * @param {Options<"render", "profile">} [options]
   */
  async render(profile, options) {
    return this.call("render", { profile, ...options });
  }

  /**
   * What differs between two moments; default: the newest commit and the working state.
   * @param {Moment} [older]
   * @param {Moment} [newer]
   * @param {Options<"diff", "older" | "newer">} [options]
   */
  async diff(older, newer, options) {
    return this.call("diff", { ...range(older, newer), ...options });
  }

  /**
   * How much of the older request a provider's cache can reuse for the newer one, and what broke it.
   * @param {Moment} [older]
   * @param {Moment} [newer] "next": the commit to come
   * @param {Options<"prefix", "older" | "newer">} [options]
   */
  async prefix(older, newer, options) {
    return this.call("prefix", { ...range(older, newer), ...options });
  }

  /** Where nodes are in the requests of two snapshots. @param {Options<"map">} [options] */
  async map(options) {
    return this.call("map", options);
  }

  /** The receipt of the commit: every candidate, and what became of it. @param {Options<"receipt">} [options] */
  async receipt(options) {
    return this.call("receipt", options);
  }

  /**
   * The snapshot as canonical JSON (docs/format/export.md): a text, since its numbers may be larger than a number holds.
   * @param {Omit<Options<"export">, "form">} [options] all: every snapshot of the branch; default: false
   */
  async export(options) {
    const result = await this.call("export", { ...options, form: "document" });
    return "document" in result ? result.document : "";
  }

  /**
   * The branch with its commit ids as a bundle (docs/format/bundle.md), of at most 32 MiB.
   * @param {Omit<Options<"export">, "form">} [options] all: every branch and tag, and the settings; default: false
   * @returns {Promise<Uint8Array>}
   */
  async bundle(options) {
    const result = await this.call("export", { ...options, form: "bundle" });
    return "base64" in result ? Buffer.from(result.base64, "base64") : new Uint8Array();
  }

  /** The proposals that the commit decided. @param {Options<"proposals">} [options] */
  async proposals(options) {
    return this.call("proposals", options);
  }

  /** The events that the commit admitted. @param {Options<"admission">} [options] */
  async admission(options) {
    return this.call("admission", options);
  }
}

/** @param {Nodes} nodes @returns {string | string[]} */
export function ids(nodes) {
  return Array.isArray(nodes) ? nodes.map(String) : String(nodes);
}

/** @param {Moment} [older] @param {Moment} [newer] */
function range(older, newer) {
  const text = (/** @type {Moment | undefined} */ moment) => (moment === undefined ? undefined : momentText(moment));
  return { older: text(older), newer: text(newer) };
}
