// One mutation as a value: what somebody asks for, so that it can be offered, written down and asked
// for again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "latewood/json_value.h"
#include "latewood/node.h"

namespace latewood {

// Each is the call of a context with the same name (context.h).
struct InsertEdit {
  Component component;
  std::int64_t depth = 0;
  friend bool operator==(const InsertEdit&, const InsertEdit&) = default;
};
struct InsertUnderEdit {
  Component component;
  std::string parent;
  friend bool operator==(const InsertUnderEdit&, const InsertUnderEdit&) = default;
};
struct ReplaceEdit {
  std::string id;
  Replacement replacement;
  friend bool operator==(const ReplaceEdit&, const ReplaceEdit&) = default;
};
struct DeleteEdit {
  std::vector<std::string> ids;
  friend bool operator==(const DeleteEdit&, const DeleteEdit&) = default;
};
struct DetachEdit {
  std::string id;
  friend bool operator==(const DetachEdit&, const DetachEdit&) = default;
};
struct MoveEdit {
  std::vector<std::string> ids;
  std::int64_t depth = 0;
  friend bool operator==(const MoveEdit&, const MoveEdit&) = default;
};
struct ReparentEdit {
  std::string id;
  std::string parent;
  friend bool operator==(const ReparentEdit&, const ReparentEdit&) = default;
};
struct PinEdit {
  std::string id;
  std::optional<std::string> holder = {};  // nothing: the actor
  friend bool operator==(const PinEdit&, const PinEdit&) = default;
};
struct UnpinEdit {
  std::string id;
  std::optional<std::string> holder = {};
  friend bool operator==(const UnpinEdit&, const UnpinEdit&) = default;
};

using EditRequest = std::variant<InsertEdit, InsertUnderEdit, ReplaceEdit, DeleteEdit, DetachEdit, MoveEdit,
                                 ReparentEdit, PinEdit, UnpinEdit>;

}  // namespace latewood
