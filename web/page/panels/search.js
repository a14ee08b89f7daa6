// Search in contents, line by line.
import { html, useState } from "../vendor/preact.js";
import { address, go } from "../data/address.js";
import { contextName, findCommit, selected } from "../data/history.js";
import { useMoment } from "../data/nodes.js";
import { Empty, Panel } from "../parts/answer.js";
import { useAnswer, useRested, useValue } from "../parts/hooks.js";
import { List } from "../parts/list.js";
import { number, plural } from "../text/numbers.js";
import { plain, Text } from "../text/visible.js";

const most = 500;

/** The first commit on the line of the selected one. */
function firstCycle() {
  let commit = selected.peek();
  for (;;) {
    const parent = commit?.parent ? findCommit(commit.parent) : undefined;
    if (!parent) return commit?.cycle ?? 1;
    commit = parent;
  }
}

export function SearchPanel() {
  const { search } = useValue(address);
  const moment = useMoment();
  const rested = useRested(search, 200);
  const [regex, setRegex] = useState(false);
  const [ever, setEver] = useState(false);
  const where = ever ? { at: moment, moment: `@c${firstCycle()}..@t0` } : { moment };
  const question =
    rested && moment
      ? { operation: "grep", args: { context: contextName.peek(), ...where, pattern: rested, ignore_case: true, ...(regex && { regex }), limit: most } }
      : null;
  const answer = useAnswer(question);
  const hits = answer.result?.hits ?? [];
  const controls = html`<label class="field grow"
      ><span class="unseen">Text to look for</span
      ><input type="search" placeholder="text in contents" value=${search} oninput=${(/** @type {any} */ event) => go({ search: event.target.value }, { scrub: true })}
    /></label>
    <label class="check"><input type="checkbox" checked=${regex} onchange=${() => setRegex(!regex)} />regular expression</label>
    <label class="check"><input type="checkbox" checked=${ever} onchange=${() => setEver(!ever)} />whole line of history</label>
    <span class="facts">${question && answer.result ? `${plural(hits.length, "line")}${answer.result.next ? ` (the first ${number(most)})` : ""}` : ""}</span>`;
  return html`<${Panel} title="Search" question=${question} controls=${controls} answer=${question ? answer : null}>
    ${!question && html`<${Empty} text="Looks for a text in the contents of this moment, or of all moments before it." />`}
    ${question && answer.result && hits.length === 0 && html`<p class="empty">No content has it.</p>`}
    ${question &&
    html`<${List} count=${hits.length} height=${24} label="Lines that match" class="matches" row=${(/** @type {number} */ index) => {
      const hit = hits[index];
      const [begin, end] = around(hit);
      return html`<div class="row" key=${index}>
        <button class="link" title=${plain(hit.id)} onclick=${() => go({ node: hit.id, panel: "node" })}><${Text} text=${hit.id} /></button>
        <span class="kind">${hit.role ?? ""} ${hit.region === "seq" ? `depth ${hit.depth}` : hit.region}</span>
        <span class="n">${hit.pointer ? "" : `${number(hit.line)}:${number(hit.column)}`}</span>
        <span class="text"><${Text} text=${hit.before} /><mark><${Text} text=${begin} /></mark><${Text} text=${end} /></span>
      </div>`;
    }} />`}
  <//>`;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * The match and what follows it; what precedes it is cut to its end, so that the match is in view.
 * @param {any} hit
 */
function around(hit) {
  const whole = encoder.encode(hit.text);
  const before = decoder.decode(whole.slice(0, hit.begin));
  hit.before = before.length > 40 ? "\u2026" + before.slice(-40) : before;
  return [decoder.decode(whole.slice(hit.begin, hit.end)), decoder.decode(whole.slice(hit.end, hit.end + 300))];
}
