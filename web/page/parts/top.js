// The top line: context, branch, profile, the selector, the verify badge, the state of the connection.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { address, go, linkHere } from "../data/address.js";
import { ask, askNow, currentTransport } from "../data/answers.js";
import { connected, contextName, contexts, head, loaded } from "../data/history.js";
import { completions } from "../data/completion.js";
import { matches } from "../data/selection.js";
import { number, plural } from "../text/numbers.js";
import { plain } from "../text/visible.js";
import { copy } from "./answer.js";
import { useValue } from "./hooks.js";

const profiles = ["", "openai", "openai-responses", "anthropic", "gemini"];

export function TopLine() {
  const { profile, branch } = useValue(address);
  const all = useValue(contexts) ?? [];
  const name = useValue(contextName);
  const { commits } = useValue(loaded);
  const branches = commits.flatMap((commit) => commit.branches).sort();
  const offered = currentTransport().profiles ?? profiles;
  const facts = currentTransport().facts;
  return html`<header class="top">
    <h1><a href="#" title="Latewood inspector">Latewood</a></h1>
    <label class="field"><span class="unseen">Context</span>
      <select value=${name} title="Context" onchange=${(/** @type {any} */ event) => go({ context: event.target.value, at: "", vs: "", node: "", branch: "" })}>
        ${all.map((one) => html`<option value=${one.name} selected=${one.name === name}>${plain(one.name)}</option>`)}
      </select></label>
    <label class="field"><span class="unseen">Branch</span>
      <select value=${branch} title="Branch" disabled=${branches.length < 2} onchange=${(/** @type {any} */ event) => go({ branch: event.target.value, at: "" })}>
        <option value="">current branch</option>
        ${branches.map((one) => html`<option value=${one} selected=${one === branch}>${plain(one)}</option>`)}
      </select></label>
    ${offered.length > 1 &&
    html`<label class="field"><span class="unseen">Profile</span>
      <select value=${profile} title="Profile: the provider whose request is shown" onchange=${(/** @type {any} */ event) => go({ profile: event.target.value })}>
        ${offered.map((one) => html`<option value=${one} selected=${one === profile}>${one || "canonical thread"}</option>`)}
      </select></label>`}
    <${SelectorBox} />
    ${facts ? html`<span class="tagged" title="This page is a file: it holds answers, and asks nobody">exported</span>` : html`<${Live} />`}
    <${VerifyBadge} />
    <button class="small" title="Copy a link to this view" onclick=${() => copy(linkHere(), "link")}>Link</button>
  </header>`;
}

function Live() {
  const yes = useValue(connected);
  return html`<span class="live ${yes ? "" : "off"}" role="status">${yes ? "live" : "offline"}</span>`;
}

// Verifying recomputes every digest; above this many commits it waits for a click.
const verifiedAlone = 2000;

/** Whether the history is sound, as `verify` says. */
function VerifyBadge() {
  const name = useValue(contextName);
  const newest = useValue(head)?.commit_id;
  const { total } = useValue(loaded);
  const [state, set] = useState(/** @type {{of: string, result: any, fault: string, running: boolean}} */ ({ of: "", result: null, fault: "", running: false }));
  const isFile = !currentTransport().live;
  const verify = async (/** @type {boolean} */ again) => {
    if (!newest || !currentTransport().has("verify")) return;
    set((before) => ({ ...before, running: true }));
    try {
      const result = await (again ? askNow : ask)("verify", { context: name });
      set({ of: newest, result, fault: "", running: false });
    } catch (error) {
      set({ of: newest, result: null, fault: String(/** @type {any} */ (error).message), running: false });
    }
  };
  useEffect(() => {
    if (newest && state.of === "" && total <= verifiedAlone) verify(false);
  }, [newest, total > verifiedAlone]);
  const { result } = state;
  const sound = result && result.wrong.length === 0;
  const stale = state.of !== "" && state.of !== newest;
  const text = state.running ? "verifying" : state.fault ? "not verified" : !result ? "verify" : sound ? "verified" : "damaged";
  const title = result
    ? sound
      ? `${plural(result.commits, "commit")} and ${plural(result.receipts, "receipt")} recomputed, all digests fit${stale ? "; newer commits are not in it" : ""}${isFile ? ", when the file was written" : ""}`
      : JSON.stringify(result.wrong[0])
    : state.fault || "Recompute every digest of the history from its patches, and compare";
  return html`<button class="badge ${sound && !stale ? "sound" : result && !sound ? "wrong" : ""}" title=${title} disabled=${state.running || isFile} aria-live="polite" onclick=${() => verify(true)}>
    ${text}${sound && !stale ? html` <span aria-hidden="true">${"\u2713"}</span>` : ""}
  </button>`;
}

