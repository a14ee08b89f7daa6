// The names of broken rules, spelled once. They are stable: people match on them.
#pragma once

#include <string>
#include <string_view>

#include "latewood/result.h"

namespace latewood {

inline constexpr std::string_view kNodeNotFound = "E_NODE_NOT_FOUND";
inline constexpr std::string_view kSnapshotNotFound = "E_SNAPSHOT_NOT_FOUND";
inline constexpr std::string_view kSnapshotReadonly = "E_SNAPSHOT_READONLY";
inline constexpr std::string_view kSealedImmutable = "E_SEALED_IMMUTABLE";
inline constexpr std::string_view kPlacementInvalid = "E_PLACEMENT_INVALID";
inline constexpr std::string_view kUnauthorized = "E_UNAUTHORIZED";
inline constexpr std::string_view kDuplicateId = "E_DUPLICATE_ID";
inline constexpr std::string_view kTreeCycle = "E_TREE_CYCLE";
inline constexpr std::string_view kAttrName = "E_ATTR_NAME";
inline constexpr std::string_view kAttrValue = "E_ATTR_VALUE";
inline constexpr std::string_view kTtlInvalid = "E_TTL_INVALID";
inline constexpr std::string_view kDepthRange = "E_DEPTH_RANGE";
inline constexpr std::string_view kDepthNoGap = "E_DEPTH_NO_GAP";
inline constexpr std::string_view kBoundaryMismatch = "E_BOUNDARY_MISMATCH";
inline constexpr std::string_view kOptionInvalid = "E_OPTION_INVALID";
inline constexpr std::string_view kConflict = "E_CONFLICT";
inline constexpr std::string_view kUncommitted = "E_UNCOMMITTED";
inline constexpr std::string_view kContextNotFound = "E_CONTEXT_NOT_FOUND";
inline constexpr std::string_view kBranchNotFound = "E_BRANCH_NOT_FOUND";
inline constexpr std::string_view kReferenceAmbiguous = "E_REFERENCE_AMBIGUOUS";
inline constexpr std::string_view kStampsExhausted = "E_STAMPS_EXHAUSTED";
inline constexpr std::string_view kHashCollision = "E_HASH_COLLISION";
inline constexpr std::string_view kPayloadPurged = "E_PAYLOAD_PURGED";
inline constexpr std::string_view kPayloadAbsent = "E_PAYLOAD_ABSENT";
inline constexpr std::string_view kPageAbsent = "E_PAGE_ABSENT";
inline constexpr std::string_view kPageDamaged = "E_PAGE_DAMAGED";
inline constexpr std::string_view kPayloadShared = "E_PAYLOAD_SHARED";
inline constexpr std::string_view kSnapshotCollected = "E_SNAPSHOT_COLLECTED";
inline constexpr std::string_view kEventNotFound = "E_EVENT_NOT_FOUND";
inline constexpr std::string_view kReceiptMissing = "E_RECEIPT_MISSING";
inline constexpr std::string_view kOutcomeUnknown = "E_OUTCOME_UNKNOWN";
inline constexpr std::string_view kLibraryAbsent = "E_LIBRARY_ABSENT";
inline constexpr std::string_view kSelectorInvalid = "E_SELECTOR_INVALID";
inline constexpr std::string_view kSnapshotRangeKindMismatch = "E_SNAPSHOT_RANGE_KIND_MISMATCH";
inline constexpr std::string_view kSnapshotRangeWildcard = "E_SNAPSHOT_RANGE_WILDCARD";
inline constexpr std::string_view kSnapshotRangeLimit = "E_SNAPSHOT_RANGE_LIMIT";
inline constexpr std::string_view kProfileUnknown = "E_PROFILE_UNKNOWN";
inline constexpr std::string_view kContentInvalid = "E_CONTENT_INVALID";
inline constexpr std::string_view kContentUnsupported = "E_CONTENT_UNSUPPORTED";
inline constexpr std::string_view kVendorBound = "E_VENDOR_BOUND";
inline constexpr std::string_view kToolInvalid = "E_TOOL_INVALID";
inline constexpr std::string_view kRenderEmpty = "E_RENDER_EMPTY";
inline constexpr std::string_view kChatLogInvalid = "E_CHAT_LOG_INVALID";
inline constexpr std::string_view kReplyInvalid = "E_REPLY_INVALID";
inline constexpr std::string_view kArgumentInvalid = "E_ARGUMENT_INVALID";
inline constexpr std::string_view kOperationUnknown = "E_OPERATION_UNKNOWN";
inline constexpr std::string_view kScope = "E_SCOPE";
inline constexpr std::string_view kOverlap = "OverlapWouldViolateODI";

inline Error broken(std::string_view rule, std::string message, Code code = Code::InvalidArgument) {
  return {code, std::move(message), std::string(rule), {}};
}

}  // namespace latewood
