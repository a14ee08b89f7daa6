// Completions of a selector: words of the language, and values that the nodes in view have.
import { nodesHere } from "./nodes.js";

/** @typedef {{text: string, from: number, note: string}} Offer */

const most = 12;
const starts = [
  ["^sys", "system text and tools"], ["^seq", "sealed turns"], ["^ah", "the active head"], [".cb", "blocks"],
  [".mt", "turns"], [".mc", "cores"], ["@t0", "now"], ["@t-1", "one cycle before"], ["*", "every node"],
];
const pseudos = [
  [":depth(1)", "the newest turn"], [":depth(1-3)", "the three newest"], [":first", "of its parent"],
  [":last", "of its parent"], [":nth(2)", "of its parent"], [":pre", "before the core"], [":core", "in the core"],
  [":post", "after the core"],
];
const attributes = [
  ["role", "user, assistant, tool, system"], ["kind", "text, call, result"], ["id", ""], ["key", "a topic"],
  ["ttl", "snapshots that still contain it"], ["priority", "the lowest is pruned first"],
  ["cycle", "that introduced it"], ["offset", "from the core"], ["nodeType", "such as cb:summary"],
];

/** Distinct values of a member, the most frequent first. */
function valuesOf(/** @type {string} */ name) {
  const counts = new Map();
  for (const { node } of nodesHere.peek().rows) {
    const value = /** @type {any} */ (node)[name];
    if (value !== undefined) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]);
}

/**
 * @param {string[][]} words
 * @param {string} typed
 * @param {number} from
 * @returns {Offer[]}
 */
const matching = (words, typed, from) =>
  words.filter(([word]) => word.startsWith(typed) && word !== typed).slice(0, most).map(([text, note]) => ({ text, from, note }));

/** @param {string} value */
const quoted = (value) => (/^-?\d+$/.test(value) ? value : `'${value.replaceAll("'", "\\'")}'`);

/**
 * What may follow the text before the cursor.
 * @param {string} before
 * @returns {Offer[]}
 */
export function completions(before) {
  const value = /\[(\w[\w:.-]*)(?:=|!=|<=|>=|<|>)('?)([^\]']*)$/.exec(before);
  if (value) {
    const [, name, quote, typed] = value;
    const from = before.length - typed.length - quote.length;
    return valuesOf(name)
      .filter(([one]) => one.startsWith(typed))
      .slice(0, most)
      .map(([one, count]) => ({ text: `${quoted(one)}]`, from, note: `${count} here` }));
  }
  const attribute = /\[([\w:.-]*)$/.exec(before);
  if (attribute) return matching(attributes, attribute[1], before.length - attribute[1].length);
  const id = /#([^\s,>\[]*)$/.exec(before);
  if (id) {
    return nodesHere.peek().rows
      .filter(({ node }) => node.id.startsWith(id[1]) && node.id !== id[1])
      .slice(0, most)
      .map(({ node }) => ({ text: node.id, from: before.length - id[1].length, note: node.role ?? "" }));
  }
  const pseudo = /(?:[\w\])*])(:[\w-]*)$/.exec(before);
  if (pseudo) return matching(pseudos, pseudo[1], before.length - pseudo[1].length);
  const word = /(?:^|[\s,>])([.^@*]?\w*)$/.exec(before);
  return word && (word[1] || before === "") ? matching(starts, word[1], before.length - word[1].length) : [];
}
