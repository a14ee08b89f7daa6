// The arguments of one call, after their check against the schema of the operation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "canon/json_field.h"
#include "latewood/json_value.h"
#include "latewood/repository.h"
#include "latewood/result.h"
#include "latewood/session.h"

namespace latewood::operations {

inline const Progress kNoProgress = {};
inline const CallInput kNoInput = {};

// Refers to the value and to the text that it was read from; both must outlive this object.
//
// The accessors trust the check: a member that has another type than the accessor asks for counts as absent.
class Arguments {
 public:
  Arguments(const JsonValue& value, std::string_view source, const Progress& progress = kNoProgress,
            const CallInput& input = kNoInput)
      : value_(&value), source_(source), progress_(&progress), input_(&input) {}

  const JsonValue& value() const { return *value_; }
  // Long work calls this with its progress. An error ends the work.
  const Progress& progress() const { return *progress_; }
  // The file that the caller gives beside the arguments; empty: none.
  const CallInput& input() const { return *input_; }
  // The member; null if it is absent. A member that is JSON null is there.
  const JsonValue* find(std::string_view name) const { return value_->find(name); }
  bool has(std::string_view name) const { return find(name) != nullptr; }

  std::optional<std::string> find_text(std::string_view name) const;
  // Default: empty.
  std::string text(std::string_view name) const { return find_text(name).value_or(std::string()); }
  std::optional<std::int64_t> find_integer(std::string_view name) const;
  std::int64_t integer(std::string_view name, std::int64_t fallback) const {
    return find_integer(name).value_or(fallback);
  }
  // Default: false.
  bool flag(std::string_view name) const;
  // A list of texts, or one text as a list of one. Default: empty.
  std::vector<std::string> texts(std::string_view name) const;

  // A member that is there, with its text.
  Result<JsonField> field(std::string_view name) const { return JsonField(*value_, source_).member(name); }
  // The JSON text of a member with the members of its objects in the order in which they were given. Empty if absent.
  std::string json_in_order(std::string_view name) const;

 private:
  const JsonValue* value_;
  std::string_view source_;
  const Progress* progress_;
  const CallInput* input_;
};

}  // namespace latewood::operations
