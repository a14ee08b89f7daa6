#include "engine/record/policy_id.h"

#include "canon/blake3.h"
#include "warp/mapping/tree_patch.h"

namespace latewood::engine {
namespace {

// The result is canonical JSON: the policies are, and "admission" sorts before "pruning".
std::string joined(std::string_view pruning, const std::vector<std::string>& admissions) {
  std::string text = R"({"admission":[)";
  for (const std::string& policy : admissions) text += (&policy == admissions.data() ? "" : ",") + policy;
  text += "]";
  if (!pruning.empty()) text.append(R"(,"pruning":)").append(pruning);
  return text + "}";
}

}  // namespace

std::uint32_t policy_id_of(std::string_view pruning, const std::vector<std::string>& admissions) {
  if (pruning.empty() && admissions.empty()) return warp::kNoPolicy;
  std::string text(pruning);
  if (!admissions.empty()) {
    const bool is_only_one = pruning.empty() && admissions.size() == 1;
    text = is_only_one ? admissions.front() : joined(pruning, admissions);
  }
  const RawBytes32 digest = blake3_of(text).bytes;
  std::uint32_t id = 0;
  for (std::size_t i = 0; i < 4; ++i) id |= static_cast<std::uint32_t>(digest[i]) << (8 * i);
  return id;
}

}  // namespace latewood::engine
