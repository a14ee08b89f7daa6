// Operations answered from the answers inside of the page: the other side of cli/verbs/documents/answer_bundle.cc.
import { AnswerError } from "./answers.js";

/**
 * @typedef {{facts: {context: string, profile: string | null, content: boolean, version: string},
 *   pieces: string[], answers: Record<string, number[]>}} Bundle
 */

/**
 * The text of an answer: runs of pieces, each as its first number and the length.
 * @param {Bundle} bundle
 * @param {number[]} runs
 */
function textOf(bundle, runs) {
  let text = "";
  for (let at = 0; at < runs.length; at += 2) {
    for (let piece = runs[at]; piece < runs[at] + runs[at + 1]; ++piece) text += bundle.pieces[piece];
  }
  return text;
}

// Answers about all nodes of a moment, of which one is asked: the member with the list, and the argument with the name.
/** @type {Record<string, {list: string, names: string, moment: string}>} */
const oneOfMany = {
  show: { list: "shown", names: "names", moment: "at" },
  why: { list: "nodes", names: "nodes", moment: "moment" },
};

/** @param {string} operation */
const absent = (operation) =>
  new AnswerError({
    code: "NOT_IN_FILE",
    message: `this file does not hold the answer of ${operation}`,
    hint: "copy the command and run it on the store",
  });

/**
 * @param {Bundle} bundle
 * @returns {import("./answers.js").Transport}
 */
export function bundleTransport(bundle) {
  const operations = new Set(Object.keys(bundle.answers).map((key) => key.slice(0, key.indexOf(" "))));
  /** @type {import("./answers.js").Ask} */
  const ask = async (operation, args) => {
    const many = oneOfMany[operation];
    const { [many?.names ?? ""]: names, context: _, ...others } = args;
    // The file has one context, and all pages of a list in one.
    delete others.limit;
    delete others.start;
    const key = `${operation} ${JSON.stringify(Object.fromEntries(Object.entries(others).sort()))}`;
    const runs = bundle.answers[key];
    if (!runs) throw absent(operation);
    const answer = JSON.parse(textOf(bundle, runs));
    if (!many || names === undefined) return answer;
    const wanted = /** @type {string[]} */ ([names].flat());
    const found = answer[many.list].filter((/** @type {any} */ one) => wanted.includes(one.id ?? one.commit_id));
    if (found.length === 0) throw absent(operation);
    return { ...answer, [many.list]: found };
  };
  return {
    ask,
    live: false,
    profiles: [bundle.facts.profile ?? ""],
    has: (operation) => operations.has(operation),
    facts: bundle.facts,
  };
}
