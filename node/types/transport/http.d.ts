/**
 * @typedef {object} HttpOptions
 * @property {string} [token] default: that of the URL, behind `#token=`
 * @property {typeof fetch} [fetch] default: that of Node.js
 */
export class HttpTransport {
    /** @param {URL} url @param {HttpOptions} options */
    constructor(url: URL, options: HttpOptions);
    kind: "http";
    /** @type {undefined} */
    callSync: undefined;
    /** @type {undefined} */
    nodes: undefined;
    /** @param {string} operation @param {string} args @param {import("./transport.js").CallOptions} options */
    call(operation: string, args: string, { signal }: import("./transport.js").CallOptions): Promise<string>;
    /** @param {import("./transport.js").WatchOptions} options */
    watch({ signal, context }: import("./transport.js").WatchOptions): AsyncGenerator<import("./transport.js").CommitEvent, void, void>;
    close(): Promise<void>;
    #private;
}
export type HttpOptions = {
    /**
     * default: that of the URL, behind `#token=`
     */
    token?: string | undefined;
    /**
     * default: that of Node.js
     */
    fetch?: typeof fetch | undefined;
};