/** The selector with completion and the number of its matches. */
function SelectorBox() {
  const { select } = useValue(address);
  const found = useValue(matches);
  const [offers, setOffers] = useState(/** @type {{text: string, from: number, note: string}[]} */ ([]));
  const [chosen, setChosen] = useState(-1);
  const input = useRef(/** @type {any} */ (null));
  const closing = useRef(/** @type {any} */ (0));
  const offer = () => {
    const place = input.current.selectionStart ?? input.current.value.length;
    setOffers(completions(input.current.value.slice(0, place)));
    setChosen(-1);
  };
  const write = (/** @type {string} */ text) => go({ select: text }, { scrub: true });
  // At once, not with the next frame: a key that is pressed meanwhile goes behind what was accepted.
  const accept = (/** @type {{text: string, from: number}} */ one) => {
    const box = input.current;
    const head = box.value.slice(0, one.from) + one.text;
    box.value = head + box.value.slice(box.selectionStart);
    box.setSelectionRange(head.length, head.length);
    box.focus();
    write(box.value);
    setOffers([]);
  };
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const open = offers.length > 0;
    if (event.key === "ArrowDown" && open) setChosen((chosen + 1) % offers.length);
    else if (event.key === "ArrowUp" && open) setChosen((chosen + offers.length) % (offers.length + 1) - (chosen <= 0 ? 0 : 1));
    else if ((event.key === "Enter" || event.key === "Tab") && open && chosen >= 0) accept(offers[chosen]);
    else if (event.key === "Enter") {
      setOffers([]);
      go({ panel: "select" });
      return;
    } else if (event.key === "Escape") {
      if (open) setOffers([]);
      else write("");
    } else return;
    if (event.key !== "Tab" || open) event.preventDefault();
  };
  const count = !select ? "" : found.fault ? "error" : found.ids ? number(found.ids.size) : found.result ? "range" : "";
  return html`<div class="selector ${found.fault ? "wrong" : ""}">
    <input
      ref=${input}
      id="selector"
      role="combobox"
      aria-label="Selector"
      aria-expanded=${offers.length > 0}
      aria-controls="offers"
      aria-autocomplete="list"
      aria-activedescendant=${chosen >= 0 ? `offer-${chosen}` : undefined}
      aria-invalid=${!!found.fault}
      autocomplete="off"
      spellcheck="false"
      placeholder="selector, such as .cb[role='user']  (/)"
      value=${select}
      oninput=${(/** @type {any} */ event) => {
        write(event.target.value);
        offer();
      }}
      onkeydown=${onkeydown}
      onblur=${() => (closing.current = setTimeout(() => setOffers([]), 150))}
      onfocus=${() => clearTimeout(closing.current)}
    />
    <span class="found" role="status" aria-label="Matches">${count}</span>
    <ul id="offers" role="listbox" aria-label="Completions" hidden=${offers.length === 0}>
      ${offers.map(
        (one, index) => html`<li id=${`offer-${index}`} role="option" aria-selected=${index === chosen} onmousedown=${(/** @type {Event} */ event) => {
          event.preventDefault();
          accept(one);
        }}><code>${plain(one.text)}</code><span>${one.note}</span></li>`,
      )}
    </ul>
  </div>`;
}
