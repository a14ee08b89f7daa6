// Latewood for Node.js: what a model saw, when, and why. docs/node.md is the guide.
export { Attempt } from "./attempt.js";
export { Branches, Tags } from "./branches.js";
export { Context } from "./context.js";
export { LatewoodError } from "./error.js";
export { image } from "./image.js";
export { Inbox } from "./inbox.js";
export { Listing } from "./listing.js";
export { commitId } from "./moment.js";
export { Node } from "./node.js";
export { NodeView } from "./node_view.js";
export { open } from "./open.js";
export { Pin } from "./pin.js";
export { Reading } from "./reading.js";
export { Repository } from "./repository.js";
export { Snapshot } from "./snapshot.js";

/** @typedef {import("../types/operations.js").CommitId} CommitId */
/** @typedef {import("../types/operations.js").Nanoseconds} Nanoseconds */
/** @typedef {import("../types/operations.js").Json} Json */
/** @typedef {import("../types/operations.js").Operations} Operations */
/** @typedef {import("../types/operations.js").OperationName} OperationName */
/** @typedef {import("./context.js").Commit} Commit */
/** @typedef {import("./moment.js").Moment} Moment */
/** @typedef {import("./open.js").OpenOptions} OpenOptions */
/** @typedef {import("./transport/transport.js").CallOptions} CallOptions */
/** @typedef {import("./transport/transport.js").CommitEvent} CommitEvent */
/** @typedef {import("./rows.js").AttemptInfo} AttemptInfo */
/** @typedef {import("./rows.js").BranchInfo} BranchInfo */
/** @typedef {import("./rows.js").CommitInfo} CommitInfo */
/** @typedef {import("./rows.js").ContextInfo} ContextInfo */
/** @typedef {import("./rows.js").Event} Event */
/** @typedef {import("./rows.js").Hit} Hit */
/** @typedef {import("./rows.js").Origin} Origin */
/** @typedef {import("./rows.js").Reason} Reason */
/** @typedef {import("./rows.js").RestoredNode} RestoredNode */
/** @typedef {import("./rows.js").StreamInfo} StreamInfo */
/** @typedef {import("./rows.js").TagInfo} TagInfo */
/** @typedef {import("./rows.js").TimelineEntry} TimelineEntry */
