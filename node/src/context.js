// One tree with its history.
import { randomUUID } from "node:crypto";
import { Attempt } from "./attempt.js";
import { Branches, startOf, Tags } from "./branches.js";
import { LatewoodError, wrongArgument } from "./error.js";
import { Inbox } from "./inbox.js";
import { listing } from "./listing.js";
import { momentText } from "./moment.js";
import { Node } from "./node.js";
import { ColumnSource } from "./node_view.js";
import { operationTable } from "./operation_table.js";
import { Pin } from "./pin.js";
import { ids, Reading } from "./reading.js";
import { collected } from "./replies.js";
import { Snapshot } from "./snapshot.js";

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
  #repository;
  #place;
  /** The call that makes the context; undefined before the first call, null if none is needed. @type {Promise<void> | null | undefined} */
  #made;

  /**
   * @param {import("./repository.js").Repository} repository
   * @param {string} name
   * @param {{ branch?: string | undefined, create?: boolean | undefined }} options
   */
  constructor(repository, name, { branch, create = true }) {
    super();
    this.#repository = repository;
    this.#place = { context: name, branch };
    this.#made = create ? undefined : null;
    /** Branches of this context. @readonly */
    this.branches = new Branches(this);
    /** Tags of this context. @readonly */
    this.tags = new Tags(this);
    /** Events that wait to enter a cycle. @readonly */
    this.inbox = new Inbox(this);
  }

  get name() {
    return this.#place.context;
  }

  /** The branch that its calls name; undefined: the one in use. */
  get branch() {
    return this.#place.branch;
  }

  get repository() {
    return this.#repository;
  }

  /** The same context on a branch. @param {string | undefined} branch undefined: the one in use */
  on(branch) {
    return new Context(this.#repository, this.name, { branch, create: false });
  }

  /**
   * Runs an operation on this context, and on its branch where the operation takes one.
   * @template {OperationName} Name
   * @param {Name} operation
   * @param {Partial<import("./repository.js").Arguments<Name>> & CallOptions} [options] its arguments, and a signal
   * @returns {Promise<import("./repository.js").Result<Name>>}
   */
  async call(operation, options = {}) {
    if (typeof options !== "object" || options === null) throw wrongArgument("arguments and options are one object");
    const { signal, ...args } = options;
    const placed = { ...placeOf(operation, this.#place), ...args };
    return this.#afterMaking(() =>
      this.#repository.call(operation, /** @type {import("./repository.js").Arguments<Name>} */ (placed), { signal }));
  }

  /**
   * Members of nodes of a moment, without JSON.
   * @param {string} selector
   * @param {CallOptions} [options]
   * @param {string} [moment] default: the newest commit
   */
  async readNodes(selector, options = {}, moment = "") {
    const { context, branch = "" } = this.#place;
    const columns = await this.#afterMaking(async () =>
      this.#repository.readNodes({ context, branch, moment, selector }, options));
    return columns && new ColumnSource(columns);
  }

  /**
   * Begins a call, behind the one that makes the context if that is needed.
   * @template Value
   * @param {() => Promise<Value>} begin
   * @returns {Promise<Value>}
   */
  async #afterMaking(begin) {
    this.#made ??= this.#made === undefined ? this.#make() : null;
    const done = begin();
    if (this.#made !== null) await Promise.all([this.#made, done]);
    return done;
  }

  /** Called before the first call, so that it runs before it. */
  async #make() {
    try {
      await this.#repository.call("init", { context: this.name });
    } catch (error) {
      // Who may only read, reads what is there.
      if (!(error instanceof LatewoodError && error.code === "E_SCOPE")) throw error;
    }
    this.#made = null;
  }

  // ---- edits ----

  /**
   * Adds a block to the working state.
   * @param {Options<"insert">} block
   * @returns {Promise<Node>}
   */
  async add(block) {
    return new Node(this, (await this.call("insert", block)).id);
  }

  /**
   * Adds messages as vendors write them to the active head.
   * @param {Options<"append">["messages"]} messages
   * @param {Options<"append", "messages">} [options]
   */
  async append(messages, options) {
    const { ids: added, system_ids } = await this.call("append", { messages, ...options });
    return [...system_ids, ...added].map((id) => new Node(this, id));
  }

  /** Gives nodes new content; sealed ones get a marker. @param {Nodes} nodes @param {Options<"replace", "nodes">} change */
  async replace(nodes, change) {
    return this.call("replace", { nodes: ids(nodes), ...change });
  }

  /** Deletes nodes; sealed ones are hidden by a marker. @param {Nodes} nodes @param {Options<"delete", "nodes">} [options] */
  async delete(nodes, options) {
    return this.call("delete", { nodes: ids(nodes), ...options });
  }

  /** Moves nodes to another depth, or below another node. @param {Nodes} nodes @param {Options<"move", "nodes">} to */
  async move(nodes, to) {
    return this.call("move", { nodes: ids(nodes), ...to });
  }

  /** Protects nodes from expiry and pruning. @param {Nodes} nodes @param {Options<"pin", "nodes">} [options] */
  async pin(nodes, options) {
    return this.call("pin", { nodes: ids(nodes), ...options });
  }

  /** Takes the pin of one holder away. @param {Nodes} nodes @param {Options<"unpin", "nodes">} [options] */
  async unpin(nodes, options) {
    return this.call("unpin", { nodes: ids(nodes), ...options });
  }

  /**
   * Pins nodes until the end of a block: `await using pin = await ctx.pinned(nodes)`.
   * @param {Nodes} nodes
   * @param {Options<"pin", "nodes">} [options] holder: default: a name of its own
   */
  async pinned(nodes, options = {}) {
    const holder = options.holder ?? `scope-${randomUUID()}`;
    await this.pin(nodes, { ...options, holder });
    return new Pin(this, ids(nodes), holder);
  }

  /**
   * Inserts a removed node again.
   * @param {string | Node} node
   * @param {Options<"restore", "node">} [options]
   * @returns {Promise<import("./rows.js").RestoredNode[]>}
   */
  async restore(node, options) {
    const { nodes } = await this.call("restore", { node: String(node), ...options });
    return nodes;
  }

  /** Makes edits, and optionally the commit, in one transaction. @param {Options<"apply">} list */
  async apply(list) {
    return this.call("apply", list);
  }

  /** Offers edits to the next commit. @param {Options<"propose">} proposal */
  async propose(proposal) {
    return this.call("propose", proposal);
  }

  /** Discards all uncommitted edits. @param {Options<"reset">} [options] */
  async reset(options) {
    return this.call("reset", options);
  }

  /** Applies uncommitted edits again on top of the newest commit. @param {Options<"rebase">} [options] */
  async rebase(options) {
    return this.call("rebase", options);
  }

  /** Takes back the last edit, or the last commit. @param {Options<"undo">} [options] */
  async undo(options) {
    return this.call("undo", options);
  }

  // ---- the cycle ----

  /**
   * Ends the cycle: expires, prunes, seals, and stores one snapshot.
   * @param {string} [message]
   * @param {Options<"commit", "message">} [options]
   * @returns {Promise<Commit>}
   */
  async commit(message, options) {
    const commit = await this.call("commit", { message, ...options });
    return Object.freeze({ id: commit.commit_id, ...commit });
  }

  /**
   * Begins an attempt: its `body` goes to the vendor.
   * @param {string} [profile] openai, openai-responses, anthropic or gemini; default: that of the repository
   * @param {Options<"request", "profile">} [options]
   * @returns {Promise<Attempt>}
   */
  async request(profile, options) {
    return new Attempt(this, await this.call("request", { profile, ...options }));
  }

  /**
   * Ends an attempt with the reply of the vendor: the object of its SDK, its stream of chunks, or a Response of fetch.
   * @param {import("./replies.js").Reply} reply
   * @param {Options<"complete", "response">} [options]
   */
  async complete(reply, options) {
    const response = /** @type {Record<string, unknown> | string} */ (await collected(reply));
    return this.call("complete", { response, ...options });
  }

  /**
   * The calls to providers, oldest first.
   * @param {Options<"attempts">} [options]
   * @returns {Promise<import("./rows.js").AttemptInfo[]>}
   */
  async attempts(options) {
    return (await this.call("attempts", options)).attempts;
  }

  /** The uncommitted edits, and what the next commit removes. @param {CallOptions} [options] */
  async status(options) {
    return this.call("status", options);
  }

  /** The request of a commit that would be made now, or its report. @param {Options<"preview">} [options] */
  async preview(options) {
    return this.call("preview", options);
  }

  // ---- history ----

  /**
   * The snapshot of a moment.
   * @param {Moment} moment
   * @param {CallOptions} [options]
   * @returns {Promise<Snapshot>}
   */
  async at(moment, options) {
    const { commits } = await this.call("log", { moment: momentText(moment), limit: 1, ...options });
    const [commit] = commits;
    if (commit === undefined) throw new TypeError("`log` gave no commit");
    return new Snapshot(this, commit);
  }

  /** Commits, newest first. @param {Options<"log", "moment"> & { moment?: Moment }} [options] */
  log(options = {}) {
    const moment = options.moment === undefined ? undefined : momentText(options.moment);
    const read = (/** @type {{ limit: number, start?: string }} */ page) =>
      this.call("log", { ...options, moment, ...page });
    return /** @type {import("./listing.js").Listing<import("./rows.js").CommitInfo>} */ (
      listing(read, "commits"));
  }

  /** Commits of all branches with sizes, prefix and departures. @param {Options<"timeline">} [options] */
  timeline(options) {
    const read = (/** @type {{ limit: number, start?: string }} */ page) =>
      this.call("timeline", { ...options, ...page });
    return /** @type {import("./listing.js").Listing<import("./rows.js").TimelineEntry>} */ (
      listing(read, "commits"));
  }

  /** Bytes, kept prefix and departures by cycle, of the newest cycles. @param {Options<"stats">} [options] */
  async stats(options) {
    return this.call("stats", options);
  }

  /**
   * A branch at a moment, as a context of its own; this one stays where it is.
   * @param {string} name
   * @param {import("./branches.js").At} [options] at: default: the newest commit
   */
  async fork(name, options) {
    await this.call("fork", { name, stay: true, ...startOf(options) });
    return this.on(name);
  }

  /** A new context with the history up to a moment. @param {string} name @param {import("./branches.js").At} [options] */
  async forkInto(name, options) {
    await this.call("fork", { into: name, ...startOf(options) });
    return this.#repository.context(name, { create: false });
  }

  // ---- policies and care ----

  /** The pruning policy, or null. @param {CallOptions} [options] */
  async policy(options) {
    return this.call("policy", options);
  }

  /** Sets the pruning policy (docs/commit.md). @param {Options<"set_policy">["policy"]} policy @param {Options<"set_policy", "policy">} [options] */
  async setPolicy(policy, options) {
    return this.call("set_policy", { policy, ...options });
  }

  /** Whether a key that is taken is refused, or its older node demoted. @param {CallOptions} [options] */
  async overlaps(options) {
    return (await this.call("overlaps", options)).overlaps;
  }

  /** @param {"refuse" | "demote"} overlaps @param {Options<"set_overlaps", "overlaps">} [options] */
  async setOverlaps(overlaps, options) {
    return (await this.call("set_overlaps", { overlaps, ...options })).overlaps;
  }

  /** Profile, actor and counter of calls that name none, and where each comes from. @param {CallOptions} [options] */
  async config(options) {
    return (await this.call("config", options)).settings;
  }

  /** Sets them for this context; null takes one away. @param {Options<"set_config">["settings"]} settings @param {CallOptions} [options] */
  async setConfig(settings, options) {
    return (await this.call("set_config", { settings, ...options })).settings;
  }

  /** Recomputes every digest of this context from its patches. @param {Options<"verify", "all">} [options] */
  async verify(options) {
    return this.call("verify", options);
  }

  /** Erases a content for good; digests and structure stay. @param {string} content @param {Options<"purge", "content">} [options] */
  async purge(content, options) {
    return this.call("purge", { content, ...options });
  }
}

/**
 * The members of a place that an operation takes.
 * @param {OperationName} operation
 * @param {{ context: string, branch: string | undefined }} place
 */
function placeOf(operation, { context, branch }) {
  const takes = operationTable[operation]?.takes ?? [];
  return {
    ...(takes.includes("context") ? { context } : {}),
    ...(takes.includes("branch") && branch !== undefined ? { branch } : {}),
  };
}
