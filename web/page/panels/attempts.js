// Calls to providers: what the prefix report predicted, and what the vendor counted.
import { html } from "../vendor/preact.js";
import { go } from "../data/address.js";
import { address } from "../data/address.js";
import { contextName, findCommit, head, selected } from "../data/history.js";
import { Empty, Panel } from "../parts/answer.js";
import { useAnswer, useValue } from "../parts/hooks.js";
import { List } from "../parts/list.js";
import { duration, number, plural, shareOf } from "../text/numbers.js";
import { plain, Text } from "../text/visible.js";

export function AttemptsPanel() {
  const { branch } = useValue(address);
  const newest = useValue(head);
  const chosen = useValue(selected);
  const question = { operation: "attempts", args: { context: contextName.peek(), ...(branch && { branch }) } };
  const answer = useAnswer(newest ? question : null, newest?.commit_id);
  const attempts = (answer.result?.attempts ?? []).slice().reverse();
  return html`<${Panel} title="Attempts" question=${question} answer=${answer} class="attempts" controls=${html`<span class="facts">${attempts.length > 0 ? plural(attempts.length, "attempt") : ""}</span>`}>
    ${answer.result && attempts.length === 0 &&
    html`<${Empty} text="No call to a provider is recorded on this branch. A program records them with the operations request and complete, or through the proxy." />`}
    ${attempts.length > 0 &&
    html`<div class="row heads" role="presentation">
      <span class="n">#</span><span class="n">cycle</span><span>model</span><span>status</span><span class="n">time</span><span class="n">tokens in</span>
      <span class="n">out</span><span class="n" title="bytes of the request that the one before has at its start, by the prefix report">predicted</span>
      <span class="n" title="tokens that the vendor read from its cache">vendor</span>
    </div>`}
    <${List} count=${attempts.length} height=${24} label="Attempts, newest first" row=${(/** @type {number} */ index) => {
      const one = attempts[index];
      const commit = one.commit_id ? findCommit(one.commit_id) : undefined;
      const prefix = commit?.prefix;
      return html`<div class="row ${commit && commit === chosen ? "chosen" : ""}" key=${one.attempt_id}>
        <span class="n">${one.attempt_id}</span>
        <span class="n">${commit ? html`<button class="link" onclick=${() => go({ at: commit.commit_id })}>${number(one.cycle)}</button>` : number(one.cycle)}</span>
        <span title=${plain(one.provider)}><${Text} text=${one.model_answered ?? one.model} /></span>
        <span class=${one.status === "error" ? "removed" : ""}>${one.status}${one.stop_reason ? html` <span class="faint"><${Text} text=${one.stop_reason} /></span>` : ""}${one.error && html` <${Text} text=${one.error} />`}</span>
        <span class="n">${duration(one.started_at, one.ended_at)}</span>
        <span class="n">${number(one.token_in)}</span>
        <span class="n">${number(one.token_out)}</span>
        <span class="n">${prefix ? shareOf(prefix.unchanged_bytes, prefix.total_bytes) : ""}</span>
        <span class="n">${one.token_cached === null ? "" : shareOf(one.token_cached, one.token_in)}</span>
      </div>`;
    }} />
  <//>`;
}
