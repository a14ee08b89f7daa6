// What a commit names the policies by that it worked under (D-62).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace latewood::engine {

// The first four bytes, little-endian, of BLAKE3 of the policy's canonical JSON: of the one there is, or, if there are
// several, of an object with the lists of both kinds. NOP0 without any. `pruning` is empty if there is none;
// `admissions` are those that the cycle's decisions were made by, ascending, each once.
std::uint32_t policy_id_of(std::string_view pruning, const std::vector<std::string>& admissions);

}  // namespace latewood::engine
