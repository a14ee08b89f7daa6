/** @typedef {import("./repository.js").Result<"complete">} Completion */
/**
 * An attempt that runs.
 *
 *     const attempt = await ctx.request("openai", { model: "gpt-5" });
 *     await attempt.complete(await client.chat.completions.create(attempt.body));
 */
export class Attempt {
    /** @param {import("./context.js").Context} context @param {import("./repository.js").Result<"request">} begun */
    constructor(context: import("./context.js").Context, begun: import("./repository.js").Result<"request">);
    /** @readonly */
    readonly attempt_id: number;
    /** NAME@VERSION. @readonly */
    readonly profile: string;
    /**
     * What the SDK of the vendor takes: the model, the parameters, and the members of the context.
     * @readonly
     * @type {import("../types/operations.js").Json}
     */
    readonly body: import("../types/operations.js").Json;
    /**
     * Ends it with the reply of the vendor, whole or as a stream; see `Context.complete`.
     * @param {import("./replies.js").Reply} reply
     * @param {import("./reading.js").Options<"complete", "response" | "attempt_id">} [options]
     */
    complete(reply: import("./replies.js").Reply, options?: import("./reading.js").Options<"complete", "response" | "attempt_id">): Promise<import("../types/operations.js").CompleteResult>;
    /**
     * Passes a stream on, chunk by chunk, and completes the attempt at its end. A loop that stops early completes it with
     * the chunks that came; a stream that fails leaves it running.
     *
     *     for await (const chunk of attempt.relay(stream)) show(chunk);
     *
     * @template Chunk
     * @param {AsyncIterable<Chunk>} stream
     * @param {import("./reading.js").Options<"complete", "response" | "attempt_id">} [options]
     * @returns {AsyncGenerator<Chunk, Completion | undefined, void>}
     */
    relay<Chunk>(stream: AsyncIterable<Chunk>, options?: import("./reading.js").Options<"complete", "response" | "attempt_id">): AsyncGenerator<Chunk, Completion | undefined, void>;
    /** Ends it without a reply. @param {import("./repository.js").CallOptions} [options] */
    cancel(options?: import("./repository.js").CallOptions): Promise<import("../types/operations.js").EndAttemptResult>;
    /** Ends it with the error of the provider. @param {unknown} error @param {import("./repository.js").CallOptions} [options] */
    fail(error: unknown, options?: import("./repository.js").CallOptions): Promise<import("../types/operations.js").EndAttemptResult>;
    #private;
}
export type Completion = import("./repository.js").Result<"complete">;
