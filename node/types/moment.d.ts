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
export function momentText(moment: Moment): string;
/**
 * A commit id of a text: refused if it has another form. For ids that were stored elsewhere.
 * @param {string} text
 * @returns {CommitId}
 */
export function commitId(text: string): CommitId;
export type CommitId = import("../types/operations.js").CommitId;
/**
 * A snapshot by name: a number counts back from the newest commit (0, -1, -2), a text is what docs/selectors.md calls a
 * moment ("@c42", a branch, a tag, a commit id), and a commit or a snapshot names itself.
 */
export type Moment = number | string | {
    readonly commit_id: CommitId | null;
};
