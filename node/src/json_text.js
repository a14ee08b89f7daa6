// JSON without loss: what JavaScript's own JSON would change silently is either kept or refused.
import { wrongArgument } from "./error.js";

/** The deepest value that is written; the engine reads up to 512 nested arrays and objects. */
const MOST_NESTED = 600;

/**
 * The JSON text of a value. A `bigint` is written digit by digit; members that are undefined are left out; objects with
 * `toJSON` are asked. Refused with the place of the value, because JSON.stringify would write something else for them:
 * NaN and infinities, functions, symbols, undefined in an array, Map, Set, and binary data.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function writeJson(value) {
  return written(value, "", 0);
}

/** @type {(value: unknown, way: string, depth: number) => string} */
function written(value, way, depth) {
  switch (typeof value) {
    case "string": return JSON.stringify(value);
    case "number":
      if (!Number.isFinite(value)) throw refused(way, `${value} is no JSON number`);
      return writtenNumber(value);
    case "boolean": return value ? "true" : "false";
    case "bigint": return value.toString();
    case "object": return value === null ? "null" : writtenObject(value, way, depth + 1);
    default: throw refused(way, `${typeof value === "undefined" ? "undefined" : `a ${typeof value}`} is no JSON value`);
  }
}

/**
 * Digits that a number does not hold exactly are written as a fraction, which the engine keeps as a number of 64 bits; an
 * integer would keep the wrong digits.
 * @param {number} value
 */
function writtenNumber(value) {
  const text = String(value);
  return Number.isSafeInteger(value) || !/^-?\d+$/.test(text) ? text : `${text}.0`;
}

/** @type {(value: object, way: string, depth: number) => string} */
function writtenObject(value, way, depth) {
  if (depth > MOST_NESTED) throw refused(way.slice(0, 80), "the value is nested too deep, or holds itself", "NestingTooDeep");
  if ("toJSON" in value && typeof value.toJSON === "function") return written(value.toJSON(), way, depth);
  if (Array.isArray(value)) {
    return `[${value.map((one, index) => written(one, `${way}/${index}`, depth)).join(",")}]`;
  }
  if (value instanceof Map || value instanceof Set || ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
    throw refused(way, `a ${value.constructor.name} is no JSON value`);
  }
  let text = "{";
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const step = name.replaceAll("~", "~0").replaceAll("/", "~1");
    text += `${text.length > 1 ? "," : ""}${JSON.stringify(name)}:${written(member, `${way}/${step}`, depth)}`;
  }
  return `${text}}`;
}

/** @type {(way: string, message: string, code?: string) => Error} */
function refused(way, message, code) {
  return wrongArgument(way === "" ? message : `${way}: ${message}`, code);
}

// An integer of 16 or more digits behind the start of a value. A text with such a run only takes the slower way.
const LONG_INTEGER = /[:,[]\s*-?\d{16}|^\s*-?\d{16}/;

/**
 * The value of a JSON text from the engine. An integer that a number would round becomes a `bigint`.
 * @param {string} text
 * @returns {any}
 */
export function readJson(text) {
  return LONG_INTEGER.test(text) ? readExactly(text) : JSON.parse(text);
}

/** Strings and numbers of a valid JSON text. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/**
 * Quotes the long integers of a valid JSON text behind a mark with which no other string begins, and gives them their
 * value while the text is parsed.
 * @param {string} text
 */
function readExactly(text) {
  let mark = "#";
  for (const [token] of text.matchAll(TOKENS)) {
    if (!token.startsWith('"#') && !token.startsWith('"\\u')) continue;
    while (JSON.parse(token).startsWith(mark)) mark += "#";
  }
  const quoted = text.replace(TOKENS, (token) => (isRounded(token) ? `"${mark}${token}"` : token));
  return JSON.parse(quoted, (_name, value) =>
    typeof value === "string" && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value);
}

/** @param {string} token */
function isRounded(token) {
  return /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token));
}
