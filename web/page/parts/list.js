// A list of rows of equal height, of which only those in view exist.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { useSize } from "./hooks.js";

const beyond = 6;

/**
 * @param {{count: number, height: number, row: (index: number) => any, label: string, role?: string, class?: string,
 *   goal?: {index: number, turn: unknown}, active?: string, onkeydown?: (event: KeyboardEvent) => void,
 *   onwidth?: (width: number) => void, multi?: boolean}} props
 *   goal: a row to bring into view; again when `turn` changes
 */
export function List({ count, height, row, label, role = "region", class: name, goal, active, onkeydown, onwidth }) {
  const [scroller, size] = useSize();
  const [top, setTop] = useState(0);
  const waiting = useRef(false);
  const onscroll = () => {
    if (waiting.current) return;
    waiting.current = true;
    requestAnimationFrame(() => {
      waiting.current = false;
      if (scroller.current) setTop(scroller.current.scrollTop);
    });
  };
  useEffect(() => {
    if (onwidth && size.width) onwidth(size.width);
  }, [size.width]);
  useLayoutEffect(() => {
    if (!goal || goal.index < 0 || !size.height) return;
    const element = scroller.current;
    const at = goal.index * height;
    if (at < element.scrollTop + height || at + 2 * height > element.scrollTop + size.height) {
      element.scrollTop = Math.max(0, at - size.height / 3);
      setTop(element.scrollTop);
    }
  }, [goal?.index, goal?.turn, size.height > 0]);
  const first = Math.max(0, Math.floor(top / height) - beyond);
  const last = Math.min(count, Math.ceil((top + size.height) / height) + beyond);
  const rows = [];
  for (let index = first; index < last; ++index) rows.push(row(index));
  return html`<div
    class="list ${name ?? ""}"
    ref=${scroller}
    role=${role}
    aria-label=${label}
    aria-activedescendant=${active}
    tabindex="0"
    onscroll=${onscroll}
    onkeydown=${onkeydown}
  >
    <div class="all" role="presentation" style=${{ height: `${count * height}px` }}>
      <div class="window" role="presentation" style=${{ transform: `translateY(${first * height}px)` }}>${rows}</div>
    </div>
  </div>`;
}
