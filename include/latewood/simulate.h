// What a recorded history would have cost under other policies: its insertions are replayed under each setting, without
// a vendor.
//
//   const std::vector<SimulatedSetting> settings = {
//       {.name = "append only"}, {.name = "window", .policy =
//       parse_policy(R"({"turns":{"trigger":8,"target":4}})").value()}};
//   const Simulation simulation = simulate(context, settings, {.plan = {.profile = "anthropic"}}).value();
//   std::cout << to_text(simulation);
//
// The recorded setting, which is always the first, gives the figures of the recorded history itself. A replay cannot
// make some edits again, since no snapshot has what they need: a block that came and was pruned in the same commit, and
// an edit of history other than an insertion below a turn, a deletion and a pin (a turn put into history, a move,
// content replaced in place). Settings are then approximate, and say so; the one that the branch used keeps its
// recorded figures. All structs are plain values. The settings are replayed in parallel; each replay has a context of
// its own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latewood/plan.h"
#include "latewood/policy.h"
#include "latewood/result.h"

namespace latewood {

class Context;

struct SimulatedSetting {
  std::string name;
  std::optional<PrunePolicy> policy = {};  // default: none, nothing is pruned
  bool ignores_ttl = false;                // whether blocks are inserted without their ttl; default: false
};

struct SimulateOptions {
  PlanOptions plan = {};       // the profile, the prices, and the name of the counter
  std::uint64_t threads = 0;   // at most so many at once; default: 0, as many as the machine runs
  std::uint64_t requests = 0;  // only the first ones; default: 0, all
  // Whether the setting that the branch used is replayed too if edits are left out; default: its recorded figures.
  bool replays_recorded = false;
};

// The sums over the requests of one setting; one request for each commit.
struct SettingFigures {
  std::string name;
  std::uint64_t requests = 0;
  std::uint64_t refused = 0;      // requests that the vendor does not accept: not counted otherwise
  std::uint64_t peak_tokens = 0;  // of the largest request
  std::uint64_t total_tokens = 0;
  std::uint64_t served = 0;
  std::uint64_t rebilled = 0;
  std::uint64_t fresh = 0;
  std::uint64_t breaks = 0;           // requests that do not start with all of the one before
  std::uint64_t sent_before = 0;      // bytes of the older request of each pair
  std::uint64_t unchanged_bytes = 0;  // the part of them that is the start of the newer one
  std::uint64_t cost = 0;
  std::uint64_t uncached_cost = 0;
  std::uint64_t failed = 0;                 // edits that could not be replayed, since what they name had left
  std::optional<std::string> stopped = {};  // why the replay ended early: the hard limit; default: it did not
  bool is_exact = true;                     // whether this is what would have happened: no edit was left out or failed
  std::vector<std::uint64_t> costs;         // of all requests up to each one
  friend bool operator==(const SettingFigures&, const SettingFigures&) = default;
};

struct Simulation {
  std::vector<SettingFigures> settings;  // the recorded history, then the settings in order
  std::uint64_t left_out = 0;            // edits of the recorded history that no replay makes
  Prices prices;
  std::string counter;
};

// Fails like `price_between`. E_SNAPSHOT_NOT_FOUND for a context without commits.
Result<Simulation> simulate(const Context& context, const std::vector<SimulatedSetting>& settings,
                            const SimulateOptions& options = {});

// The figures of the recorded history alone.
Result<SettingFigures> recorded_figures(const Context& context, const SimulateOptions& options = {});

// A table, one line for each setting.
std::string to_text(const Simulation& simulation);
// A plot of the price over the requests, one line for each setting.
std::string to_svg(const Simulation& simulation);

}  // namespace latewood
