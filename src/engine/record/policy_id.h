// The `policy_id` of a commit: a short hash of the pruning and admission policies in force (D-62).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace latewood::engine {

// The first four bytes, little-endian, of BLAKE3 of canonical JSON: of the policy if there is exactly one, of an object
// with both kinds if there are several. NOP0 if there is no policy. `pruning` is empty if there is no pruning policy.
// `admissions` are the policies behind the decisions of the cycle, ascending, each once.
std::uint32_t policy_id_of(std::string_view pruning, const std::vector<std::string>& admissions);

}  // namespace latewood::engine
