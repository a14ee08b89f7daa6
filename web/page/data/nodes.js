// The nodes of the moment that is shown: pages of `outline`, and what the tree adds up from them.
import { useEffect, useState } from "../vendor/preact.js";
import { signal } from "../vendor/signals.js";
import { askNow, generation } from "./answers.js";
import { contextName, selected } from "./history.js";
import { useRested, useValue } from "../parts/hooks.js";

/** @typedef {import("../shapes.js").OutlineNode} OutlineNode */

/**
 * A node with what lies below it.
 * @typedef {{node: OutlineNode, level: number, bytes: number, tokens: number, blocks: number, parent: Row | null,
 *   children: Row[]}} Row
 * @typedef {{commit: string, rows: Row[], byId: Map<string, Row>, complete: boolean, waiting: boolean,
 *   fault: import("../shapes.js").Fault | null}} Nodes
 */

/** The node that the mouse is over, wherever it is shown. */
export const hovered = signal("");

/** @type {Map<string, Nodes>} */
const kept = new Map();
const mostKept = 6;

/** @returns {Nodes} */
const nothing = () => ({ commit: "", rows: [], byId: new Map(), complete: false, waiting: true, fault: null });

/**
 * Adds nodes in document order: a parent comes before its children.
 * @param {Nodes} nodes
 * @param {OutlineNode[]} more
 */
function addNodes(nodes, more) {
  for (const node of more) {
    const parent = (node.parent_id && nodes.byId.get(node.parent_id)) || null;
    const own = isContainer(node) ? 0 : (node.bytes ?? 0);
    /** @type {Row} */
    const row = {
      node, level: parent ? parent.level + 1 : 0, bytes: own, tokens: node.tokens ?? 0,
      blocks: isContainer(node) ? 0 : 1, parent, children: [],
    };
    nodes.byId.set(node.id, row);
    nodes.rows.push(row);
    parent?.children.push(row);
    for (let above = parent; above; above = above.parent) {
      above.bytes += own;
      above.tokens += row.tokens;
      above.blocks += row.blocks;
    }
  }
}

/** @param {OutlineNode} node */
export const isContainer = (node) => node.nodeType.startsWith("^") || node.nodeType === "mt" || node.nodeType === "mc";

/** The question that gives the nodes of the moment, for the buttons. */
export const outlineQuestion = () => ({
  operation: "outline",
  args: { context: contextName.peek(), moment: selected.peek()?.commit_id ?? "@t0" },
});

const firstPage = 1000;

/**
 * @param {string} context
 * @param {string} commit
 * @param {(nodes: Nodes) => void} show
 * @param {() => boolean} isWanted
 */
async function load(context, commit, show, isWanted) {
  const nodes = { ...nothing(), commit };
  let limit = firstPage;
  try {
    for (let start; ; limit = 20_000) {
      const answer = await askNow("outline", { context, moment: commit, limit, ...(start && { start }) });
      if (!isWanted()) return;
      addNodes(nodes, answer.nodes);
      start = answer.next;
      nodes.complete = !start;
      show({ ...nodes, waiting: !nodes.complete });
      if (!start) break;
      // While cycles pass by, the first page of each is enough.
      if (limit === firstPage) await new Promise((resume) => setTimeout(resume, 400));
      if (!isWanted()) return;
    }
    kept.set(context + " " + commit, { ...nodes, waiting: false });
    if (kept.size > mostKept) kept.delete(/** @type {string} */ (kept.keys().next().value));
  } catch (error) {
    if (isWanted()) show({ ...nothing(), commit, waiting: false, fault: /** @type {any} */ (error).fault ?? { message: String(error) } });
  }
}

/** @type {import("../vendor/signals.js").Signal<Nodes>} */
export const nodesHere = signal(nothing());

/** Keeps `nodesHere` at the moment that is shown; called by the page once. */
export function useNodesHere() {
  const commit = useValue(selected)?.commit_id ?? "";
  const context = useValue(contextName);
  const turn = useValue(generation);
  const wanted = useRested(commit, 70);
  const [asked] = useState({ turn });
  useEffect(() => {
    if (!wanted) return;
    if (asked.turn !== turn) {
      kept.clear();
      asked.turn = turn;
    }
    const known = kept.get(context + " " + wanted);
    if (known) {
      nodesHere.value = known;
      return;
    }
    let isWanted = true;
    nodesHere.value = { ...nodesHere.peek(), waiting: true, fault: null };
    load(context, wanted, (nodes) => (nodesHere.value = nodes), () => isWanted);
    return () => {
      isWanted = false;
    };
  }, [wanted, context, turn]);
}

/** The commit whose answers the panels ask for: the selected one, once scrubbing rests. */
export function useMoment() {
  return useRested(useValue(selected)?.commit_id ?? "", 70);
}

