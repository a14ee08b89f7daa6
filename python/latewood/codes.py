"""A class for each stable code, for `except latewood.codes.NodeNotFound`. tools/python_sources.py writes this file."""

from typing import Dict, Type

from ._errors import Error


class NodeNotFound(Error):
    """E_NODE_NOT_FOUND: no such node, or no node matches the selector."""


class NodePresent(Error):
    """E_NODE_PRESENT: the node to restore has not left the context."""


class DuplicateId(Error):
    """E_DUPLICATE_ID: the id is in use, or was used before in this history."""


class IdReserved(Error):
    """E_ID_RESERVED: the id has a form that the context issues itself."""


class SealedImmutable(Error):
    """E_SEALED_IMMUTABLE: the edit would change sealed history."""


class SnapshotReadonly(Error):
    """E_SNAPSHOT_READONLY: a selector that names a snapshot was given to an edit."""


class PlacementInvalid(Error):
    """E_PLACEMENT_INVALID: a node of this type cannot be at this place."""


class TreeCycle(Error):
    """E_TREE_CYCLE: a node would become its own ancestor."""


class Unauthorized(Error):
    """E_UNAUTHORIZED: the edit needs the system capability."""


class AttrName(Error):
    """E_ATTR_NAME: an attribute has a reserved or malformed name, or is given twice."""


class AttrValue(Error):
    """E_ATTR_VALUE: the value of an attribute, role or kind has the wrong type or form."""


class TtlInvalid(Error):
    """E_TTL_INVALID: the ttl is not allowed here or is not a whole number of at least 1."""


class DepthRange(Error):
    """E_DEPTH_RANGE: the depth is larger than the number of turns plus one."""


class DepthNoGap(Error):
    """E_DEPTH_NO_GAP: no time stamp is free between the two neighbouring turns."""


class StampsExhausted(Error):
    """E_STAMPS_EXHAUSTED: no time stamp is left after the newest node."""


class OverlapWouldViolateODI(Error):
    """OverlapWouldViolateODI: an instance of the key is not deeper than the new one."""


class HashCollision(Error):
    """E_HASH_COLLISION: two different contents have the same digest."""


class SelectorInvalid(Error):
    """E_SELECTOR_INVALID: the selector or reference does not parse, or is not allowed in this call."""


class SnapshotNotFound(Error):
    """E_SNAPSHOT_NOT_FOUND: no snapshot has this reference."""


class SnapshotCollected(Error):
    """E_SNAPSHOT_COLLECTED: the snapshot was removed by a collection."""


class SnapshotRangeKindMismatch(Error):
    """E_SNAPSHOT_RANGE_KIND_MISMATCH: a range has one end that counts commits and one that names a cycle."""


class SnapshotRangeWildcard(Error):
    """E_SNAPSHOT_RANGE_WILDCARD: a range has @* as an end."""


class SnapshotRangeLimit(Error):
    """E_SNAPSHOT_RANGE_LIMIT: a range has more snapshots than the limit that was given."""


class ReferenceAmbiguous(Error):
    """E_REFERENCE_AMBIGUOUS: several commit ids begin with these digits."""


class PatternInvalid(Error):
    """E_PATTERN_INVALID: a search pattern is empty, does not parse or is too large."""


class PatternLimit(Error):
    """E_PATTERN_LIMIT: a search takes too many steps on texts of this size."""


class OptionInvalid(Error):
    """E_OPTION_INVALID: an option has an unknown name or a value that is not allowed."""


class ChatLogInvalid(Error):
    """E_CHAT_LOG_INVALID: a text is not a conversation in the given format."""


class ReplyInvalid(Error):
    """E_REPLY_INVALID: a text is not an answer of a vendor."""


class LoneSurrogate(Error):
    """LoneSurrogate: a JSON string has one half of a surrogate pair."""


class NestingTooDeep(Error):
    """NestingTooDeep: a JSON value has too many nested arrays and objects."""


class ProfileUnknown(Error):
    """E_PROFILE_UNKNOWN: no profile has this id and version."""


class ContentInvalid(Error):
    """E_CONTENT_INVALID: the content of a block does not have the shape that the profile needs."""


class ContentUnsupported(Error):
    """E_CONTENT_UNSUPPORTED: the vendor does not accept this kind of content."""


class VendorBound(Error):
    """E_VENDOR_BOUND: the content can only be sent to the vendor it came from."""


class ToolInvalid(Error):
    """E_TOOL_INVALID: the vendor does not accept this tool definition."""


