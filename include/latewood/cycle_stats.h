// Statistics of each cycle: bytes by region, the kept prefix, and removed nodes.
//
//   for (const CycleStats& cycle : cycle_stats(context, 40, "openai").value()) {
//     std::cout << cycle.cycle << ' ' << cycle.bytes() << " bytes\n";
//   }
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latewood/commit.h"
#include "latewood/context.h"
#include "latewood/prefix.h"
#include "latewood/result.h"
#include "latewood/snapshot.h"

namespace latewood {

struct CycleStats {
  std::uint64_t cycle = 0;
  std::string commit_id;
  // Bytes of content in each region, as canonical JSON.
  std::uint64_t sys = 0;
  std::uint64_t seq = 0;
  std::uint64_t ah = 0;
  // The part of the previous request that this request starts with, in tenths of a percent; nullopt for the first.
  std::optional<std::uint32_t> kept_per_mille;
  // The comparison of the two requests; nullopt for the first, and if the profile refuses one of them.
  std::optional<PrefixReport> prefix;
  std::vector<Departure> left;

  std::uint64_t bytes() const { return sys + seq + ah; }
};

// One cycle; `before` is the snapshot of the commit before, nullopt if there is none or if it was collected.
Result<CycleStats> stats_of_cycle(const Snapshot& snapshot, const std::optional<Snapshot>& before,
                                  const std::string& profile);

// At most `limit` cycles, oldest first; the last one is `start` commits before the newest. Compares requests of the
// profile; "" is the canonical thread.
Result<std::vector<CycleStats>> cycle_stats(const Context& context, std::uint64_t limit, const std::string& profile,
                                            std::uint64_t start = 0);

}  // namespace latewood
