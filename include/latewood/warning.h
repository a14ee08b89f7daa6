// What a call wants the host to know although it succeeds, or beside its error. Every warning of the library goes to
// the host's callback and nowhere else.
//
//   ContextOptions options;
//   options.warn = [](const Warning& warning) { log(to_string(warning.code), warning.message); };
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
  ContentInvalid,  // W_CONTENT_INVALID: content that cannot be written canonically hashes as nothing
  Completed,       // W_COMPLETED: an import filled in or corrected what a document says
  RangeClipped,    // W_RANGE_CLIPPED: a range of moments reaches beyond the history, or part of it was collected
  ExpiryDeferred,  // W_EXPIRY_DEFERRED: a node has run out of cycles and stays: it is pinned or referred to
  StoreDamaged,    // W_STORE_DAMAGED: a page of the store is damaged; the history was read from its patches instead
};

// "W_HASH_COLLISION", ...: stable.
std::string_view to_string(WarningCode code);

struct Warning {
  WarningCode code = WarningCode::Completed;
  std::string message;              // one line, names the value
  std::string node = {};            // the id of the node it is about; empty: none in particular
  std::optional<Place> place = {};  // where in the input, if the input is text or bytes
  friend bool operator==(const Warning&, const Warning&) = default;
};

// Called on the thread of the call that warns, before that call returns. It must not use the context of the call.
using WarningSink = std::function<void(const Warning& warning)>;

}  // namespace latewood
