/**
 * What the client knows of an operation: the right that it needs, and which options of the repository it takes.
 * @typedef {object} OperationFacts
 * @property {"read" | "write" | "admin"} scope
 * @property {readonly string[]} takes
 */
/** @type {Readonly<Record<string, OperationFacts>>} */
export const operationTable: Readonly<Record<string, OperationFacts>>;
/**
 * What the client knows of an operation: the right that it needs, and which options of the repository it takes.
 */
export type OperationFacts = {
    scope: "read" | "write" | "admin";
    takes: readonly string[];
};
