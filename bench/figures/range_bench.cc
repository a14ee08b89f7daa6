#include "figures/range_bench.h"

#include <cstdlib>
#include <string>
#include <variant>

#include "latewood/context.h"

namespace latewood::bench {
namespace {

constexpr std::size_t kSnapshots = 1000;
constexpr std::size_t kOldTurns = 24000;  // with four nodes each: 96,000, and 4,000 more come with the snapshots
constexpr std::size_t kFewOldTurns = 200;

using Ids = std::vector<std::string>;

class LongChat {
 public:
  // `ttl` of the second message of a turn, if any: about that many are running at any time.
  LongChat(std::size_t old_turns, std::optional<std::int64_t> ttl) : context_(options()) {
    for (std::size_t i = 0; i < old_turns; ++i) turn(std::nullopt);
    for (std::size_t i = 0; i < kSnapshots; ++i) turn(ttl);
  }

  Selection ask(std::string_view selector) const {
    auto selection = context_.select(selector);
    if (!selection) std::abort();
    return *std::move(selection);
  }

 private:
  static ContextOptions options() {
    ContextOptions options;
    options.clock = make_logical_clock();
    return options;
  }

  void turn(std::optional<std::int64_t> ttl) {
    say("user", std::nullopt);
    say("assistant", ttl);
    if (!context_.commit()) std::abort();
  }

  void say(const char* role, std::optional<std::int64_t> ttl) {
    Component block;
    block.role = role;
    block.ttl = ttl;
    block.content = JsonValue(std::to_string(count_++));
    if (!context_.insert(block)) std::abort();
  }

  Context context_;
  std::size_t count_ = 0;
};

struct Counts {
  std::uint64_t added = 0;
  std::uint64_t removed = 0;
  std::uint64_t changed = 0;
  friend bool operator==(const Counts&, const Counts&) = default;
};

Counts counts_of(const Selection& selection) {
  Counts counts;
  for (const DiffBlock& block : std::get<RangeDiffLatestResult>(selection).diffs) {
    counts.added += block.diff.added.size();
    counts.removed += block.diff.removed.size();
    counts.changed += block.diff.changed.size();
  }
  return counts;
}

Figure range_figure(const Run& run, const LongChat& chat, const std::string& name, const Counts& expected) {
  Selection range = chat.ask("@t-999..@t0 .cb");
  const bool is_correct = counts_of(range) == expected;
  Selection one;
  const Pair pair =
      time_pair([&] { range = chat.ask("@t-999..@t0 .cb"); }, [&] { one = chat.ask("@t0 .cb"); }, 1, run.repeats());
  return {name, pair, "@t-999..@t0 .cb", "@t0 .cb", 10, is_correct};
}

Figure every_figure(const Run& run, const LongChat& chat, std::size_t snapshots) {
  Selection every;
  Selection one;
  const Pair pair =
      time_pair([&] { every = chat.ask("@* .cb"); }, [&] { one = chat.ask("@t0 .cb"); }, 1, run.repeats());
  const std::size_t expected = 2 * snapshots;
  return {"all 25,000 snapshots", pair, "@* .cb", "@t0 .cb", kReportedOnly, std::get<Ids>(every).size() == expected};
}

}  // namespace

Report range_figures(const Run& run) {
  Report report;
  const std::size_t old_turns = run.pick(kOldTurns, kFewOldTurns);
  constexpr std::uint64_t kPairs = kSnapshots - 1;
  {
    const LongChat chat(old_turns, std::nullopt);
    report.figures.push_back(
        range_figure(run, chat, "1,000 snapshots of 100,000 nodes, two changes each", {2 * kPairs, 0, 0}));
    report.figures.push_back(every_figure(run, chat, old_turns + kSnapshots));
  }
  // One comes with two cycles left, one shows one left, one goes.
  const LongChat chat(old_turns, 2);
  report.figures.push_back(range_figure(run, chat, "the same with ttls", {2 * kPairs, kPairs - 1, kPairs}));
  return report;
}

}  // namespace latewood::bench
