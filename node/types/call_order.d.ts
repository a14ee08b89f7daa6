/**
 * Calls of one context that change something run one after another, in the order in which they were made, whether or
 * not the program waits for each. Reads run side by side, after the writes that were made before them.
 */
export class CallOrder {
    /**
     * @template T
     * @param {string | undefined} context undefined: the call is about the whole store, and waits for all
     * @param {boolean} isWrite
     * @param {() => Promise<T>} act
     * @returns {Promise<T>}
     */
    run<T>(context: string | undefined, isWrite: boolean, act: () => Promise<T>): Promise<T>;
    #private;
}
