/** Counts, and keeps what the function of the program throws until the call that it ended rejects. */
export class TokenCounter {
    /** @param {(text: string) => number} tokens */
    constructor(tokens: (text: string) => number);
    /**
     * The count of a content, from its JSON; below zero: the number of a failure. -1 is left to the addon.
     * @param {string} json
     */
    count: (json: string) => number;
    /** What the function threw, if that is why a call failed. @param {unknown} error */
    failureOf(error: unknown): unknown;
    #private;
}
