// Figures of each commit: bytes by region, the kept prefix and its cause, and the tokens of the request.
//
//   for (const CycleFigures& each : cycle_figures(context, {.profile = "anthropic", .limit = 1000}).value()) {
//     std::cout << each.cycle << ' ' << (each.cause ? to_string(*each.cause) : "first") << '\n';
//   }
//
// A context in a store keeps the figures of its commits for the profile and the counter of its settings, so that they
// are read and not computed; docs/economy.md says when. Others are computed. Both give the same numbers. All structs
// are plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latewood/commit.h"
#include "latewood/prefix.h"
#include "latewood/prices.h"
#include "latewood/result.h"

namespace latewood {

class Context;

struct CycleFigures {
  std::uint64_t cycle = 0;
  CommitId commit_id;
  // Bytes of content in each region, as canonical JSON.
  std::uint64_t sys = 0;
  std::uint64_t seq = 0;
  std::uint64_t ah = 0;
  // The comparison with the request before (prefix.h); nullopt and 0 for the first one, and if the profile refuses one.
  std::optional<PrefixCause> cause;
  std::uint64_t unchanged_bytes = 0;
  std::uint64_t older_bytes = 0;
  std::uint64_t total_bytes = 0;       // of this request
  std::optional<PromptTokens> tokens;  // nullopt if the profile refuses the request
  std::vector<Departure> left;         // in the order of the report

  std::uint64_t bytes() const { return sys + seq + ah; }
  // The part of the request before that this request starts with, in tenths of a percent.
  std::optional<std::uint32_t> kept_per_mille() const;
  friend bool operator==(const CycleFigures&, const CycleFigures&) = default;
};

struct FiguresOptions {
  std::string profile = {};          // default: the canonical thread
  std::string counter = "estimate";  // the name of a counter (tokens.h)
  std::uint64_t limit = 40;          // at most so many
  std::uint64_t start = 0;           // the last one is so many commits before the newest
  bool computes_all = false;         // whether kept figures are not read; default: false
};

// Oldest first. Cost: reading what is kept, and a prefix report for each other commit.
Result<std::vector<CycleFigures>> cycle_figures(const Context& context, const FiguresOptions& options = {});

// Computes the figures of all commits of a branch in a store that are not kept, and keeps them; returns how many there
// are now. 0 for a context in memory. Fails if the history or the store cannot be read or written.
Result<std::uint64_t> keep_figures(Context& context);

}  // namespace latewood
