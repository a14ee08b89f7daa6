#include "latewood/warning.h"

#include "latewood/errors.h"

namespace latewood {

std::string_view to_string(WarningCode code) {
  switch (code) {
    case WarningCode::HashCollision: return warnings::kHashCollision;
    case WarningCode::ContentInvalid: return warnings::kContentInvalid;
    case WarningCode::Completed: return warnings::kCompleted;
    case WarningCode::RangeClipped: return warnings::kRangeClipped;
    case WarningCode::ExpiryDeferred: return warnings::kExpiryDeferred;
    case WarningCode::PrefixBroken: return warnings::kPrefixBroken;
    case WarningCode::StoreDamaged: return warnings::kStoreDamaged;
  }
  return warnings::kCompleted;
}

}  // namespace latewood
