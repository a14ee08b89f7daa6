// The facts of the commit that is shown, and the steps to others.
import { html } from "../vendor/preact.js";
import { address, go } from "../data/address.js";
import { contextName, head, loaded, selected } from "../data/history.js";
import { findChange } from "../data/selection.js";
import { broke, totalOf } from "../timeline/lanes.js";
import { show, step } from "../timeline/timeline.js";
import { bytes, number, plural, share, short, time } from "../text/numbers.js";
import { Text } from "../text/visible.js";
import { AsButtons, toast } from "./answer.js";
import { useValue } from "./hooks.js";

/** @param {-1 | 1} direction */
export async function jump(direction) {
  const line = head.peek();
  if (!line) return;
  try {
    const found = await findChange(direction, line.commit_id);
    if (found) show(found);
    else toast.value = found === null ? `no ${direction < 0 ? "earlier" : "later"} cycle changed it` : "choose a node, or write a selector";
  } catch (error) {
    toast.value = /** @type {any} */ (error).fault?.code === "NOT_IN_FILE" ? "this needs the engine: the file holds answers only" : String(error);
  }
  if (toast.peek()) setTimeout(() => (toast.value = ""), 2500);
}

export function CommitLine() {
  const commit = useValue(selected);
  const { at } = useValue(address);
  const { uncommitted, loading, commits } = useValue(loaded);
  const newest = useValue(head);
  if (!commit) {
    const text = loading ? "" : at && commits.length > 0 ? `No commit is named ${at}.` : "";
    return html`<section class="commit" aria-label="Commit">${text && html`<span class="fault"><${Text} text=${text} /></span> <button class="small" onclick=${() => go({ at: "" })}>go to the newest</button>`}</section>`;
  }
  const causes = new Map();
  for (const one of commit.left) causes.set(one.cause, (causes.get(one.cause) ?? 0) + 1);
  const question = { operation: "show", args: { context: contextName.peek(), names: [commit.commit_id] } };
  const isNewest = commit.commit_id === newest?.commit_id;
  return html`<section class="commit" aria-label="Commit">
    <span class="steps-buttons">
      <button class="small" aria-label="Previous cycle that changed the selection" title="Previous cycle that changed the selection ([)" onclick=${() => jump(-1)}>${"\u25c2["}</button>
      <button class="small" aria-label="Previous cycle" title="Previous cycle (left arrow)" onclick=${() => step(-1)}>${"\u25c2"}</button>
      <button class="small" aria-label="Next cycle" title="Next cycle (right arrow)" onclick=${() => step(1)}>${"\u25b8"}</button>
      <button class="small" aria-label="Next cycle that changed the selection" title="Next cycle that changed the selection (])" onclick=${() => jump(1)}>${"]\u25b8"}</button>
      <button class="small" aria-pressed=${!at} title="Stay at the newest commit while new ones come" onclick=${() => go({ at: at ? "" : commit.commit_id })}>newest</button>
    </span>
    <b class="cycle">cycle ${number(commit.cycle)}</b>
    <code title=${commit.commit_id}>${short(commit.commit_id)}</code>
    ${commit.branches.map((name) => html`<span class="tagged branch"><${Text} text=${name} /></span>`)}
    ${commit.tags.map((name) => html`<span class="tagged"><${Text} text=${name} /></span>`)}
    <span class="message"><${Text} text=${commit.message} /></span>
    <span class="faint wide by">${commit.actor && html`<${Text} text=${commit.actor} />, `}${time(commit.host_time)}</span>
    <span class="spring"></span>
    ${commit.sizes === undefined
      ? ""
      : commit.sizes
      ? html`<span class="n" title=${`system ${bytes(commit.sizes.sys)}, history ${bytes(commit.sizes.seq)}, head ${bytes(commit.sizes.ah)}`}>${bytes(totalOf(commit))}</span>`
      : html`<span class="faint">collected</span>`}
    ${commit.prefix &&
    html`<button class="link ${broke(commit) ? "broken" : ""}" title="The prefix report" onclick=${() => go({ panel: "prefix" })}>${share(commit.prefix.kept_per_mille)} kept${broke(commit) ? `, ${commit.prefix.cause}` : ""}</button>`}
    ${commit.left.length > 0 &&
    html`<button class="link" title="What left" onclick=${() => go({ panel: "diff" })}>${plural(commit.left.length, "node")} left (${[...causes].map(([cause, count]) => `${count} ${cause}`).join(", ")})</button>`}
    ${commit.compacted > 0 && html`<button class="link" title="A summary stands for them" onclick=${() => go({ panel: "report" })}>${plural(commit.compacted, "node")} compacted</button>`}
    ${isNewest && uncommitted > 0 && html`<button class="link" title="Edits of the working state that no commit has yet (9)" onclick=${() => go({ panel: "working" })}>${plural(uncommitted, "uncommitted edit")}</button>`}
    ${commit.sizes !== undefined && html`<${AsButtons} question=${question} />`}
  </section>`;
}
