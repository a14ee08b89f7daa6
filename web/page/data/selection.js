// The selector: what it matches at the moment that is shown, and where it changed.
import { computed, signal } from "../vendor/signals.js";
import { address } from "./address.js";
import { ask } from "./answers.js";
import { contextName, findCommit, selected } from "./history.js";

/**
 * @typedef {{ids: Set<string> | null, result: any, fault: import("../shapes.js").Fault | null, waiting: boolean}} Matches
 */

/** @type {import("../vendor/signals.js").Signal<Matches>} */
export const matches = signal({ ids: null, result: null, fault: null, waiting: false });

const asked = computed(() =>
  address.value.select && selected.value ? JSON.stringify(selectQuestion().args) : "",
);

export const selectQuestion = () => ({
  operation: "select",
  args: { context: contextName.value, at: selected.value?.commit_id ?? "", selector: address.value.select },
});

/** Asks for the matches whenever selector or moment change, and rests while they are typed or scrubbed. */
export function followSelector() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  asked.subscribe((args) => {
    clearTimeout(timer);
    if (!args) {
      matches.value = { ids: null, result: null, fault: null, waiting: false };
      return;
    }
    matches.value = { ...matches.peek(), waiting: true };
    timer = setTimeout(async () => {
      const isWanted = () => args === asked.peek();
      try {
        const result = await ask("select", JSON.parse(args));
        if (isWanted()) matches.value = { ids: Array.isArray(result) ? new Set(result) : null, result, fault: null, waiting: false };
      } catch (error) {
        const fault = /** @type {any} */ (error).fault ?? { message: String(error) };
        if (isWanted()) matches.value = { ids: null, result: null, fault, waiting: false };
      }
    }, 120);
  });
}

// ---- the next commit that changed it ----

// A range of snapshots in one question.
const chunk = 64;

/** What a node or a selector is looked up as. */
const lookedFor = () => {
  const { select, node } = address.peek();
  if (select && !/^\s*@/.test(select)) return select;
  return node ? `[id='${node.replaceAll("'", "\\'")}']` : "";
};

/**
 * Whether the entry of a range changes more than the ttl, which counts down by itself.
 * @param {any} diff
 */
const isChange = (diff) =>
  diff.added_ids.length > 0 ||
  diff.removed_ids.length > 0 ||
  diff.changed.some((/** @type {{fields: string[]}} */ one) => one.fields.some((field) => field !== "ttl"));

/**
 * The nearest older or newer commit of the line of `head` that changed the selection.
 * @param {-1 | 1} direction
 * @param {string} head a commit: the end of the line
 * @returns {Promise<import("../shapes.js").Commit | null | undefined>} null: there is none; undefined: nothing is selected
 */
export async function findChange(direction, head) {
  const selector = lookedFor();
  const here = selected.peek();
  const last = findCommit(head);
  if (!selector || !here || !last) return undefined;
  const line = new Map();
  for (let commit = /** @type {any} */ (last); commit; commit = commit.parent && findCommit(commit.parent)) line.set(commit.cycle, commit);
  const first = Math.min(...line.keys());
  const context = contextName.peek();
  for (let from = here.cycle; direction < 0 ? from > first : from < last.cycle; from += direction * chunk) {
    // Older: the change that led to the commit shown is not looked for again.
    const [low, high] =
      direction < 0 ? [Math.max(first, from - chunk - 1), from - 1] : [from, Math.min(last.cycle, from + chunk)];
    if (low >= high) {
      // The first commit itself brought what it has.
      return direction < 0 && (await ask("select", { context, at: line.get(first).commit_id, selector })).length > 0 ? line.get(first) : null;
    }
    const result = await ask("select", { context, at: head, selector: `@c${low}..@c${high} ${selector}` });
    const diffs = result.diffs.filter(isChange);
    if (diffs.length > 0) {
      const newer = diffs.map((/** @type {any} */ diff) => Math.max(diff.from.cycle, diff.to.cycle));
      return line.get(direction < 0 ? Math.max(...newer) : Math.min(...newer)) ?? null;
    }
    if (direction < 0 && low === first) {
      return (await ask("select", { context, at: line.get(first).commit_id, selector })).length > 0 ? line.get(first) : null;
    }
  }
  return null;
}
