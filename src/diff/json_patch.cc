#include "diff/json_patch.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "canon/json_writer.h"
#include "diff/json_parts.h"
#include "diff/text_diff.h"

namespace latewood::diff {
namespace {

using Parts = std::vector<JsonPart>;

constexpr int kMaxDepth = 64;

std::string escaped_for_pointer(std::string_view key) {
  std::string escaped;
  for (const char c : key) {
    if (c == '~') {
      escaped.append("~0");
    } else if (c == '/') {
      escaped.append("~1");
    } else {
      escaped.push_back(c);
    }
  }
  return escaped;
}

std::string index_text(std::size_t index) {
  char text[24];
  return {text, std::to_chars(text, text + sizeof(text), index).ptr};
}

Texts values_of(const Parts& parts) {
  Texts values;
  values.reserve(parts.size());
  for (const JsonPart& part : parts) values.push_back(part.value);
  return values;
}

class Differ {
 public:
  // The ops that make `newer` of the value `older` at the current path. The path is
  // that of the newer value: everything before it is patched already.
  void compare(std::string_view older, std::string_view newer, int depth) {
    if (older == newer) return;
    if (depth < kMaxDepth && is_json_object(older) && is_json_object(newer)) {
      compare_objects(json_parts(older), json_parts(newer), depth + 1);
    } else if (depth < kMaxDepth && is_json_array(older) && is_json_array(newer)) {
      compare_arrays(json_parts(older), json_parts(newer), depth + 1);
    } else {
      add_op(PatchOp::Kind::Replace, newer);
    }
  }

  std::vector<PatchOp> take_ops() { return std::move(ops_); }

 private:
  // Canonical objects are sorted, so one pass over both finds every key.
  void compare_objects(const Parts& older, const Parts& newer, int depth) {
    auto left = older.begin();
    auto right = newer.begin();
    while (left != older.end() || right != newer.end()) {
      const bool only_left = right == newer.end() || (left != older.end() && left->key < right->key);
      const bool only_right = left == older.end() || (right != newer.end() && right->key < left->key);
      const JsonPart& part = only_right ? *right : *left;
      at_step(escaped_for_pointer(part.key), [&] {
        if (only_left) {
          add_op(PatchOp::Kind::Remove, {});
        } else if (only_right) {
          add_op(PatchOp::Kind::Add, part.value);
        } else {
          compare(left->value, right->value, depth);
        }
      });
      if (!only_right) ++left;
      if (!only_left) ++right;
    }
  }

  void compare_arrays(const Parts& older, const Parts& newer, int depth) {
    for (const Change& change : changes_between(values_of(older), values_of(newer))) {
      compare_runs(older, newer, change, depth);
    }
  }

  // From left to right, so that what stands before an index is the newer array
  // already and the index is that of the newer element.
  void compare_runs(const Parts& older, const Parts& newer, const Change& change, int depth) {
    const std::size_t removed = change.older_end - change.older_begin;
    const std::size_t added = change.newer_end - change.newer_begin;
    for (std::size_t i = 0; i < std::max(removed, added); ++i) {
      // Behind the newer run every removal takes the element that moved up.
      at_step(index_text(change.newer_begin + std::min(i, added)), [&] {
        if (i >= added) {
          add_op(PatchOp::Kind::Remove, {});
        } else if (i >= removed) {
          add_op(PatchOp::Kind::Add, newer[change.newer_begin + i].value);
        } else {
          compare(older[change.older_begin + i].value, newer[change.newer_begin + i].value, depth);
        }
      });
    }
  }

  template <class Inside>
  void at_step(const std::string& step, Inside inside) {
    const std::size_t length = path_.size();
    path_.append("/").append(step);
    inside();
    path_.resize(length);
  }

  void add_op(PatchOp::Kind kind, std::string_view value) { ops_.push_back({kind, path_, std::string(value)}); }

  std::string path_;
  std::vector<PatchOp> ops_;
};

std::string_view name_of(PatchOp::Kind kind) {
  switch (kind) {
    case PatchOp::Kind::Add: return "add";
    case PatchOp::Kind::Remove: return "remove";
    case PatchOp::Kind::Replace: return "replace";
  }
  return "";
}

void append_op(std::string& out, const PatchOp& op) {
  out.append(R"({"op":")").append(name_of(op.kind)).append(R"(","path":)");
  append_json_string(out, op.path);
  if (op.kind != PatchOp::Kind::Remove) out.append(R"(,"value":)").append(op.value);
  out.push_back('}');
}

}  // namespace

std::vector<PatchOp> json_patch(std::string_view older, std::string_view newer) {
  Differ differ;
  differ.compare(older, newer, 0);
  return differ.take_ops();
}

void append_json_patch(std::string& out, const std::vector<PatchOp>& patch) {
  char before = '[';
  for (const PatchOp& op : patch) {
    out.push_back(std::exchange(before, ','));
    append_op(out, op);
  }
  out.append(patch.empty() ? "[]" : "]");
}

}  // namespace latewood::diff
