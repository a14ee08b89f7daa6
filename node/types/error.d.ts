/**
 * An error of the client itself, before a call is made.
 * @param {string} message
 * @param {string} [code]
 * @param {string} [hint]
 */
export function wrongArgument(message: string, code?: string, hint?: string): LatewoodError;
/**
 * The error of a transport that could not bring the call to the engine, or its answer back.
 * @param {string} message
 * @param {{ cause?: unknown, hint?: string }} [options]
 */
export function unavailable(message: string, options?: {
    cause?: unknown;
    hint?: string;
}): LatewoodError;
/**
 * The error of a JSON text {"error":{..}}; undefined if the text is none.
 * @param {string} text
 * @returns {LatewoodError | undefined}
 */
export function errorOf(text: string): LatewoodError | undefined;
/**
 * The members of an error as every door of Latewood gives them.
 * @typedef {object} ErrorFacts
 * @property {string} code the stable name: docs/errors.md lists them
 * @property {string} kind the class: InvalidArgument, NotFound, Conflict, Corruption, Unsupported or Unavailable
 * @property {string} message one line that names the value at fault
 * @property {string | null} [rule] the broken rule
 * @property {{ offset: number, length: number } | null} [place] the bytes of the input at fault
 * @property {string | null} [hint] what the caller can do next
 */
/**
 * A call that failed. Nothing was changed by it, unless `code` is `E_OUTCOME_UNKNOWN`.
 *
 *     try {
 *       await ctx.select(".cb[role=");
 *     } catch (error) {
 *       if (error instanceof LatewoodError) console.error(error.code, error.place, error.hint);
 *     }
 */
export class LatewoodError extends Error {
    /**
     * @param {ErrorFacts} facts
     * @param {{ cause?: unknown }} [options] the error that led to this one
     */
    constructor(facts: ErrorFacts, options?: {
        cause?: unknown;
    });
    /** The stable name, such as `E_SELECTOR_INVALID`. */
    code: string;
    /** The class: InvalidArgument, NotFound, Conflict, Corruption, Unsupported or Unavailable. */
    kind: string;
    /** The broken rule, or null. */
    rule: string | null;
    /** The bytes of the input at fault, or null. */
    place: {
        offset: number;
        length: number;
    } | null;
    /** What the caller can do next, or null. */
    hint: string | null;
    /**
     * The JSON that every door of Latewood gives for this error.
     * @returns {{ error: ErrorFacts }}
     */
    toJSON(): {
        error: ErrorFacts;
    };
}
/**
 * The members of an error as every door of Latewood gives them.
 */
export type ErrorFacts = {
    /**
     * the stable name: docs/errors.md lists them
     */
    code: string;
    /**
     * the class: InvalidArgument, NotFound, Conflict, Corruption, Unsupported or Unavailable
     */
    kind: string;
    /**
     * one line that names the value at fault
     */
    message: string;
    /**
     * the broken rule
     */
    rule?: string | null | undefined;
    /**
     * the bytes of the input at fault
     */
    place?: {
        offset: number;
        length: number;
    } | null | undefined;
    /**
     * what the caller can do next
     */
    hint?: string | null | undefined;
};
