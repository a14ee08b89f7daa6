/**
 * The JSON text of a value. A `bigint` is written digit by digit; members that are undefined are left out; objects with
 * `toJSON` are asked. Refused with the place of the value, because JSON.stringify would write something else for them:
 * NaN and infinities, functions, symbols, undefined in an array, Map, Set, and binary data.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function writeJson(value: unknown): string;
/**
 * The value of a JSON text from the engine. An integer that a number would round becomes a `bigint`.
 * @param {string} text
 * @returns {any}
 */
export function readJson(text: string): any;
