#include "latewood/warning.h"

namespace latewood {

std::string_view to_string(WarningCode code) {
  switch (code) {
    case WarningCode::HashCollision: return "W_HASH_COLLISION";
    case WarningCode::ContentInvalid: return "W_CONTENT_INVALID";
    case WarningCode::Completed: return "W_COMPLETED";
    case WarningCode::RangeClipped: return "W_RANGE_CLIPPED";
    case WarningCode::ExpiryDeferred: return "W_EXPIRY_DEFERRED";
    case WarningCode::StoreDamaged: return "W_STORE_DAMAGED";
  }
  return "W_COMPLETED";
}

}  // namespace latewood
