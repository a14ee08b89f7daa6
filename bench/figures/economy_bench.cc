// Prices are vendor price units: tokens times the shipped prices. The sessions are made from recorded conversations of
// an agent with tools; without them only the speeds are measured.
#include "figures/economy_bench.h"

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include "driver/scratch_folder.h"
#include "latewood/cycle_figures.h"
#include "latewood/plan.h"
#include "latewood/prefix.h"
#include "latewood/recommend.h"
#include "latewood/repository.h"
#include "latewood/settings.h"
#include "latewood/simulate.h"
#include "latewood/tokens.h"
#include "workloads/fast_store.h"
#include "workloads/messages.h"
#include "workloads/transcripts.h"

namespace latewood::bench {
namespace {

using Transcripts = std::vector<std::vector<JsonValue>>;

constexpr std::int64_t kNaiveTtl = 3;
constexpr std::uint64_t kLimit = 32000;
const std::string kProfile = "openai";

// Exact counts if the ranks are here, which figures for documents need.
std::string counter_name() { return make_token_counter("o200k_base") ? "o200k_base" : std::string(kEstimateCounter); }

SimulateOptions simulate_options(const std::string& profile = kProfile) {
  SimulateOptions options;
  options.plan.profile = profile;
  options.plan.counter = counter_name();
  return options;
}

// The recorded history has the naive ttl; the other settings are replayed without it.
std::vector<SimulatedSetting> regimes(const std::string& profile = kProfile) {
  PrunePolicy window;
  window.turns = Budget{.trigger = 20, .target = 20};
  const Prices prices = must(find_prices(profile));
  return {{"append only", {}, true},
          {"window 20:20", window, true},
          {"recommended", must(recommend_policy(prices, {.limit = kLimit})).policy, true}};
}

Figure priced(const std::string& name, const SettingFigures& a, const SettingFigures& b, double target) {
  return {name,   counted_pair(static_cast<double>(a.cost) / 1e6, static_cast<double>(b.cost) / 1e6),
          a.name, b.name,
          target, a.requests == b.requests && a.requests > 0,
          "u$"};
}

void add_session(Report& report, const Transcripts& transcripts, std::size_t first, std::size_t requests,
                 const std::string& profile) {
  const Context context = context_of_messages(long_session(transcripts, first, requests), kNaiveTtl);
  const Simulation made = must(simulate(context, regimes(profile), simulate_options(profile)));
  const SettingFigures& naive = made.settings[0];
  const SettingFigures& window = made.settings[2];
  const SettingFigures& recommended = made.settings[3];
  const std::string name =
      profile + ", " + std::to_string(requests) + " requests from conversation " + std::to_string(first);
  report.figures.push_back(priced(name + ", against a ttl of 3", recommended, naive, 0.75));
  report.figures.push_back(priced(name + ", against a window", recommended, window, 0.75));
  report.figures.push_back({name + ", bytes sent again that changed",
                            counted_pair(static_cast<double>(recommended.sent_before - recommended.unchanged_bytes),
                                         static_cast<double>(recommended.sent_before)),
                            "changed", "sent again", 0.05, true, "bytes"});
}

void add_conversations(Report& report, const Transcripts& transcripts, const std::string& profile) {
  SettingFigures worst_recommended;
  SettingFigures worst_append;
  double worst = 0;
  for (const auto& messages : transcripts) {
    const Context context = context_of_messages(messages, kNaiveTtl);
    const Simulation made = must(simulate(context, regimes(profile), simulate_options(profile)));
    const double ratio = static_cast<double>(made.settings[3].cost) / static_cast<double>(made.settings[1].cost);
    if (ratio <= worst) continue;
    worst = ratio;
    worst_recommended = made.settings[3];
    worst_append = made.settings[1];
  }
  report.figures.push_back(
      priced(profile + ", the worst conversation, against append only", worst_recommended, worst_append, 1.0));
}

Curve price_by_length(const Transcripts& transcripts, std::size_t requests) {
  Curve curve{"price_by_requests",
              "Price of a session by the number of requests, openai",
              "requests",
              "microdollars",
              Scale::Plain,
              Scale::Plain,
              {}};
  const Context context = context_of_messages(long_session(transcripts, 0, requests), kNaiveTtl);
  const Simulation made = must(simulate(context, regimes(), simulate_options()));
  for (std::size_t setting = 0; setting < made.settings.size(); ++setting) {
    const SettingFigures& each = made.settings[setting];
    Series series{setting == 0 ? "ttl of 3 on tools" : each.name, {}};
    for (std::size_t at = 0; at < each.costs.size(); at += 5) {
      series.points.emplace_back(static_cast<double>(at + 1), static_cast<double>(each.costs[at]) / 1e6);
    }
    curve.series.push_back(std::move(series));
  }
  return curve;
}

// The plan renders, compares and blames as the report does, and counts what is behind the first difference.
Figure plan_of_long_context(const Run& run) {
  Context context(same_everywhere());
  for (std::uint64_t turn = 0; turn < run.pick(10000, 200); ++turn) chat_turn(context, turn);
  must(context.insert({.role = "user", .content = "One more question"}));
  PlanOptions options;
  options.profile = kProfile;
  PrefixOptions asked;
  asked.profile = kProfile;
  const auto counter = must(make_token_counter(kEstimateCounter));
  options.tokens = asked.tokens = counter.get();
  const bool correct = must(plan_commit(context, options)).prefix == must(prefix_of_next_commit(context, asked));
  return {"plan of the next commit, 10,000 turns",
          time_pair([&] { must(plan_commit(context, options)); }, [&] { must(prefix_of_next_commit(context, asked)); },
                    1, run.repeats()),
          "plan",
          "prefix report",
          2.0,
          correct};
}

// The figures that commits kept, read by a newly opened context, against those computed from the snapshots; and the
// time of one reading, which is promised to be below 100 ms.
void add_stats(Report& report, const Run& run) {
  const ScratchFolder folder;
  Repository repository = open_fast(folder.file("stats.db"));
  must(change_settings(repository, [](Settings& settings) { settings.profile = kProfile; }));
  const std::uint64_t commits = run.pick(10000, 300);
  {
    Context context = must(repository.open_context("main", open_same_everywhere()));
    for (std::uint64_t turn = 0; turn < commits; ++turn) chat_turn(context, turn);
  }
  FiguresOptions read;
  read.profile = kProfile;
  read.limit = commits;
  FiguresOptions computed = read;
  computed.computes_all = true;
  const auto figures = [&](const FiguresOptions& options) {
    return must(cycle_figures(must(repository.open_context("main", open_same_everywhere())), options));
  };
  const auto kept = figures(read);
  const bool correct = kept.size() == commits && kept == figures(computed);
  const Pair pair = time_pair([&] { figures(read); }, [&] { figures(computed); }, 1, 3);
  report.figures.push_back({"stats of 10,000 commits", pair, "kept", "computed", 0.2, correct});
  report.notes.push_back({"stats of 10,000 commits, kept", pair.first.median / 1e6, "ms", correct});
}

void add_counting(Report& report, const Transcripts& transcripts) {
  const auto counter = make_token_counter("o200k_base");
  if (!counter || transcripts.empty()) return;
  std::vector<std::string> texts;
  std::size_t bytes = 0;
  for (const auto& messages : transcripts) {
    for (const JsonValue& message : messages) {
      const JsonValue* content = message.find("content");
      if (content == nullptr || content->as_string() == nullptr) continue;
      texts.push_back(*content->as_string());
      bytes += texts.back().size();
    }
  }
  std::uint64_t tokens = 0;
  // Time of the processor: other programs may run on this machine.
  const std::clock_t start = std::clock();
  for (const std::string& text : texts) tokens += (*counter)->count(text);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  report.notes.push_back(
      {"counting tokens, o200k_base", static_cast<double>(bytes) / seconds / 1e6, "MB/s a core", tokens > 0});
}

}  // namespace

Report economy_figures(const Run& run) {
  Report report;
  report.figures.push_back(plan_of_long_context(run));
  add_stats(report, run);
  Transcripts transcripts = load_transcripts();
  if (transcripts.empty()) return report;
  add_counting(report, transcripts);
  const std::size_t requests = run.pick(200, 40);
  report.curves.push_back(price_by_length(transcripts, requests));
  if (run.is_quick) {
    transcripts.resize(5);
  } else {
    for (const std::string profile : {"openai", "anthropic"}) {
      add_session(report, transcripts, 0, requests, profile);
      add_session(report, transcripts, 37, requests, profile);
    }
  }
  for (const std::string profile : {"openai", "anthropic"}) add_conversations(report, transcripts, profile);
  return report;
}

}  // namespace latewood::bench
