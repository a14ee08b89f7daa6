/**
 * The response object of an SDK, the JSON or the text of one, its stream of chunks, or the Response of fetch.
 * @typedef {object | string | ReadonlyArray<unknown> | AsyncIterable<unknown> | Iterable<unknown> | Response} Reply
 */
/**
 * The reply as the operation `complete` takes it: an object, an array of chunks, or a text.
 * @param {Reply} reply
 * @returns {Promise<object | string>}
 */
export function collected(reply: Reply): Promise<object | string>;
/** Chunks as they come: objects become an array, texts and bytes one text. */
export class Chunks {
    get isEmpty(): boolean;
    /** @param {unknown} chunk */
    add(chunk: unknown): void;
    all(): string | object[];
    #private;
}
/**
 * The response object of an SDK, the JSON or the text of one, its stream of chunks, or the Response of fetch.
 */
export type Reply = object | string | ReadonlyArray<unknown> | AsyncIterable<unknown> | Iterable<unknown> | Response;
