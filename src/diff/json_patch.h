// A difference of two JSON values as a JSON patch (RFC 6902): `add`, `remove` and
// `replace`, which turn the older value into exactly the newer.
//
// Objects are compared by key; members that differ are patched inside. Arrays are
// compared like lines of text; where a run of elements is replaced, those at the same
// place of the run are patched inside. Everything else is replaced: a string, a
// number (`1` and `1.0` are different), a value by one of another kind, and what lies
// deeper than 64 arrays and objects, so that the cost stays that of 64 passes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace latewood::diff {

struct PatchOp {
  enum class Kind { Add, Remove, Replace };
  Kind kind = Kind::Replace;
  std::string path;   // a JSON pointer (RFC 6901); empty for the whole value
  std::string value;  // canonical JSON; empty for `Remove`
  friend bool operator==(const PatchOp&, const PatchOp&) = default;
};

// Both texts must be canonical JSON. Empty exactly if they are equal.
std::vector<PatchOp> json_patch(std::string_view older, std::string_view newer);

// `[{"op":"replace","path":"/a/0","value":1},{"op":"remove","path":"/b"}]`
void append_json_patch(std::string& out, const std::vector<PatchOp>& patch);

}  // namespace latewood::diff
