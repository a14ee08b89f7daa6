// What the page shows, as one value that the URL holds: every view is a link.
import { signal } from "../vendor/signals.js";

/**
 * @typedef {object} Address
 * @property {string} context  empty: the first of the store
 * @property {string} at       a commit; empty: the newest of the branch, also when a newer one comes
 * @property {string} branch   whose line is scrubbed; empty: the one in use
 * @property {string} vs       the commit to compare with; empty: the parent of `at`
 * @property {string} node
 * @property {string} select   a selector
 * @property {string} search   a text to look for
 * @property {string} panel
 * @property {string} profile  empty: the canonical thread
 * @property {string} view     structural, or empty: effective
 * @property {string} form     of the diff: unified or empty: side by side
 * @property {string} seen     of the diff: 1: only what the model sees
 * @property {string} sort     of the tree: weight, or empty: as in the document
 */

/** @type {Address} */
const start = {
  context: "", at: "", branch: "", vs: "", node: "", select: "", search: "", panel: "", profile: "", view: "", form: "",
  seen: "", sort: "",
};
const names = /** @type {(keyof Address)[]} */ (Object.keys(start));

/** @returns {Address} */
function readAddress() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const read = { ...start };
  for (const name of names) read[name] = parts.get(name) ?? "";
  return read;
}

/** @param {Address} address */
function hashOf(address) {
  const parts = new URLSearchParams();
  for (const name of names) if (address[name]) parts.set(name, address[name]);
  return "#" + parts;
}

/** @type {import("../vendor/signals.js").Signal<Address>} */
export const address = signal(readAddress());

/** @type {ReturnType<typeof setTimeout> | undefined} */
let writing;

/**
 * Shows something else. Scrubbing replaces the entry of the browser's history, and the URL follows when it rests.
 * @param {Partial<Address>} change
 * @param {{scrub?: boolean}} [how]
 */
export function go(change, how = {}) {
  const next = { ...address.value, ...change };
  if (names.every((name) => next[name] === address.value[name])) return;
  address.value = next;
  clearTimeout(writing);
  if (how.scrub) {
    writing = setTimeout(() => history.replaceState(null, "", hashOf(address.value)), 200);
  } else {
    history.pushState(null, "", hashOf(next));
  }
}

/** Reads the URL. */
export function readAgain() {
  address.value = readAddress();
}

/** Follows the browser's own steps through its history. */
export function followUrl() {
  const read = () => {
    clearTimeout(writing);
    address.value = readAddress();
  };
  addEventListener("popstate", read);
  addEventListener("hashchange", read);
}

export const linkHere = () => location.href.replace(/#.*/, "") + hashOf(address.value);
