// The rows of a diff: what `diff` answers, as lines of text in columns.
import { isStructure } from "../data/history.js";
import { rowEnds } from "../text/wrap.js";

/**
 * Row: the head of a node, or a line with the text of either side; null: that side has nothing there.
 * @typedef {{head: {id: string, change: string, from?: string, older: number, newer: number}}} Head
 * @typedef {{sign: string, older: string | null, newer: string | null}} Line
 * @typedef {Head | Line} DiffRow
 * @typedef {{ids: any, detail: any, unified: {id: string, unified: string}[],
 *   stat: {id: string, older_bytes: number, newer_bytes: number}[]}} DiffAnswers
 */

/**
 * The text in pieces of a row each.
 * @param {string} text
 * @param {number} columns
 */
function wrapped(text, columns) {
  if (text === "") return [""];
  let from = 0;
  return rowEnds(text, 0, text.length, columns).map((end) => {
    const piece = text.slice(from, end);
    from = end;
    return piece;
  });
}

/**
 * Lines that left and lines that came, beside each other.
 * @param {string[]} older
 * @param {string[]} newer
 * @param {number} columns
 * @returns {Line[]}
 */
export function beside(older, newer, columns) {
  const left = older.flatMap((line) => wrapped(line, columns));
  const right = newer.flatMap((line) => wrapped(line, columns));
  const rows = [];
  for (let at = 0; at < Math.max(left.length, right.length); ++at) {
    rows.push({ sign: "~", older: left[at] ?? null, newer: right[at] ?? null });
  }
  return rows;
}

/**
 * @param {string[]} older
 * @param {string[]} newer
 * @param {number} columns
 * @returns {Line[]}
 */
export function stacked(older, newer, columns) {
  return [
    ...older.flatMap((line) => wrapped(line, columns)).map((text) => ({ sign: "-", older: text, newer: null })),
    ...newer.flatMap((line) => wrapped(line, columns)).map((text) => ({ sign: "+", older: null, newer: text })),
  ];
}

/**
 * The lines of a unified diff of one node.
 * @param {string} unified
 * @param {boolean} isUnified
 * @param {number} columns
 * @returns {Line[]}
 */
function linesOf(unified, isUnified, columns) {
  /** @type {Line[]} */
  const rows = [];
  /** @type {string[]} */
  let older = [];
  /** @type {string[]} */
  let newer = [];
  const flush = () => {
    rows.push(...(isUnified ? stacked : beside)(older, newer, columns));
    older = [];
    newer = [];
  };
  // The first two lines name the sides.
  for (const line of unified.split("\n").slice(2)) {
    const text = line.slice(1);
    if (line[0] === "-") older.push(text);
    else if (line[0] === "+") newer.push(text);
    else {
      flush();
      if (line[0] === "@") rows.push({ sign: "@", older: line, newer: line });
      if (line[0] === " ") for (const piece of wrapped(text, columns)) rows.push({ sign: " ", older: piece, newer: piece });
    }
  }
  flush();
  // The place of the only hunk says nothing.
  return rows.filter((row) => row.sign !== "@" || rows.filter((one) => one.sign === "@").length > 1);
}

/** Fields that the contents of a node do not show. */
const fieldsOf = (/** @type {any} */ changed) => changed.fields.filter((/** @type {string} */ field) => field !== "content_hash");

/**
 * @param {DiffAnswers} answers
 * @param {boolean} isUnified
 * @param {number} columns
 * @returns {DiffRow[]}
 */
export function diffRows({ ids, detail, unified, stat }, isUnified, columns) {
  const texts = new Map(unified.map((one) => [one.id, one.unified]));
  const sizes = new Map(stat.map((one) => [one.id, one]));
  /** @type {DiffRow[]} */
  const rows = [];
  const add = (/** @type {string} */ id, /** @type {string} */ change, /** @type {string} */ from = "") => {
    const size = sizes.get(id);
    rows.push({ head: { id, change, from, older: size?.older_bytes ?? 0, newer: size?.newer_bytes ?? 0 } });
    const text = texts.get(id);
    if (text) rows.push(...linesOf(text, isUnified, columns));
  };
  const moved = new Set();
  for (const move of detail.moved) {
    moved.add(move.from_id).add(move.to_id);
    rows.push({ head: { id: move.to_id, change: "moved", from: `was ${move.from_id}`, older: 0, newer: 0 } });
  }
  for (const id of ids.removed) if (!moved.has(id) && !isStructure(id)) add(id, "removed");
  for (const one of ids.changed) {
    const fields = fieldsOf(one);
    const parent = detail.parent_changed.find((/** @type {any} */ other) => other.id === one.id);
    // A ttl counts down by itself.
    if (fields.length === 1 && fields[0] === "ttl" && !texts.has(one.id)) continue;
    add(one.id, parent ? "moved" : "changed", fields.map((/** @type {string} */ field) => fieldText(field, one.delta)).join(", "));
  }
  for (const id of ids.added) if (!moved.has(id) && !isStructure(id)) add(id, "added");
  return rows;
}

/**
 * @param {string} field
 * @param {any} delta
 */
function fieldText(field, delta) {
  const change = delta?.[field];
  if (!change) return field;
  const value = (/** @type {unknown} */ one) => (one === null || one === undefined ? "none" : String(one));
  // In a delta `from` is the newer value.
  return `${field} ${value(change.to)} \u2192 ${value(change.from)}`;
}

/**
 * What the model sees: units of the two threads, with their bytes.
 * @param {any} units the answer of `diff` with form units
 * @param {string} older the thread before
 * @param {string} newer the thread now
 * @param {(text: string, begin: number, end: number) => string} slice
 * @param {boolean} isUnified
 * @param {number} columns
 * @returns {DiffRow[]}
 */
export function unitRows(units, older, newer, slice, isUnified, columns) {
  /** @type {DiffRow[]} */
  const rows = [];
  for (const change of /** @type {const} */ (["left", "changed", "added"])) {
    for (const unit of units[change]) {
      const before = unit.older ? [slice(older, unit.older.begin, unit.older.end)] : [];
      const now = unit.newer ? [slice(newer, unit.newer.begin, unit.newer.end)] : [];
      const size = (/** @type {any} */ side) => (side ? side.end - side.begin : 0);
      rows.push({ head: { id: unit.id, change: change === "left" ? "removed" : change, older: size(unit.older), newer: size(unit.newer) } });
      rows.push(...(isUnified ? stacked : beside)(before, now, columns));
    }
  }
  return rows;
}
