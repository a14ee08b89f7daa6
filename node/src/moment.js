// Names of moments.
import { wrongArgument } from "./error.js";

/** @typedef {import("../types/operations.js").CommitId} CommitId */

/**
 * A snapshot by name: a number counts back from the newest commit (0, -1, -2), a text is what docs/selectors.md calls a
 * moment ("@c42", a branch, a tag, a commit id), and a commit or a snapshot names itself.
 * @typedef {number | string | { readonly commit_id: CommitId | null }} Moment
 */

/**
 * The text of a moment.
 * @param {Moment} moment
 * @returns {string}
 */
export function momentText(moment) {
  if (typeof moment === "string") return moment;
  if (typeof moment === "number") {
    if (Number.isInteger(moment) && moment <= 0) return `@t${moment === 0 ? "0" : moment}`;
    throw wrongArgument(`a moment counts back from 0, the newest commit; ${moment} does not`, "E_ARGUMENT_INVALID",
      "write @c42 for cycle 42");
  }
  if (typeof moment?.commit_id === "string") return moment.commit_id;
  throw wrongArgument("a moment is a number, a text, a commit or a snapshot");
}

/**
 * A commit id of a text: refused if it has another form. For ids that were stored elsewhere.
 * @param {string} text
 * @returns {CommitId}
 */
export function commitId(text) {
  if (/^[0-9a-f]{64}$/.test(text)) return /** @type {CommitId} */ (text);
  throw wrongArgument(`a commit id has 64 hexadecimal digits; ${JSON.stringify(text).slice(0, 80)} has not`);
}
