// The part of web/page/vendor/preact.js that the page uses.
export function html(strings: TemplateStringsArray, ...values: unknown[]): any;
export function render(node: any, place: Element): void;
export function useState<T>(start: T | (() => T)): [T, (next: T | ((before: T) => T)) => void];
export function useEffect(run: () => void | (() => void), on?: unknown[]): void;
export function useLayoutEffect(run: () => void | (() => void), on?: unknown[]): void;
export function useRef<T>(start: T): { current: T };
export function useMemo<T>(make: () => T, on: unknown[]): T;
