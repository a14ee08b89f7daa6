/**
 * The elements of `member` of an operation that gives `next` where there is more.
 * @template Item
 * @template {string | number} Next
 * @param {(page: { limit: number, start?: Next }) => Promise<{ next?: Next | undefined }>} read
 * @param {string} member
 * @returns {Listing<Item>}
 */
export function listing<Item, Next extends string | number>(read: (page: {
    limit: number;
    start?: Next;
}) => Promise<{
    next?: Next | undefined;
}>, member: string): Listing<Item>;
/**
 * A list that is read while it is used. Each loop reads it anew.
 *
 *     for await (const commit of ctx.log()) console.log(commit.cycle, commit.message);
 *     const newest = await ctx.log().take(10);
 *
 * @template Item
 */
export class Listing<Item> {
    /** @param {() => AsyncGenerator<Item, void, void>} read */
    constructor(read: () => AsyncGenerator<Item, void, void>);
    /** The first `most` elements. @param {number} most @returns {Promise<Item[]>} */
    take(most: number): Promise<Item[]>;
    /** All elements. @returns {Promise<Item[]>} */
    all(): Promise<Item[]>;
    [Symbol.asyncIterator](): AsyncGenerator<Item, void, void>;
    #private;
}
