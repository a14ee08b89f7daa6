// Names for the elements of lists that operations give.

/**
 * @template {import("../types/operations.js").OperationName} Name
 * @typedef {import("./repository.js").Result<Name>} Result
 */

/** A context of a store. @typedef {Result<"contexts">["contexts"][number]} ContextInfo */
/** A branch with its head. @typedef {Result<"branches">["branches"][number]} BranchInfo */
/** A tag with its commit. @typedef {Result<"tags">["tags"][number]} TagInfo */
/** A commit as `log` gives it. @typedef {Result<"log">["commits"][number]} CommitInfo */
/** A commit with sizes, kept prefix and departures. @typedef {Result<"timeline">["commits"][number]} TimelineEntry */
/** A call to a provider. @typedef {Result<"attempts">["attempts"][number]} AttemptInfo */
/** Where a node came from, and where it went. @typedef {Result<"why">["nodes"][number]} Reason */
/** A line that `grep` found. @typedef {Result<"grep">["hits"][number]} Hit */
/** A unit of a request with its origin. @typedef {Result<"blame">["units"][number]} Origin */
/** A node that was inserted again. @typedef {Result<"restore">["nodes"][number]} RestoredNode */
/** A stream of events. @typedef {Result<"streams">["streams"][number]} StreamInfo */
/** An event of a stream. @typedef {Result<"events">["events"][number]} Event */

export {};
