// Long results, a page at a time.

/**
 * A list that is read while it is used. Each loop reads it anew.
 *
 *     for await (const commit of ctx.log()) console.log(commit.cycle, commit.message);
 *     const newest = await ctx.log().take(10);
 *
 * @template Item
 */
export class Listing {
  #read;

  /** @param {() => AsyncGenerator<Item, void, void>} read */
  constructor(read) {
    this.#read = read;
  }

  [Symbol.asyncIterator]() {
    return this.#read();
  }

  /** The first `most` elements. @param {number} most @returns {Promise<Item[]>} */
  async take(most) {
    /** @type {Item[]} */
    const items = [];
    if (most <= 0) return items;
    for await (const item of this) {
      items.push(item);
      if (items.length >= most) break;
    }
    return items;
  }

  /** All elements. @returns {Promise<Item[]>} */
  async all() {
    return this.take(Infinity);
  }
}

/** Elements of a page. */
const PAGE = 500;

/**
 * The elements of `member` of an operation that gives `next` where there is more.
 * @template Item
 * @template {string | number} Next
 * @param {(page: { limit: number, start?: Next }) => Promise<{ next?: Next | undefined }>} read
 * @param {string} member
 * @returns {Listing<Item>}
 */
export function listing(read, member) {
  return new Listing(async function* () {
    /** @type {Next | undefined} */
    let start;
    do {
      const page = await read(start === undefined ? { limit: PAGE } : { limit: PAGE, start });
      yield* /** @type {Record<string, Item[]>} */ (/** @type {unknown} */ (page))[member] ?? [];
      start = page.next;
    } while (start !== undefined);
  });
}
