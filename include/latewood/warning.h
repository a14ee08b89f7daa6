// Reports of calls that succeed, or besides an error. Warnings are given to the callback of the program and
// are written nowhere else.
//
//   const WarningSink print = [](const Warning& warning) {
//     std::cerr << to_string(warning.code) << ": " << warning.message << '\n';
//   };
//   Context watched({.warn = print});
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "latewood/result.h"

namespace latewood {

enum class WarningCode : std::uint8_t {
  HashCollision,   // W_HASH_COLLISION: two contents have one digest; the call was refused
  ContentInvalid,  // W_CONTENT_INVALID: a content has no canonical form and is hashed as no bytes
  Completed,       // W_COMPLETED: an import filled in or corrected a member of the document
  RangeClipped,    // W_RANGE_CLIPPED: a range is partly outside the history, or part of it was collected
  ExpiryDeferred,  // W_EXPIRY_DEFERRED: an expired node stays because a pin or a reference holds it
  PrefixBroken,    // W_PREFIX_BROKEN: an insertion changes the prompt in front of sealed blocks
  StoreDamaged,    // W_STORE_DAMAGED: a page of a checkpoint is damaged; the history was read from its patches
};

// The stable name, such as W_HASH_COLLISION; latewood/errors.h has the meaning of each and what to do.
std::string_view to_string(WarningCode code);

struct Warning {
  WarningCode code = WarningCode::Completed;
  std::string message;              // one line that names the value
  std::string node = {};            // the id of the node it is about; empty: none
  std::optional<Place> place = {};  // where in the input, if the input is text or bytes
  friend bool operator==(const Warning&, const Warning&) = default;
};

// Called on the thread of the call that warns, before that call returns. It must not use the context of that call, and
// must not throw. A context owns a copy.
using WarningSink = std::function<void(const Warning& warning)>;

}  // namespace latewood
