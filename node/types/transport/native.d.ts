/** @returns {Addon} */
export function loadAddon(): Addon;
/**
 * @param {string} url a path, "memory:" or "postgres://.."
 * @param {NativeOptions & import("../repository.js").Defaults} options
 */
export function openNative(url: string, { tokens, tokens_name, ...options }: NativeOptions & import("../repository.js").Defaults): NativeTransport;
/**
 * @typedef {object} Addon
 * @property {(url: string, options: string, tokens?: (json: string) => number, name?: string) => object} open
 * @property {(session: object, operation: string, args: string, stop?: object) => Promise<string>} call
 * @property {(session: object, operation: string, args: string) => string} callSync
 * @property {(session: object, moment: string, context: string, branch: string, selector: string, stop?: object) =>
 *   Promise<import("../node_view.js").Columns>} nodes
 * @property {(session: object) => Promise<string>} close
 * @property {() => object} makeStop
 * @property {(stop: object) => void} stop
 * @property {() => string} schema
 * @property {() => string} version
 */
/**
 * @typedef {object} NativeOptions
 * @property {"read" | "write" | "admin"} [scope] the highest that calls may have; default: admin
 * @property {"refuse" | "request" | "allow"} [system] whether calls may change system text; default: request, with the
 * argument `system: true`
 * @property {((text: string) => number) | "o200k_base" | "cl100k_base" | "estimate"} [tokens] counts tokens for budgets
 * in tokens: a counter of the engine by its name (docs/economy.md), or a function, which is given a content that is a
 * text, or the JSON of another one. What the function throws is the error of the call. The engine asks it while a call
 * runs, so it must not use the repository; default: none
 * @property {string} [tokens_name] the name of a counter that always counts alike: the store keeps its counts; default:
 * they are not kept
 * @property {"host" | "logical"} [clock] logical: the same calls give the same bytes in every run; default: host
 */
/** The package with the addon and the program of this platform. */
export const platformPackage: string;
export class NativeTransport {
    /** @param {Addon} addon @param {object} session @param {TokenCounter} [counter] */
    constructor(addon: Addon, session: object, counter?: TokenCounter);
    kind: "native";
    /** @param {string} operation @param {string} args @param {import("./transport.js").CallOptions} options */
    call(operation: string, args: string, { signal }: import("./transport.js").CallOptions): Promise<string>;
    /** @param {import("./transport.js").NodeQuestion} question @param {import("./transport.js").CallOptions} options */
    nodes({ moment, context, branch, selector }: import("./transport.js").NodeQuestion, { signal }: import("./transport.js").CallOptions): Promise<import("../node_view.js").Columns>;
    /** @param {string} operation @param {string} args */
    callSync(operation: string, args: string): string;
    /** @param {import("./transport.js").WatchOptions} options */
    watch(options: import("./transport.js").WatchOptions): AsyncGenerator<import("./transport.js").CommitEvent, void, void>;
    close(): Promise<void>;
    #private;
}
export type Addon = {
    open: (url: string, options: string, tokens?: (json: string) => number, name?: string) => object;
    call: (session: object, operation: string, args: string, stop?: object) => Promise<string>;
    callSync: (session: object, operation: string, args: string) => string;
    nodes: (session: object, moment: string, context: string, branch: string, selector: string, stop?: object) => Promise<import("../node_view.js").Columns>;
    close: (session: object) => Promise<string>;
    makeStop: () => object;
    stop: (stop: object) => void;
    schema: () => string;
    version: () => string;
};
export type NativeOptions = {
    /**
     * the highest that calls may have; default: admin
     */
    scope?: "read" | "write" | "admin" | undefined;
    /**
     * whether calls may change system text; default: request, with the
     * argument `system: true`
     */
    system?: "refuse" | "request" | "allow" | undefined;
    /**
     * counts tokens for budgets
     * in tokens: a counter of the engine by its name (docs/economy.md), or a function, which is given a content that is a
     * text, or the JSON of another one. What the function throws is the error of the call. The engine asks it while a call
     * runs, so it must not use the repository; default: none
     */
    tokens?: "o200k_base" | "cl100k_base" | "estimate" | ((text: string) => number) | undefined;
    /**
     * the name of a counter that always counts alike: the store keeps its counts; default:
     * they are not kept
     */
    tokens_name?: string | undefined;
    /**
     * logical: the same calls give the same bytes in every run; default: host
     */
    clock?: "host" | "logical" | undefined;
};
import { TokenCounter } from "./token_counter.js";
