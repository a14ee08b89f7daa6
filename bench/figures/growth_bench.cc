#include "figures/growth_bench.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "baselines/bare_sqlite.h"
#include "driver/scratch_folder.h"
#include "latewood/prefix.h"
#include "latewood/query.h"
#include "workloads/agent.h"
#include "workloads/fast_store.h"
#include "workloads/messages.h"
#include "workloads/retrieval.h"

namespace latewood::bench {
namespace {

double median_microseconds(int repeats, const std::function<void()>& work) {
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    times.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
  }
  return spread_of(times).median;
}

// One history that grows; at each power of ten the same things are timed.
Curve cost_by_length(const Run& run) {
  Curve curve{"cost_by_turns",
              "Cost against the length of history, in memory",
              "turns",
              "microseconds",
              Scale::Logarithmic,
              Scale::Logarithmic,
              {}};
  Series commit{"commit of a turn", {}};
  Series recent{"select by recent depth", {}};
  Series prefix{"prefix report of the last turn", {}};
  Context context(same_everywhere());
  std::uint64_t number = 0;
  for (std::uint64_t turns = 10; turns <= run.pick(1000000, 1000); turns *= 10) {
    while (number < turns) chat_turn(context, number++);
    const double at = static_cast<double>(turns);
    commit.points.emplace_back(at, median_microseconds(101, [&] { chat_turn(context, number++); }));
    recent.points.emplace_back(
        at, median_microseconds(101, [&] { must(context.select("^seq .mt:depth(1-3) .cb[role='assistant']")); }));
    prefix.points.emplace_back(
        at, median_microseconds(5, [&] { must(prefix_report(must(context.back(1)), must(context.latest()), {})); }));
  }
  curve.series = {std::move(commit), std::move(recent), std::move(prefix)};
  return curve;
}

// The growth of the file, with an empty log, between two lengths.
Curve bytes_by_length(const Run& run) {
  Curve curve{"bytes_by_turns",
              "Bytes on disk for one more turn of chat",
              "turns",
              "bytes a turn",
              Scale::Logarithmic,
              Scale::Plain,
              {}};
  for (const bool with_receipts : {false, true}) {
    Series series{with_receipts ? "with receipts" : "without receipts", {}};
    const ScratchFolder folder;
    const std::string path = folder.file("store.db");
    Repository repository = open_fast(path);
    OpenOptions options = open_same_everywhere();
    options.context.receipts = with_receipts;
    Context context = must(repository.open_context("chat", options));
    std::uint64_t number = 0;
    double before = 0;
    for (std::uint64_t turns = 10; turns <= run.pick(10000, 100); turns *= 10) {
      const std::uint64_t from = number;
      while (number < turns) chat_turn(context, number++);
      empty_log(path);
      const double now = static_cast<double>(folder.bytes());
      if (from > 0)
        series.points.emplace_back(static_cast<double>(turns), (now - before) / static_cast<double>(turns - from));
      before = now;
    }
    curve.series.push_back(std::move(series));
  }
  return curve;
}

// How much of the request before is the start of the next, in percent.
Series kept_series(const std::string& name, std::size_t turns,
                   const std::function<void(Context&, std::uint64_t)>& turn) {
  Series series{name, {}};
  Context context(same_everywhere());
  PrefixOptions options;
  options.profile = "openai";
  for (std::uint64_t i = 0; i < turns; ++i) {
    turn(context, i);
    if (i == 0) continue;
    const auto report = prefix_report(must(context.back(1)), must(context.latest()), options);
    // Calls without their results cannot be rendered; the next turn has them.
    if (!report || report->older_bytes == 0) continue;
    series.points.emplace_back(static_cast<double>(i + 1), 100 * static_cast<double>(report->unchanged_bytes) /
                                                               static_cast<double>(report->older_bytes));
  }
  return series;
}

Curve prefix_kept(const Run& run) {
  Curve curve{"prefix_kept",
              "How much of the last request the next one starts with (openai)",
              "turn",
              "percent",
              Scale::Plain,
              Scale::Plain,
              {}};
  const std::size_t turns = run.pick(60, 10);
  curve.series.push_back(kept_series("chat", turns, chat_turn));
  curve.series.push_back(kept_series("retrieval, documents with TTL 3", turns, retrieval_turn));
  AgentTurns agent;
  if (!real_conversations().empty()) {
    curve.series.push_back(
        kept_series("agent", turns, [&agent](Context& context, std::uint64_t) { agent.play(context); }));
  }
  return curve;
}

}  // namespace

Report growth_figures(const Run& run) {
  Report report;
  report.curves = {cost_by_length(run), bytes_by_length(run), prefix_kept(run)};
  return report;
}

}  // namespace latewood::bench
