// Typical uses of contexts, as named pieces of work that give the same bytes everywhere. The
// figures time parts of them; here each runs whole, and its digest tells whether the result is
// right (bench/recorded/digests.txt).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace latewood::bench {

struct Workload {
  std::string_view name;
  std::string_view what;
  std::size_t full = 0;   // how large it is; what that counts, `what` says
  std::size_t quick = 0;  // in a quick run
  // The digest of the result; nothing if what it needs is not here.
  std::optional<std::string> (*run)(std::size_t size) = nullptr;
};

std::span<const Workload> workloads();

// Each in the file of its name.
std::optional<std::string> run_chat(std::size_t turns);
std::optional<std::string> run_agent(std::size_t turns);
std::optional<std::string> run_retrieval(std::size_t turns);
std::optional<std::string> run_big_blocks(std::size_t blocks);
std::optional<std::string> run_many_contexts(std::size_t contexts);
std::optional<std::string> run_deep_edits(std::size_t turns);
std::optional<std::string> run_long_ranges(std::size_t turns);
std::optional<std::string> run_audit(std::size_t turns);

}  // namespace latewood::bench
