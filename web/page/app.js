// The page: the top line, the timeline, the tree, and a panel.
import { html, useEffect } from "./vendor/preact.js";
import { address, go } from "./data/address.js";
import { contextName, contexts, loaded, storeFault } from "./data/history.js";
import { useNodesHere } from "./data/nodes.js";
import { JsonDialog, Toast, Waiting } from "./parts/answer.js";
import { CommitLine, jump } from "./parts/commit.js";
import { FirstUse, NoAnswer } from "./parts/first_use.js";
import { Help, helpShown } from "./parts/help.js";
import { useValue } from "./parts/hooks.js";
import { TopLine } from "./parts/top.js";
import { AttemptsPanel } from "./panels/attempts.js";
import { DiffPanel } from "./panels/diff.js";
import { NodePanel } from "./panels/node.js";
import { PrefixPanel } from "./panels/prefix.js";
import { ReportPanel } from "./panels/report.js";
import { RequestPanel } from "./panels/request.js";
import { SearchPanel } from "./panels/search.js";
import { SelectPanel } from "./panels/select.js";
import { TreePanel } from "./panels/tree.js";
import { WorkingPanel } from "./panels/working.js";
import { step, Timeline } from "./timeline/timeline.js";

const panels = /** @type {[string, string, () => any][]} */ ([
  ["request", "Request", RequestPanel],
  ["diff", "Diff", DiffPanel],
  ["prefix", "Prefix", PrefixPanel],
  ["node", "Node", NodePanel],
  ["select", "Select", SelectPanel],
  ["search", "Search", SearchPanel],
  ["attempts", "Attempts", AttemptsPanel],
  ["report", "Report", ReportPanel],
  ["working", "Working", WorkingPanel],
]);

function onkeydown(/** @type {KeyboardEvent} */ event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = /** @type {Element} */ (event.target);
  if (target.closest("dialog, input, select, textarea")) return;
  const panel = panels[Number(event.key) - 1];
  /** @type {Record<string, () => void>} */
  const keys = {
    ",": () => step(-1), ".": () => step(1), "[": () => jump(-1), "]": () => jump(1),
    "/": () => document.getElementById("selector")?.focus(),
    t: () => {
      const focus = () => /** @type {HTMLElement | null} */ (document.querySelector(".list.tree"))?.focus();
      if (!matchMedia("(max-width: 760px)").matches) return focus();
      go({ panel: "tree" });
      requestAnimationFrame(focus);
    },
    "?": () => (helpShown.value = true),
    Escape: () => go({ node: "", select: "" }),
  };
  if (panel) go({ panel: panel[0] });
  else if (keys[event.key]) keys[event.key]();
  else return;
  event.preventDefault();
}

/** Arrow keys go from tab to tab. */
function onTabKey(/** @type {KeyboardEvent} */ event) {
  const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (!by) return;
  event.preventDefault();
  const tabs = [.../** @type {Element} */ (event.currentTarget).querySelectorAll("[role=tab]")];
  const shown = /** @type {HTMLElement[]} */ (tabs).filter((tab) => tab.offsetParent !== null);
  const next = shown[(shown.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + by + shown.length) % shown.length];
  next?.focus();
  next?.click();
}

export function App() {
  const { panel } = useValue(address);
  const all = useValue(contexts);
  const fault = useValue(storeFault);
  const name = useValue(contextName);
  const { commits, loading, fault: historyFault } = useValue(loaded);
  useNodesHere();
  useEffect(() => {
    addEventListener("keydown", onkeydown);
    return () => removeEventListener("keydown", onkeydown);
  }, []);
  useEffect(() => {
    document.title = name ? `${name} - Latewood inspector` : "Latewood inspector";
  }, [name]);
  const wrong = fault ?? (commits.length === 0 ? historyFault : null);
  const isEmpty = all !== null && !loading && commits.length === 0;
  const isNew = all !== null && all.length === 0;
  if (wrong && wrong.code !== "E_CONTEXT_NOT_FOUND") return html`<${TopLine} /><${NoAnswer} fault=${wrong} /><${Toast} />`;
  if (isNew || isEmpty) return html`<${TopLine} /><${FirstUse} /><${Toast} />`;
  // The tree is beside the panel; where there is no room it is a panel of its own.
  const shown = panels.find(([id]) => id === panel) ?? panels[0];
  return html`<${TopLine} />
    <${Timeline} />
    <${CommitLine} />
    <main class="work ${panel === "tree" ? "tree-only" : ""}" id="main">
      <div class="left">${commits.length > 0 ? html`<${TreePanel} />` : html`<${Waiting} />`}</div>
      <div class="right">
        <div class="tabs"><div role="tablist" aria-label="Panels" onkeydown=${onTabKey}>
          <button role="tab" class="tree-tab" aria-selected=${panel === "tree"} tabindex=${panel === "tree" ? 0 : -1} onclick=${() => go({ panel: "tree" })}>Tree</button>
          ${panels.map(
            ([id, title], index) => html`<button role="tab" id=${`tab-${id}`} title=${`${title} (${index + 1})`} aria-selected=${shown[0] === id && panel !== "tree"} aria-controls="shown" tabindex=${shown[0] === id ? 0 : -1} onclick=${() => go({ panel: id })}>${title}</button>`,
          )}
          </div><span class="spring"></span>
          <button class="small" aria-haspopup="dialog" title="Keys (?)" onclick=${() => (helpShown.value = true)}>Keys</button>
        </div>
        <div class="shown" id="shown" role="tabpanel" aria-labelledby=${`tab-${shown[0]}`}>${commits.length > 0 ? html`<${shown[2]} />` : html`<${Waiting} />`}</div>
      </div>
    </main>
    <${JsonDialog} /><${Help} /><${Toast} />`;
}
