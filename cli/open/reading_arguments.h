// The arguments of a call that reads, built from the options of a verb: what was not given is left out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "latewood/json_value.h"
#include "latewood/render.h"

namespace latewood::cli {

class ReadingArguments {
 public:
  // An empty text counts as not given; one that is optional is given if it is there.
  ReadingArguments& text(std::string name, const std::string& value) {
    return value.empty() ? *this : with(std::move(name), value);
  }
  ReadingArguments& text(std::string name, const std::optional<std::string>& value) {
    return value ? with(std::move(name), *value) : *this;
  }
  ReadingArguments& texts(std::string name, const std::vector<std::string>& values) {
    return values.empty() ? *this : with(std::move(name), JsonValue::Array(values.begin(), values.end()));
  }
  // 0 counts as not given.
  ReadingArguments& number(std::string name, std::uint64_t value) {
    return value == 0 ? *this : with(std::move(name), JsonValue(static_cast<std::int64_t>(value)));
  }
  ReadingArguments& flag(std::string name, bool value) { return value ? with(std::move(name), value) : *this; }
  ReadingArguments& view(const RenderOptions& options) {
    return options.view == View::Structural ? with("view", "structural") : *this;
  }
  ReadingArguments& with(std::string name, JsonValue value) {
    members_.push_back({std::move(name), std::move(value)});
    return *this;
  }

  JsonValue value() const { return make_object(members_); }

 private:
  std::vector<JsonMember> members_;
};

}  // namespace latewood::cli
