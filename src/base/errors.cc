#include "latewood/errors.h"

#include <algorithm>
#include <iterator>

namespace latewood {
namespace {

// Sorted by name, so that a name can be searched by halves.
// One per line, so that a new code is a new line.
// clang-format off
constexpr StableCode kStableCodes[] = {
    errors::kArgumentInvalid,
    errors::kAttrName,
    errors::kAttrValue,
    errors::kBoundaryMismatch,
    errors::kBranchNotFound,
    errors::kChatLogInvalid,
    errors::kConflict,
    errors::kContentInvalid,
    errors::kContentUnsupported,
    errors::kContextNotFound,
    errors::kDepthNoGap,
    errors::kDepthRange,
    errors::kDuplicateId,
    errors::kEventNotFound,
    errors::kHashCollision,
    errors::kHostRefused,
    errors::kIdReserved,
    errors::kInterrupted,
    errors::kLibraryAbsent,
    errors::kLimitExceeded,
    errors::kMethodRefused,
    errors::kNodeNotFound,
    errors::kNodePresent,
    errors::kNothingToUndo,
    errors::kOperationUnknown,
    errors::kOptionInvalid,
    errors::kOriginRefused,
    errors::kOutcomeUnknown,
    errors::kOverloaded,
    errors::kPageAbsent,
    errors::kPageDamaged,
    errors::kPatternInvalid,
    errors::kPatternLimit,
    errors::kPayloadAbsent,
    errors::kPayloadPurged,
    errors::kPayloadShared,
    errors::kPlacementInvalid,
    errors::kProfileUnknown,
    errors::kReceiptMissing,
    errors::kReferenceAmbiguous,
    errors::kRenderEmpty,
    errors::kReplyInvalid,
    errors::kRequestInvalid,
    errors::kRequestTimeout,
    errors::kRequestTooLarge,
    errors::kRouteUnknown,
    errors::kScope,
    errors::kSealedImmutable,
    errors::kSelectorInvalid,
    errors::kSeveralMatch,
    errors::kSnapshotCollected,
    errors::kSnapshotNotFound,
    errors::kSnapshotRangeKindMismatch,
    errors::kSnapshotRangeLimit,
    errors::kSnapshotRangeWildcard,
    errors::kSnapshotReadonly,
    errors::kStampsExhausted,
    errors::kStoreRemote,
    errors::kTokenInvalid,
    errors::kToolInvalid,
    errors::kTreeCycle,
    errors::kTtlInvalid,
    errors::kUnauthorized,
    errors::kUncommitted,
    errors::kVendorBound,
    errors::kInvalidAttachmentKey,
    errors::kLoneSurrogate,
    errors::kMissingEdge,
    errors::kMissingNode,
    errors::kMissingWarp,
    errors::kNestingTooDeep,
    errors::kOverlap,
    errors::kPortalInitRequired,
    errors::kPortalInvariantViolation,
    warnings::kCompleted,
    warnings::kContentInvalid,
    warnings::kExpiryDeferred,
    warnings::kHashCollision,
    warnings::kPrefixBroken,
    warnings::kRangeClipped,
    warnings::kStoreDamaged,
};
// clang-format on

constexpr bool is_before(const StableCode& a, const StableCode& b) { return a.name < b.name; }
static_assert(std::is_sorted(std::begin(kStableCodes), std::end(kStableCodes), is_before));

}  // namespace

std::span<const StableCode> stable_codes() { return kStableCodes; }

const StableCode* find_stable_code(std::string_view name) {
  const auto is_less = [](const StableCode& code, std::string_view wanted) { return code.name < wanted; };
  const StableCode* found = std::lower_bound(std::begin(kStableCodes), std::end(kStableCodes), name, is_less);
  return found != std::end(kStableCodes) && found->name == name ? found : nullptr;
}

}  // namespace latewood
