/**
 * @param {(operation: string, args: string, options: { signal: AbortSignal | undefined }) => Promise<string>} call
 * @param {import("./transport.js").WatchOptions} options
 * @returns {AsyncGenerator<import("./transport.js").CommitEvent, void, void>}
 */
export function watchStore(call: (operation: string, args: string, options: {
    signal: AbortSignal | undefined;
}) => Promise<string>, { signal, context, interval }: import("./transport.js").WatchOptions): AsyncGenerator<import("./transport.js").CommitEvent, void, void>;
export type Commit = import("../../types/operations.js").LogResult["commits"][number];
