// What a reader of content diffs does with them: the plain, strict way from the older
// content to the newer. Nothing if the diff does not fit. Header only, so that fuzz
// targets can use it too.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "canon/json_reader.h"
#include "diff/json_patch.h"
#include "diff/token_hunks.h"
#include "latewood/json_value.h"

namespace latewood::test {

inline std::optional<std::string> apply_tokens(std::string_view older, const std::vector<diff::TokenHunk>& hunks) {
  if (hunks.empty()) return std::string(older);
  const std::vector<std::string_view> tokens = diff::tokens_of(older);
  std::size_t at = 0;
  std::string newer;
  for (const diff::TokenHunk& hunk : hunks) {
    if (const auto* keep = std::get_if<diff::KeepTokens>(&hunk)) {
      if (keep->count == 0 || keep->count > tokens.size() - at) return std::nullopt;
      for (std::size_t i = 0; i < keep->count; ++i) newer += tokens[at++];
      continue;
    }
    const auto& replace = std::get<diff::ReplaceTokens>(hunk);
    for (const std::string& deleted : replace.del) {
      if (at == tokens.size() || tokens[at++] != deleted) return std::nullopt;
    }
    for (const std::string& inserted : replace.ins) newer += inserted;
  }
  if (at != tokens.size()) return std::nullopt;
  return newer;
}

// The steps of a JSON pointer, decoded. Nothing if it is none.
inline std::optional<std::vector<std::string>> pointer_steps(std::string_view pointer) {
  std::vector<std::string> steps;
  if (!pointer.empty() && pointer.front() != '/') return std::nullopt;
  for (std::size_t i = 0; i < pointer.size(); ++i) {
    if (pointer[i] == '/') {
      steps.emplace_back();
    } else if (pointer[i] != '~') {
      steps.back().push_back(pointer[i]);
    } else {
      const char escaped = ++i < pointer.size() ? pointer[i] : ' ';
      if (escaped != '0' && escaped != '1') return std::nullopt;
      steps.back().push_back(escaped == '0' ? '~' : '/');
    }
  }
  return steps;
}

inline std::optional<std::size_t> array_index(std::string_view step, std::size_t end) {
  std::size_t index = 0;
  const auto [stop, fault] = std::from_chars(step.data(), step.data() + step.size(), index);
  const bool whole = fault == std::errc() && stop == step.data() + step.size();
  if (!whole || (step.size() > 1 && step.front() == '0') || index >= end) return std::nullopt;
  return index;
}

// `value` with `op` applied at `steps[level]` and below.
inline std::optional<JsonValue> apply_at(const JsonValue& value, const diff::PatchOp& op,
                                         const std::vector<std::string>& steps, std::size_t level) {
  using Kind = diff::PatchOp::Kind;
  const bool here = level + 1 == steps.size();
  const JsonValue operand = op.kind == Kind::Remove ? JsonValue() : parse_json(op.value).value();
  if (steps.empty()) return op.kind == Kind::Remove ? std::nullopt : std::optional(operand);
  const std::string& step = steps[level];
  if (const auto* array = value.as_array()) {
    JsonValue::Array items = *array;
    const bool inserts = here && op.kind == Kind::Add;
    const auto index = array_index(step, items.size() + (inserts ? 1 : 0));
    if (!index) return std::nullopt;
    const auto place = items.begin() + static_cast<std::ptrdiff_t>(*index);
    if (inserts) {
      items.insert(place, operand);
    } else if (here && op.kind == Kind::Remove) {
      items.erase(place);
    } else {
      auto inner = here ? std::optional(operand) : apply_at(*place, op, steps, level + 1);
      if (!inner) return std::nullopt;
      *place = *std::move(inner);
    }
    return JsonValue(std::move(items));
  }
  if (value.as_object() == nullptr) return std::nullopt;
  const JsonValue* member = value.find(step);
  // RFC 6902 lets `add` replace a member. The library never does, so neither does this.
  if ((member == nullptr) != (here && op.kind == Kind::Add)) return std::nullopt;
  JsonValue::Object members = *value.as_object();
  if (here && op.kind == Kind::Remove) {
    std::erase_if(members, [&step](const JsonMember& m) { return m.key == step; });
    return make_object(std::move(members));
  }
  auto inner = here ? std::optional(operand) : apply_at(*member, op, steps, level + 1);
  if (!inner) return std::nullopt;
  members.push_back({step, *std::move(inner)});
  return make_object(std::move(members));  // of equal keys the last stays
}

inline std::optional<JsonValue> apply_json_patch(JsonValue value, const std::vector<diff::PatchOp>& patch) {
  for (const diff::PatchOp& op : patch) {
    const auto steps = pointer_steps(op.path);
    auto next = steps ? apply_at(value, op, *steps, 0) : std::nullopt;
    if (!next) return std::nullopt;
    value = *std::move(next);
  }
  return value;
}

}  // namespace latewood::test
