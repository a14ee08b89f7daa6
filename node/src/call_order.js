// The order of calls: within one context a write runs after the writes before it, and a read sees these writes.

/**
 * Calls of one context that change something run one after another, in the order in which they were made, whether or
 * not the program waits for each. Reads run side by side, after the writes that were made before them.
 */
export class CallOrder {
  /**
   * The last write of each context that has one running; under undefined that of the whole store.
   * @type {Map<string | undefined, Promise<unknown>>}
   */
  #writes = new Map();

  /**
   * @template T
   * @param {string | undefined} context undefined: the call is about the whole store, and waits for all
   * @param {boolean} isWrite
   * @param {() => Promise<T>} act
   * @returns {Promise<T>}
   */
  run(context, isWrite, act) {
    const places = context === undefined ? [...this.#writes.keys()] : [context, undefined];
    const before = places.map((place) => this.#writes.get(place)).filter((one) => one !== undefined);
    const done = before.length === 0 ? act() : Promise.all(before).then(act);
    if (isWrite) this.#remember(context, done);
    return done;
  }

  /** @param {string | undefined} context @param {Promise<unknown>} done */
  #remember(context, done) {
    const settled = done.then(() => {}, () => {}).then(() => {
      if (this.#writes.get(context) === settled) this.#writes.delete(context);
    });
    this.#writes.set(context, settled);
  }
}
