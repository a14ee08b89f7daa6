// Hooks that connect components with signals and answers.
import { useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { ask, generation } from "../data/answers.js";

/**
 * The value of a signal; the component is drawn again when it changes.
 * @template T
 * @param {{value: T, peek: () => T, subscribe: (on: (value: T) => void) => () => void}} source
 * @returns {T}
 */
export function useValue(source) {
  const [, draw] = useState(0);
  const shown = useRef(/** @type {T | undefined} */ (undefined));
  shown.current = source.peek();
  useLayoutEffect(
    () =>
      source.subscribe((value) => {
        if (value !== shown.current) draw((count) => count + 1);
      }),
    [source],
  );
  return source.peek();
}

/**
 * The value once it has rested; the first one at once.
 * @template T
 * @param {T} value
 * @param {number} milliseconds
 * @returns {T}
 */
export function useRested(value, milliseconds) {
  const [rested, set] = useState(value);
  useEffect(() => {
    if (rested === value) return;
    const timer = setTimeout(() => set(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

/**
 * @typedef {{result: any, fault: import("../shapes.js").Fault | null, waiting: boolean,
 *   question: import("../shapes.js").Question | null}} Answer
 */

/**
 * The answer of an operation. While a new one is under way the one before stays, so that nothing jumps. A null question
 * is not asked.
 * @param {import("../shapes.js").Question | null} question
 * @param {unknown} [state] what else the answer depends on: it is asked again when this changes
 * @returns {Answer}
 */
export function useAnswer(question, state = "") {
  const [answer, set] = useState(/** @type {Answer & {key: string}} */ ({ result: null, fault: null, waiting: true, question: null, key: "-" }));
  const turn = useValue(generation);
  const key = question ? `${turn} ${state} ${question.operation}${JSON.stringify(question.args)}` : "";
  useEffect(() => {
    let wanted = true;
    const show = (/** @type {any} */ result, /** @type {any} */ fault) => wanted && set({ result, fault, waiting: false, question, key });
    if (!question) show(null, null);
    else {
      ask(question.operation, question.args, state).then(
        (result) => show(result, null),
        (error) => show(null, error.fault ?? { message: String(error) }),
      );
    }
    return () => {
      wanted = false;
    };
  }, [key]);
  // From the first drawing of a new question on, before it is asked: what looks ready is ready.
  return answer.key === key ? answer : { ...answer, waiting: true };
}

/**
 * Width and height of an element, kept up to date.
 * @returns {[{current: any}, {width: number, height: number}]}
 */
export function useSize() {
  const element = useRef(/** @type {any} */ (null));
  const [size, set] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element.current;
      set((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, size];
}