class RenderEmpty(Error):
    """E_RENDER_EMPTY: the request would have no message."""


class BoundaryMismatch(Error):
    """E_BOUNDARY_MISMATCH: the working state does not render to the bytes that the attempt sent."""


class ReceiptMissing(Error):
    """E_RECEIPT_MISSING: the commit has no receipt."""


class EventNotFound(Error):
    """E_EVENT_NOT_FOUND: the stream has no event of this number."""


class ArgumentInvalid(Error):
    """E_ARGUMENT_INVALID: an argument of an operation is unknown, missing or of the wrong type."""


class OperationUnknown(Error):
    """E_OPERATION_UNKNOWN: no operation has this name."""


class Scope(Error):
    """E_SCOPE: the session may not run operations of this scope."""


class HostRefused(Error):
    """E_HOST_REFUSED: the request names a host that the server does not serve."""


class MethodRefused(Error):
    """E_METHOD_REFUSED: the address does not take this method."""


class OriginRefused(Error):
    """E_ORIGIN_REFUSED: a page of another site sent the request."""


class Overloaded(Error):
    """E_OVERLOADED: the server has as many connections or waiting calls as it takes."""


class RequestInvalid(Error):
    """E_REQUEST_INVALID: the server cannot read the request."""


class RequestTimeout(Error):
    """E_REQUEST_TIMEOUT: the request did not arrive in time."""


class RequestTooLarge(Error):
    """E_REQUEST_TOO_LARGE: the request is larger than the server accepts."""


class RouteUnknown(Error):
    """E_ROUTE_UNKNOWN: the server has nothing at this address."""


class TokenInvalid(Error):
    """E_TOKEN_INVALID: the request has no token, or one that is unknown, expired or revoked."""


class ConflictError(Error):
    """E_CONFLICT: another writer was first, or the name is taken."""


class Uncommitted(Error):
    """E_UNCOMMITTED: uncommitted work would be lost."""


class NothingToUndo(Error):
    """E_NOTHING_TO_UNDO: the branch has neither edits nor a commit that can be undone."""


class ContextNotFound(Error):
    """E_CONTEXT_NOT_FOUND: the store has no context of this name."""


class BranchNotFound(Error):
    """E_BRANCH_NOT_FOUND: the context has no branch of this name."""


class PayloadPurged(Error):
    """E_PAYLOAD_PURGED: the content was purged."""


class PayloadAbsent(Error):
    """E_PAYLOAD_ABSENT: the store does not have a content that is needed."""


class PayloadShared(Error):
    """E_PAYLOAD_SHARED: other contexts use the content that is to be purged."""


class PageAbsent(Error):
    """E_PAGE_ABSENT: the store does not have a page that is needed."""


class PageDamaged(Error):
    """E_PAGE_DAMAGED: a page of a checkpoint is damaged or missing."""


class OutcomeUnknown(Error):
    """E_OUTCOME_UNKNOWN: the connection was lost during a write that may have been applied."""


class LibraryAbsent(Error):
    """E_LIBRARY_ABSENT: the client library of PostgreSQL cannot be loaded."""


class LimitExceeded(Error):
    """E_LIMIT_EXCEEDED: the next snapshot would be larger than the hard limit of the policy, and nothing more may leave."""


class MissingWarp(Error):
    """MissingWarp: a patch names an instance that the state does not have."""


class MissingNode(Error):
    """MissingNode: a patch names a graph node that the state does not have."""


class MissingEdge(Error):
    """MissingEdge: a patch names an edge that the state does not have."""


class InvalidAttachmentKey(Error):
    """InvalidAttachmentKey: a patch names a slot that its owner cannot have."""


class PortalInitRequired(Error):
    """PortalInitRequired: a patch opens a portal to an instance that does not exist."""


class PortalInvariantViolation(Error):
    """PortalInvariantViolation: a patch leaves an instance without its slot, or a slot without its instance."""


class SeveralMatch(Error):
    """E_SEVERAL_MATCH: the selector of an edit matches more than one node."""


class Interrupted(Error):
    """E_INTERRUPTED: the user interrupted long work."""


class StoreRemote(Error):
    """E_STORE_REMOTE: the command needs the store itself, not a server."""


