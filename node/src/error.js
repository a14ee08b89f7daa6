// The one class of errors of this package.

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
  constructor(facts, options) {
    super(facts.message, options);
    this.name = "LatewoodError";
    /** The stable name, such as `E_SELECTOR_INVALID`. */
    this.code = facts.code;
    /** The class: InvalidArgument, NotFound, Conflict, Corruption, Unsupported or Unavailable. */
    this.kind = facts.kind;
    /** The broken rule, or null. */
    this.rule = facts.rule ?? null;
    /** The bytes of the input at fault, or null. */
    this.place = facts.place ?? null;
    /** What the caller can do next, or null. */
    this.hint = facts.hint ?? null;
  }

  /**
   * The JSON that every door of Latewood gives for this error.
   * @returns {{ error: ErrorFacts }}
   */
  toJSON() {
    const { code, hint, kind, message, place, rule } = this;
    return { error: { code, hint, kind, message, place, rule } };
  }
}

/**
 * An error of the client itself, before a call is made.
 * @param {string} message
 * @param {string} [code]
 * @param {string} [hint]
 */
export function wrongArgument(message, code = "E_ARGUMENT_INVALID", hint) {
  const rule = code.startsWith("E_") || code === "LoneSurrogate" ? code : null;
  return new LatewoodError({ code, kind: "InvalidArgument", message, rule, hint: hint ?? null });
}

/**
 * The error of a transport that could not bring the call to the engine, or its answer back.
 * @param {string} message
 * @param {{ cause?: unknown, hint?: string }} [options]
 */
export function unavailable(message, options = {}) {
  const hint = options.hint ?? null;
  return new LatewoodError({ code: "Unavailable", kind: "Unavailable", message, hint }, { cause: options.cause });
}

/**
 * The error of a JSON text {"error":{..}}; undefined if the text is none.
 * @param {string} text
 * @returns {LatewoodError | undefined}
 */
export function errorOf(text) {
  let facts;
  try {
    facts = JSON.parse(text)?.error;
  } catch {
    return undefined;
  }
  return typeof facts?.code === "string" ? new LatewoodError(facts) : undefined;
}
