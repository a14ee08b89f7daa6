// One edit as a value, so that it can be proposed, stored and applied later (`propose` in intake.h).
//
//   const EditRequest edit = PinEdit{.id = "cb:rules", .holder = "reader"};
//   propose(context, {.proposer = "reader", .edits = {edit}}).value();
//
// Each struct is the call of Context with the same name and takes the same arguments; context.h has their meaning and
// failures. Everything here is a plain value that owns its members.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "latewood/json_value.h"
#include "latewood/node.h"

namespace latewood {

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
  std::optional<std::string> holder = {};  // default: the actor
  friend bool operator==(const PinEdit&, const PinEdit&) = default;
};
struct UnpinEdit {
  std::string id;
  std::optional<std::string> holder = {};  // default: the actor
  friend bool operator==(const UnpinEdit&, const UnpinEdit&) = default;
};

using EditRequest = std::variant<InsertEdit, InsertUnderEdit, ReplaceEdit, DeleteEdit, DetachEdit, MoveEdit,
                                 ReparentEdit, PinEdit, UnpinEdit>;

}  // namespace latewood
