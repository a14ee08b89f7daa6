// A token counter of the program, as the addon calls it.

/** Counts, and keeps what the function of the program throws until the call that it ended rejects. */
export class TokenCounter {
  #tokens;
  /** @type {Map<number, { thrown: unknown }>} */
  #failures = new Map();
  #next = 2;

  /** @param {(text: string) => number} tokens */
  constructor(tokens) {
    this.#tokens = tokens;
  }

  /**
   * The count of a content, from its JSON; below zero: the number of a failure. -1 is left to the addon.
   * @param {string} json
   */
  count = (json) => {
    try {
      const count = this.#tokens(json.startsWith('"') ? JSON.parse(json) : json);
      if (!Number.isSafeInteger(count) || count < 0) throw new TypeError(`a token counter gives a whole number, not ${String(count)}`);
      return count;
    } catch (thrown) {
      this.#failures.set(this.#next, { thrown });
      return -this.#next++;
    }
  };

  /** What the function threw, if that is why a call failed. @param {unknown} error */
  failureOf(error) {
    const number = Number(/^token counter failure (\d+)$/.exec(/** @type {Error} */ (error).message ?? "")?.[1]);
    const failure = this.#failures.get(number);
    this.#failures.delete(number);
    return failure?.thrown;
  }
}
