/**
 * The events of a body of type text/event-stream, those without data too.
 * @param {AsyncIterable<Uint8Array>} body
 * @returns {AsyncGenerator<{ id: string | undefined, type: string, data: string }, void, void>}
 */
export function parseEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<{
    id: string | undefined;
    type: string;
    data: string;
}, void, void>;
/**
 * Commits from now on. A first connection that fails is an error; a connection that is lost later is made again, and
 * goes on behind the last event.
 * @param {AbortSignal} ends
 * @param {(headers: Record<string, string>, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array> | null>} connect
 * @returns {AsyncGenerator<import("./transport.js").CommitEvent, void, void>}
 */
export function readCommits(ends: AbortSignal, connect: (headers: Record<string, string>, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array> | null>): AsyncGenerator<import("./transport.js").CommitEvent, void, void>;
