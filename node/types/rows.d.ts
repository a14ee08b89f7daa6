export type Result<Name extends import("../types/operations.js").OperationName> = import("./repository.js").Result<Name>;
/**
 * A context of a store.
 */
export type ContextInfo = Result<"contexts">["contexts"][number];
/**
 * A branch with its head.
 */
export type BranchInfo = Result<"branches">["branches"][number];
/**
 * A tag with its commit.
 */
export type TagInfo = Result<"tags">["tags"][number];
/**
 * A commit as `log` gives it.
 */
export type CommitInfo = Result<"log">["commits"][number];
/**
 * A commit with sizes, kept prefix and departures.
 */
export type TimelineEntry = Result<"timeline">["commits"][number];
/**
 * A call to a provider.
 */
export type AttemptInfo = Result<"attempts">["attempts"][number];
/**
 * Where a node came from, and where it went.
 */
export type Reason = Result<"why">["nodes"][number];
/**
 * A line that `grep` found.
 */
export type Hit = Result<"grep">["hits"][number];
/**
 * A unit of a request with its origin.
 */
export type Origin = Result<"blame">["units"][number];
/**
 * A node that was inserted again.
 */
export type RestoredNode = Result<"restore">["nodes"][number];
/**
 * A stream of events.
 */
export type StreamInfo = Result<"streams">["streams"][number];
/**
 * An event of a stream.
 */
export type Event = Result<"events">["events"][number];