BY_CODE: Dict[str, Type[Error]] = {
    "E_NODE_NOT_FOUND": NodeNotFound,
    "E_NODE_PRESENT": NodePresent,
    "E_DUPLICATE_ID": DuplicateId,
    "E_ID_RESERVED": IdReserved,
    "E_SEALED_IMMUTABLE": SealedImmutable,
    "E_SNAPSHOT_READONLY": SnapshotReadonly,
    "E_PLACEMENT_INVALID": PlacementInvalid,
    "E_TREE_CYCLE": TreeCycle,
    "E_UNAUTHORIZED": Unauthorized,
    "E_ATTR_NAME": AttrName,
    "E_ATTR_VALUE": AttrValue,
    "E_TTL_INVALID": TtlInvalid,
    "E_DEPTH_RANGE": DepthRange,
    "E_DEPTH_NO_GAP": DepthNoGap,
    "E_STAMPS_EXHAUSTED": StampsExhausted,
    "OverlapWouldViolateODI": OverlapWouldViolateODI,
    "E_HASH_COLLISION": HashCollision,
    "E_SELECTOR_INVALID": SelectorInvalid,
    "E_SNAPSHOT_NOT_FOUND": SnapshotNotFound,
    "E_SNAPSHOT_COLLECTED": SnapshotCollected,
    "E_SNAPSHOT_RANGE_KIND_MISMATCH": SnapshotRangeKindMismatch,
    "E_SNAPSHOT_RANGE_WILDCARD": SnapshotRangeWildcard,
    "E_SNAPSHOT_RANGE_LIMIT": SnapshotRangeLimit,
    "E_REFERENCE_AMBIGUOUS": ReferenceAmbiguous,
    "E_PATTERN_INVALID": PatternInvalid,
    "E_PATTERN_LIMIT": PatternLimit,
    "E_OPTION_INVALID": OptionInvalid,
    "E_CHAT_LOG_INVALID": ChatLogInvalid,
    "E_REPLY_INVALID": ReplyInvalid,
    "LoneSurrogate": LoneSurrogate,
    "NestingTooDeep": NestingTooDeep,
    "E_PROFILE_UNKNOWN": ProfileUnknown,
    "E_CONTENT_INVALID": ContentInvalid,
    "E_CONTENT_UNSUPPORTED": ContentUnsupported,
    "E_VENDOR_BOUND": VendorBound,
    "E_TOOL_INVALID": ToolInvalid,
    "E_RENDER_EMPTY": RenderEmpty,
    "E_BOUNDARY_MISMATCH": BoundaryMismatch,
    "E_RECEIPT_MISSING": ReceiptMissing,
    "E_EVENT_NOT_FOUND": EventNotFound,
    "E_ARGUMENT_INVALID": ArgumentInvalid,
    "E_OPERATION_UNKNOWN": OperationUnknown,
    "E_SCOPE": Scope,
    "E_HOST_REFUSED": HostRefused,
    "E_METHOD_REFUSED": MethodRefused,
    "E_ORIGIN_REFUSED": OriginRefused,
    "E_OVERLOADED": Overloaded,
    "E_REQUEST_INVALID": RequestInvalid,
    "E_REQUEST_TIMEOUT": RequestTimeout,
    "E_REQUEST_TOO_LARGE": RequestTooLarge,
    "E_ROUTE_UNKNOWN": RouteUnknown,
    "E_TOKEN_INVALID": TokenInvalid,
    "E_CONFLICT": ConflictError,
    "E_UNCOMMITTED": Uncommitted,
    "E_NOTHING_TO_UNDO": NothingToUndo,
    "E_CONTEXT_NOT_FOUND": ContextNotFound,
    "E_BRANCH_NOT_FOUND": BranchNotFound,
    "E_PAYLOAD_PURGED": PayloadPurged,
    "E_PAYLOAD_ABSENT": PayloadAbsent,
    "E_PAYLOAD_SHARED": PayloadShared,
    "E_PAGE_ABSENT": PageAbsent,
    "E_PAGE_DAMAGED": PageDamaged,
    "E_OUTCOME_UNKNOWN": OutcomeUnknown,
    "E_LIBRARY_ABSENT": LibraryAbsent,
    "E_LIMIT_EXCEEDED": LimitExceeded,
    "MissingWarp": MissingWarp,
    "MissingNode": MissingNode,
    "MissingEdge": MissingEdge,
    "InvalidAttachmentKey": InvalidAttachmentKey,
    "PortalInitRequired": PortalInitRequired,
    "PortalInvariantViolation": PortalInvariantViolation,
    "E_SEVERAL_MATCH": SeveralMatch,
    "E_INTERRUPTED": Interrupted,
    "E_STORE_REMOTE": StoreRemote,
}
