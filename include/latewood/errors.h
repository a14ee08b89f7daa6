// Every stable code of an error or a warning: its name, what it means, and what the caller can do.
//
//   Context context;
//   const auto refused = context.pin("cb:missing");
//   if (!refused && refused.error().rule == errors::kNodeNotFound) context.insert({.role = "user", .content =
//   "Hello"}).value(); if (const StableCode* code = find_stable_code(name_of(refused.error()))) std::cerr <<
//   code->action << '\n';
//
// `Error::rule` holds one of the names below, or nothing; then `Error::code` (result.h) is all there is. A name never
// changes its meaning and is never used again. New names may be added: treat an unknown one by its `Error::code`.
// Everything here is constant data: no ownership, no failure, and any thread may use it.
#pragma once

#include <span>
#include <string_view>

namespace latewood {

// One code. All texts are single lines of ASCII and live as long as the program.
struct StableCode {
  std::string_view name;     // as in `Error::rule` and on the command line: "E_CONFLICT"
  std::string_view meaning;  // the fault
  std::string_view action;   // the remedy

  constexpr operator std::string_view() const { return name; }
  friend constexpr bool operator==(const StableCode& a, const StableCode& b) { return a.name == b.name; }
  friend constexpr bool operator==(const StableCode& code, std::string_view name) { return code.name == name; }
};

// Every code of this header, sorted by name.
std::span<const StableCode> stable_codes();

// The code of that name; null if there is none.
const StableCode* find_stable_code(std::string_view name);

namespace errors {

// ---- nodes and edits ----

inline constexpr StableCode kNodeNotFound = {"E_NODE_NOT_FOUND", "no such node, or no node matches the selector",
                                             "check the id; `select` lists the ids of the moment"};
inline constexpr StableCode kNodePresent = {"E_NODE_PRESENT", "the node to restore has not left the context",
                                            "nothing has to be restored; delete its marker if it is hidden"};
inline constexpr StableCode kDuplicateId = {"E_DUPLICATE_ID", "the id is in use, or was used before in this history",
                                            "choose another id, or give none and let the context issue one"};
inline constexpr StableCode kIdReserved = {"E_ID_RESERVED", "the id has a form that the context issues itself",
                                           "choose an id that does not begin like mt:, mc: or cb: with 16 characters"};
inline constexpr StableCode kSealedImmutable = {
    "E_SEALED_IMMUTABLE", "the edit would change sealed history",
    "replace or delete the node, which adds a marker; move it together with its markers"};
inline constexpr StableCode kSnapshotReadonly = {"E_SNAPSHOT_READONLY",
                                                 "a selector that names a snapshot was given to an edit",
                                                 "leave out the moment: edits apply to the working state"};
inline constexpr StableCode kPlacementInvalid = {"E_PLACEMENT_INVALID", "a node of this type cannot be at this place",
                                                 "check type, offset and parent"};
inline constexpr StableCode kTreeCycle = {"E_TREE_CYCLE", "a node would become its own ancestor",
                                          "choose a parent that is not below the node"};
inline constexpr StableCode kUnauthorized = {"E_UNAUTHORIZED", "the edit needs the system capability",
                                             "grant it with `Context::set_system` or `--system`"};
inline constexpr StableCode kAttrName = {"E_ATTR_NAME",
                                         "an attribute has a reserved or malformed name, or is given twice",
                                         "begin the name with data_, content_ or a prefix and a colon"};
inline constexpr StableCode kAttrValue = {"E_ATTR_VALUE",
                                          "the value of an attribute, role or kind has the wrong type or form",
                                          "give the type that the message names"};
inline constexpr StableCode kTtlInvalid = {
    "E_TTL_INVALID", "the ttl is not allowed here or is not a whole number of at least 1", "correct or omit the ttl"};
inline constexpr StableCode kDepthRange = {"E_DEPTH_RANGE", "the depth is larger than the number of turns plus one",
                                           "use a smaller depth"};
inline constexpr StableCode kDepthNoGap = {"E_DEPTH_NO_GAP", "no time stamp is free between the two neighbouring turns",
                                           "insert at another depth"};
inline constexpr StableCode kStampsExhausted = {"E_STAMPS_EXHAUSTED", "no time stamp is left after the newest node",
                                                "start a new context; check the stamps of what was imported"};
inline constexpr StableCode kOverlap = {"OverlapWouldViolateODI",
                                        "an instance of the key is not deeper than the new one",
                                        "insert at a smaller depth, or let the context demote overlaps"};
inline constexpr StableCode kHashCollision = {"E_HASH_COLLISION", "two different contents have the same digest",
                                              "change the content; nothing was stored"};

// ---- moments and selectors ----

inline constexpr StableCode kSelectorInvalid = {
    "E_SELECTOR_INVALID", "the selector or reference does not parse, or is not allowed in this call",
    "correct the text at `Error::place`"};
inline constexpr StableCode kSnapshotNotFound = {"E_SNAPSHOT_NOT_FOUND", "no snapshot has this reference",
                                                 "check the reference; `log` lists the commits"};
inline constexpr StableCode kSnapshotCollected = {"E_SNAPSHOT_COLLECTED", "the snapshot was removed by a collection",
                                                  "use a newer snapshot; the header of the commit remains"};
inline constexpr StableCode kSnapshotRangeKindMismatch = {
    "E_SNAPSHOT_RANGE_KIND_MISMATCH", "a range has one end that counts commits and one that names a cycle",
    "write both ends with @t or both with @c"};
inline constexpr StableCode kSnapshotRangeWildcard = {"E_SNAPSHOT_RANGE_WILDCARD", "a range has `@*` as an end",
                                                      "name a snapshot at each end"};
inline constexpr StableCode kSnapshotRangeLimit = {"E_SNAPSHOT_RANGE_LIMIT",
                                                   "a range has more snapshots than the limit that was given",
                                                   "raise maxSnapshots; the newest snapshots are in the result"};
inline constexpr StableCode kReferenceAmbiguous = {"E_REFERENCE_AMBIGUOUS",
                                                   "several commit ids begin with these digits", "give more digits"};
inline constexpr StableCode kPatternInvalid = {"E_PATTERN_INVALID",
                                               "a search pattern is empty, does not parse or is too large",
                                               "correct the pattern at `Error::place`"};
inline constexpr StableCode kPatternLimit = {"E_PATTERN_LIMIT", "a search takes too many steps on texts of this size",
                                             "use a simpler pattern or fewer snapshots"};

// ---- options, documents and requests ----

inline constexpr StableCode kOptionInvalid = {
    "E_OPTION_INVALID", "an option has an unknown name or a value that is not allowed", "correct the option"};
inline constexpr StableCode kChatLogInvalid = {"E_CHAT_LOG_INVALID", "a text is not a conversation in the given format",
                                               "correct the conversation at `Error::place`, or name the right format"};
inline constexpr StableCode kReplyInvalid = {"E_REPLY_INVALID", "a text is not an answer of a vendor",
                                             "correct the text at `Error::place`, or name the right format"};
inline constexpr StableCode kLoneSurrogate = {"LoneSurrogate", "a JSON string has one half of a surrogate pair",
                                              "correct the string at `Error::place`"};
inline constexpr StableCode kNestingTooDeep = {"NestingTooDeep", "a JSON value has too many nested arrays and objects",
                                               "reduce the nesting"};
inline constexpr StableCode kProfileUnknown = {"E_PROFILE_UNKNOWN", "no profile has this id and version",
                                               "choose one from `profiles()`"};
inline constexpr StableCode kContentInvalid = {"E_CONTENT_INVALID",
                                               "the content of a block does not have the shape that the profile needs",
                                               "correct the content; docs/profiles.md has the shapes"};
inline constexpr StableCode kContentUnsupported = {"E_CONTENT_UNSUPPORTED",
                                                   "the vendor does not accept this kind of content",
                                                   "use another profile, or replace the block by text"};
inline constexpr StableCode kVendorBound = {"E_VENDOR_BOUND", "the content can only be sent to the vendor it came from",
                                            "use a profile of that vendor, or replace the block"};
inline constexpr StableCode kToolInvalid = {"E_TOOL_INVALID", "the vendor does not accept this tool definition",
                                            "correct its name or its parameters"};
inline constexpr StableCode kRenderEmpty = {"E_RENDER_EMPTY", "the request would have no message",
                                            "insert a block with content"};
inline constexpr StableCode kBoundaryMismatch = {
    "E_BOUNDARY_MISMATCH", "the working state does not render to the bytes that the attempt sent",
    "undo the edits made since the attempt began, or cancel the attempt and begin another"};
inline constexpr StableCode kReceiptMissing = {"E_RECEIPT_MISSING", "the commit has no receipt",
                                               "nothing to do: receipts are optional and can be collected"};
inline constexpr StableCode kEventNotFound = {"E_EVENT_NOT_FOUND", "the stream has no event of this number",
                                              "check stream and number; `list_events` lists them"};

// ---- operations by name (operation.h, session.h) ----

inline constexpr StableCode kArgumentInvalid = {"E_ARGUMENT_INVALID",
                                                "an argument of an operation is unknown, missing or of the wrong type",
                                                "compare the arguments with the schema of the operation"};
inline constexpr StableCode kOperationUnknown = {"E_OPERATION_UNKNOWN", "no operation has this name",
                                                 "use a name that `latewood schema` lists"};
inline constexpr StableCode kScope = {"E_SCOPE", "the session may not run operations of this scope",
                                      "use a session with a higher scope"};

// ---- the server ----

inline constexpr StableCode kHostRefused = {"E_HOST_REFUSED", "the request names a host that the server does not serve",
                                            "use the address that `serve` printed, or start it with --allow-host"};
inline constexpr StableCode kMethodRefused = {"E_METHOD_REFUSED", "the address does not take this method",
                                              "use a method of the header `Allow`"};
inline constexpr StableCode kOriginRefused = {"E_ORIGIN_REFUSED", "a page of another site sent the request",
                                              "open the page of the server itself"};
inline constexpr StableCode kOverloaded = {"E_OVERLOADED",
                                           "the server has as many connections or waiting calls as it takes",
                                           "wait for the seconds of `Retry-After`, then repeat the request"};
inline constexpr StableCode kRequestInvalid = {"E_REQUEST_INVALID", "the server cannot read the request",
                                               "correct the request; the message names the part"};
inline constexpr StableCode kRequestTimeout = {"E_REQUEST_TIMEOUT", "the request did not arrive in time",
                                               "send it faster, or in smaller parts"};
inline constexpr StableCode kRequestTooLarge = {"E_REQUEST_TOO_LARGE", "the request is larger than the server accepts",
                                                "send less, or start the server with a higher --max-body"};
inline constexpr StableCode kRouteUnknown = {"E_ROUTE_UNKNOWN", "the server has nothing at this address",
                                             "check the address; /v1/openapi.json lists all"};
inline constexpr StableCode kTokenInvalid = {"E_TOKEN_INVALID",
                                             "the request has no token, or one that is unknown, expired or revoked",
                                             "send `Authorization: Bearer TOKEN`; `latewood token new` makes one"};

// ---- stores ----

inline constexpr StableCode kConflict = {"E_CONFLICT", "another writer was first, or the name is taken",
                                         "rebase or read again, then retry"};
inline constexpr StableCode kLimitExceeded = {
    "E_LIMIT_EXCEEDED",
    "the next snapshot would be larger than the hard limit of the policy, and nothing more may leave",
    "unpin or delete something, shorten the turn, or raise the limit"};
inline constexpr StableCode kUncommitted = {"E_UNCOMMITTED", "uncommitted work would be lost",
                                            "commit or reset first, or allow the loss"};
inline constexpr StableCode kNothingToUndo = {
    "E_NOTHING_TO_UNDO", "the branch has neither edits nor a commit that can be undone", "nothing to do"};
inline constexpr StableCode kContextNotFound = {"E_CONTEXT_NOT_FOUND", "the store has no context of this name",
                                                "check the name, or create the context"};
inline constexpr StableCode kBranchNotFound = {"E_BRANCH_NOT_FOUND", "the context has no branch of this name",
                                               "check the name, or create the branch"};
inline constexpr StableCode kPayloadPurged = {"E_PAYLOAD_PURGED", "the content was purged",
                                              "continue without it, or allow `restore_purged` to store it again"};
inline constexpr StableCode kPayloadAbsent = {"E_PAYLOAD_ABSENT", "the store does not have a content that is needed",
                                              "run `verify`; restore a backup"};
inline constexpr StableCode kPayloadShared = {"E_PAYLOAD_SHARED", "other contexts use the content that is to be purged",
                                              "purge it everywhere, or remove it from the contexts that are named"};
inline constexpr StableCode kPageAbsent = {"E_PAGE_ABSENT", "the store does not have a page that is needed",
                                           "rebuild it with `Repository::repair`"};
inline constexpr StableCode kPageDamaged = {"E_PAGE_DAMAGED", "a page of a checkpoint is damaged or missing",
                                            "rebuild it with `Repository::repair`"};
inline constexpr StableCode kOutcomeUnknown = {"E_OUTCOME_UNKNOWN",
                                               "the connection was lost during a write that may have been applied",
                                               "open the context again and check its head before a retry"};
inline constexpr StableCode kLibraryAbsent = {"E_LIBRARY_ABSENT", "the client library of PostgreSQL cannot be loaded",
                                              "install libpq5"};

// ---- replaying graph patches (warp.h) ----

inline constexpr StableCode kMissingWarp = {"MissingWarp", "a patch names an instance that the state does not have",
                                            "correct the patch or its state"};
inline constexpr StableCode kMissingNode = {"MissingNode", "a patch names a graph node that the state does not have",
                                            "correct the patch or its state"};
inline constexpr StableCode kMissingEdge = {"MissingEdge", "a patch names an edge that the state does not have",
                                            "correct the patch or its state"};
inline constexpr StableCode kInvalidAttachmentKey = {
    "InvalidAttachmentKey", "a patch names a slot that its owner cannot have", "correct the patch"};
inline constexpr StableCode kPortalInitRequired = {
    "PortalInitRequired", "a patch opens a portal to an instance that does not exist", "correct the patch"};
inline constexpr StableCode kPortalInvariantViolation = {
    "PortalInvariantViolation", "a patch leaves an instance without its slot, or a slot without its instance",
    "correct the patch"};

// ---- the command line alone ----

inline constexpr StableCode kSeveralMatch = {"E_SEVERAL_MATCH", "the selector of an edit matches more than one node",
                                             "add --all, or narrow the selector"};
inline constexpr StableCode kStoreRemote = {"E_STORE_REMOTE", "the command needs the store itself, not a server",
                                            "run it where the store is, and name the store with --store"};
inline constexpr StableCode kInterrupted = {"E_INTERRUPTED", "the user interrupted long work",
                                            "run the command again; finished steps stay"};

}  // namespace errors

// Codes of warnings (warning.h): the call succeeded, or its error has a code of its own.
namespace warnings {

inline constexpr StableCode kHashCollision = {
    "W_HASH_COLLISION", "two different contents have the same digest; the call was refused", "change the content"};
inline constexpr StableCode kContentInvalid = {"W_CONTENT_INVALID",
                                               "a content cannot be written as canonical JSON and hashes like no bytes",
                                               "correct the content if its digest matters"};
inline constexpr StableCode kCompleted = {"W_COMPLETED", "an import filled in or corrected a member of the document",
                                          "nothing, or import with `strict` to refuse such documents"};
inline constexpr StableCode kRangeClipped = {"W_RANGE_CLIPPED",
                                             "part of a range is before the history, after it, or was collected",
                                             "nothing: the result has the snapshots that exist"};
inline constexpr StableCode kExpiryDeferred = {"W_EXPIRY_DEFERRED",
                                               "an expired node stays because a pin or a reference holds it",
                                               "unpin it or remove the reference if it shall leave"};
inline constexpr StableCode kPrefixBroken = {
    "W_PREFIX_BROKEN", "an insertion changes the prompt in front of sealed blocks, which are then paid anew",
    "insert at the end, or ask `plan` for the price first"};
inline constexpr StableCode kStoreDamaged = {"W_STORE_DAMAGED",
                                             "a page of the store is damaged; the history was read from its patches",
                                             "rebuild the page with `Repository::repair`"};

}  // namespace warnings

}  // namespace latewood
