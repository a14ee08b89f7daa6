// A store and what is in it.
import { Context } from "./context.js";
import { CallOrder } from "./call_order.js";
import { wrongArgument } from "./error.js";
import { readJson, writeJson } from "./json_text.js";
import { operationTable } from "./operation_table.js";

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
  #transport;
  #defaults;
  #order = new CallOrder();

  /** @param {import("./transport/transport.js").Transport} transport @param {Defaults} [defaults] */
  constructor(transport, defaults = {}) {
    this.#transport = transport;
    this.#defaults = defaults;
  }

  /** `native`: the engine is in this process. `http`: it is behind `latewood serve`. */
  get transport() {
    return this.#transport.kind;
  }

  /**
   * A context of the store. It is made by its first call, if it is not there and `create` is not false.
   * @param {string} [name]
   * @param {{ branch?: string, create?: boolean }} [options] branch: default: the one in use
   * @returns {Context}
   */
  context(name = this.#defaults.context ?? "main", options = {}) {
    return new Context(this, name, options);
  }

  // ---- operations by name ----

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
  async call(operation, args, options = {}) {
    const text = writeJson(this.#completed(operation, args));
    return readJson(await this.#run(operation, text, /** @type {{ context?: string }} */ (args).context, options));
  }

  /**
   * The same with JSON text in and out: the exact bytes that every door of Latewood gives.
   * @param {string} operation
   * @param {string} [args] a JSON object
   * @param {CallOptions} [options]
   * @returns {Promise<string>}
   */
  async callText(operation, args = "{}", options = {}) {
    requireTexts("callText takes two texts", [operation, args]);
    return this.#run(operation, args, contextOf(args), options);
  }

  /**
   * Reads nodes of a context, where the transport can read them without JSON; undefined where it cannot.
   * @param {import("./transport/transport.js").NodeQuestion} question
   * @param {CallOptions} options
   */
  readNodes(question, options) {
    requireTexts("a selector, a moment and the names of context and branch are texts", Object.values(question));
    const read = this.#transport.nodes?.bind(this.#transport, question, options);
    return read && this.#order.run(question.context, false, read);
  }

  /** @type {(operation: string, args: string, context: string | undefined, options: CallOptions) => Promise<string>} */
  #run(operation, args, context, options) {
    const facts = operationTable[operation];
    const place = facts?.takes.includes("context") ? (context ?? this.#defaults.context ?? "main") : undefined;
    const isWrite = facts !== undefined && facts.scope !== "read";
    return this.#order.run(place, isWrite, () => this.#transport.call(operation, args, options));
  }

  /**
   * Runs an operation on this thread, which waits for it: for scripts, and for reads that take microseconds. Only where
   * the transport is `native`.
   * @template {OperationName} Name
   * @param {Name} operation
   * @param {Arguments<Name>} args
   * @returns {Result<Name>}
   */
  callSync(operation, args) {
    if (this.#transport.callSync === undefined) throw wrongArgument("only a native repository has callSync");
    return readJson(this.#transport.callSync(operation, writeJson(args)));
  }

  /**
   * A server does not know what this client takes for granted; a session in this process does.
   * @param {string} operation
   * @param {object} args
   */
  #completed(operation, args) {
    if (this.#transport.kind === "native") return args;
    /** @type {Record<string, unknown>} */
    const completed = { ...args };
    for (const name of operationTable[operation]?.takes ?? []) {
      completed[name] ??= this.#defaults[/** @type {keyof Defaults} */ (name)];
    }
    return completed;
  }

  // ---- events ----

  /**
   * Commits as they appear in the store, those of other processes too, from now on.
   *
   *     for await (const { context, cycle } of repo.watch({ signal })) console.log(context, cycle);
   *
   * @param {import("./transport/transport.js").WatchOptions} [options]
   * @returns {AsyncGenerator<import("./transport/transport.js").CommitEvent, void, void>}
   */
  watch(options = {}) {
    return this.#transport.watch(options);
  }

  // ---- contexts ----

  /**
   * All contexts, in the order in which they were made.
   * @param {CallOptions} [options]
   * @returns {Promise<import("./rows.js").ContextInfo[]>}
   */
  async contexts(options) {
    return (await this.call("contexts", {}, options)).contexts;
  }

  /** Makes a context; E_CONFLICT if the name is taken. @param {string} name @param {CallOptions} [options] */
  async createContext(name, options) {
    // Also makes the store; of a context that was there, `create_context` says that it is.
    const { created } = await this.call("init", { context: name }, options);
    if (!created) await this.call("create_context", { name }, options);
    return this.context(name);
  }

  /** Gives a context another name. @param {string} name @param {string} to @param {CallOptions} [options] */
  async renameContext(name, to, options) {
    await this.call("rename_context", { name, to }, options);
    return this.context(to);
  }

  /**
   * Deletes a context with everything in it.
   * @param {string} name
   * @param {CallOptions & { force?: boolean }} [options] force: also its commits, edits and events; default: false
   */
  async deleteContext(name, options = {}) {
    return this.call("delete_context", { name, force: options.force }, options);
  }

  // ---- care of the store ----

  /**
   * Recomputes every digest of a context, or of all, from the patches.
   * @param {Arguments<"verify"> & CallOptions} [options]
   */
  async verify(options = {}) {
    const { signal, ...args } = options;
    return this.call("verify", args, { signal });
  }

  /** Checks the structure of the store. @param {Arguments<"fsck"> & CallOptions} [options] */
  async fsck(options = {}) {
    const { signal, ...args } = options;
    return this.call("fsck", args, { signal });
  }

  /** Rebuilds damaged pages from the patches. @param {CallOptions} [options] */
  async repair(options) {
    return this.call("repair", {}, options);
  }

  /** Removes data that no kept snapshot needs. @param {Arguments<"gc"> & CallOptions} [options] */
  async gc(options = {}) {
    const { signal, ...args } = options;
    return this.call("gc", args, { signal });
  }

  /** Copies the store to a new file on the machine of the store. @param {string} path @param {CallOptions} [options] */
  async backup(path, options) {
    return this.call("backup", { path }, options);
  }

  /** Damage, garbage and leftovers of the store, and what to do about them. @param {CallOptions} [options] */
  async doctor(options) {
    return this.call("doctor", {}, options);
  }

  // ---- the end ----

  /** Ends the use of the store, after the calls that run. Later calls fail. */
  async close() {
    await this.#transport.close();
  }

  async [Symbol.asyncDispose]() {
    await this.close();
  }
}

/** @param {string} rule @param {string[]} texts */
function requireTexts(rule, texts) {
  for (const text of texts) {
    if (typeof text !== "string") throw wrongArgument(rule);
    if (!text.isWellFormed()) throw wrongArgument("the text has one half of a surrogate pair", "LoneSurrogate");
  }
}

/** The member `context` of a JSON text, for the order of calls. @param {string} args */
function contextOf(args) {
  try {
    const name = JSON.parse(args)?.context;
    return typeof name === "string" ? name : undefined;
  } catch {
    return undefined;
  }
}
