/** The streams of a context. */
export class Inbox {
    /** @param {import("./context.js").Context} context */
    constructor(context: import("./context.js").Context);
    /**
     * Appends an event to a stream, which its first event makes.
     * @param {string} stream
     * @param {import("../types/operations.js").Json} payload
     * @param {Options<"append_event", "stream" | "payload">} [options]
     */
    append(stream: string, payload: import("../types/operations.js").Json, options?: Options<"append_event", "stream" | "payload">): Promise<import("../types/operations.js").AppendEventResult>;
    /**
     * All streams, with how far a view has read them.
     * @param {Options<"streams">} [options]
     * @returns {Promise<import("./rows.js").StreamInfo[]>}
     */
    streams(options?: Options<"streams">): Promise<import("./rows.js").StreamInfo[]>;
    /**
     * The events of a stream.
     * @param {string} stream
     * @param {{ after?: number } & CallOptions} [options] after: a number of an event; default: 0
     * @returns {Listing<Event>}
     */
    events(stream: string, options?: {
        after?: number;
    } & CallOptions): Listing<Event>;
    /** Lets waiting events into the cycle. @param {Options<"admit">} [options] */
    admit(options?: Options<"admit">): Promise<import("../types/operations.js").AdmitResult>;
    #private;
}
export type CallOptions = import("./repository.js").CallOptions;
export type Event = import("./rows.js").Event;
export type Options<Name extends import("./reading.js").OperationName, Taken extends string = never> = import("./reading.js").Options<Name, Taken>;
import { Listing } from "./listing.js";
