// Replays the edits of a recorded history under other policies, and sums up what their requests cost.
#include "latewood/simulate.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "engine/branch/access.h"
#include "engine/branch/branch_edit.h"
#include "engine/branch/working_state.h"
#include "engine/query/prompt_product.h"
#include "engine/query/prompt_tokens.h"
#include "engine/query/recorded_steps.h"
#include "engine/record/policy_id.h"
#include "latewood/clock.h"
#include "latewood/context.h"
#include "latewood/tokens.h"

namespace latewood {
namespace {

using engine::Access;
using engine::RecordedStep;
using history::SnapshotData;

// Everything that a replay needs, made once. Replays read it at the same time.
struct Recording {
  std::vector<RecordedStep> steps;  // of each commit
  std::uint64_t left_out = 0;
  bool has_counter = false;  // whether the recorded context counts tokens
};

// What one replay counts with.
struct Meter {
  const SimulateOptions& options;
  Prices prices;
  std::shared_ptr<TokenCounter> counter;
};

Result<Meter> meter_of(const SimulateOptions& options) {
  Meter meter{options, {}, {}};
  const std::string& profile = options.plan.profile;
  if (options.plan.prices) {
    meter.prices = *options.plan.prices;
  } else {
    LW_TRY_ASSIGN(meter.prices, find_prices(profile.empty() ? std::string("openai") : profile));
  }
  LW_TRY_ASSIGN(meter.counter, make_token_counter(options.plan.counter.value_or(std::string(kEstimateCounter))));
  return meter;
}

// Adds the requests of a history, one commit after the other.
class Sum {
 public:
  Sum(std::string name, const Meter& meter) : meter_(meter) { figures_.name = std::move(name); }

  // The request of `newer`; `older` is the snapshot before it. A request that the vendor refuses is not sent.
  Result<void> add(const SnapshotData* older, const SnapshotData& newer, render::PieceCache& cache) {
    LW_TRY_ASSIGN(const render::Profile* profile, engine::find_prompt_profile(meter_.options.plan.profile));
    const engine::PromptProduct product{profile, meter_.options.plan.render, cache};
    const auto after = product.outline(newer.tree, *newer.ids);
    const auto before = older == nullptr ? after : product.outline(older->tree, *older->ids);
    if (!after || !before) {
      const Error& error = after ? before.error() : after.error();
      if (error.code != Code::InvalidArgument && error.code != Code::Unsupported) return error;
      ++figures_.refused;
      return {};
    }
    if (older == nullptr) {
      count(engine::tokens_of_first(*after, product, *meter_.counter));
      return {};
    }
    const render::Divergence divergence = find_divergence(*before, *after);
    if (divergence.relation == render::Relation::Diverged) ++figures_.breaks;
    figures_.sent_before += divergence.older_bytes;
    figures_.unchanged_bytes +=
        divergence.relation == render::Relation::Diverged ? divergence.unchanged : divergence.older_bytes;
    count(engine::compare_tokens(*before, *after, divergence, product, *meter_.counter).tokens);
    return {};
  }

  SettingFigures& figures() { return figures_; }

 private:
  void count(const PromptTokens& tokens) {
    const RequestPrice price = price_request(meter_.prices, tokens);
    ++figures_.requests;
    figures_.peak_tokens = std::max(figures_.peak_tokens, tokens.total);
    figures_.total_tokens += tokens.total;
    figures_.served += price.served;
    figures_.rebilled += price.rebilled;
    figures_.fresh += price.fresh;
    figures_.cost += price.cost;
    figures_.uncached_cost += price.uncached_cost;
    figures_.costs.push_back(figures_.cost);
  }

  const Meter& meter_;
  SettingFigures figures_;
};

// The snapshots that are kept, oldest first, at most the first `requests`.
std::vector<const SnapshotData*> kept_line(const Context& context, std::uint64_t requests) {
  std::vector<const SnapshotData*> line;
  const SnapshotData* head = Access::branch(context).head();
  if (head == nullptr) return line;
  for (std::uint64_t back = 0; back <= head->position; ++back) {
    const SnapshotData& snapshot = history::ancestor(*head, back);
    if (snapshot.is_collected()) break;
    line.push_back(&snapshot);
  }
  std::reverse(line.begin(), line.end());
  if (requests > 0 && line.size() > requests) line.resize(static_cast<std::size_t>(requests));
  return line;
}

Result<std::vector<const SnapshotData*>> line_of(const Context& context, const SimulateOptions& options) {
  std::vector<const SnapshotData*> line = kept_line(context, options.requests);
  if (line.empty()) return broken(kSnapshotNotFound, "there is no commit to simulate", Code::NotFound);
  return line;
}

Recording record(const Context& context, const std::vector<const SnapshotData*>& line) {
  Recording recording;
  recording.has_counter = Access::token_counter(context) != nullptr;
  for (std::size_t at = 0; at < line.size(); ++at) {
    recording.steps.push_back(engine::recorded_step(at == 0 ? nullptr : line[at - 1], *line[at]));
    recording.left_out += recording.steps.back().left_out;
  }
  return recording;
}

// A context in memory that makes the recorded edits again.
class Replay {
 public:
  Replay(const SimulatedSetting& setting, Context context, SettingFigures& figures)
      : setting_(setting), context_(std::move(context)), figures_(figures) {}

  Result<void> start() { return context_.set_policy(setting_.policy); }
  const Context& context() const { return context_; }

  // Edits with the recorded ids, which only a replay may give.
  template <class Mutation>
  auto edit(Mutation mutation) {
    tree::Permissions permissions;
    permissions.system = true;
    permissions.made_before = true;
    return Access::branch(context_).edit(permissions, mutation);
  }

  Result<void> make(const RecordedStep& step) {
    for (const std::string& id : step.deleted) {
      note(edit([&](tree::Editor& editor) -> Result<void> {
        if (editor.detach(id)) return {};
        return editor.delete_node(id) ? Result<void>() : Result<void>(Error{Code::NotFound, id, {}});
      }));
    }
    for (const engine::RecordedReplace& each : step.replaced) {
      note(edit([&](tree::Editor& editor) { return editor.replace(each.id, each.replacement); }));
    }
    for (const engine::RecordedInsert& each : step.inserted) note(insert(each));
    for (const Pin& pin : step.pinned) {
      note(edit([&](tree::Editor& editor) { return editor.pin(pin.id, pin.holder); }));
    }
    for (const Pin& pin : step.unpinned) {
      note(edit([&](tree::Editor& editor) { return editor.unpin(pin.id, pin.holder); }));
    }
    CommitOptions options;
    if (!setting_.ignores_ttl) options.ttl = step.ttl;
    const auto made = context_.commit({}, options);
    return made ? Result<void>() : Result<void>(made.error());
  }

 private:
  Result<std::string> insert(const engine::RecordedInsert& each) {
    Component component = each.component;
    if (setting_.ignores_ttl) component.ttl.reset();
    if (each.depth) return edit([&](tree::Editor& editor) { return editor.insert(component, *each.depth); });
    return edit([&](tree::Editor& editor) { return editor.insert_under(component, each.parent); });
  }

  // An edit fails if its node has left under this setting. Such edits are only counted.
  template <class T>
  void note(const Result<T>& done) {
    if (!done) ++figures_.failed;
  }

  const SimulatedSetting& setting_;
  Context context_;
  SettingFigures& figures_;
};

// A rule that weighs sizes counts tokens if the context does. So a replay has a counter if the recorded context has
// one, or if the policy needs it.
ContextOptions replay_options(const Meter& meter, const Recording& recording, const SimulatedSetting& setting) {
  ContextOptions options;
  options.clock = make_logical_clock();
  options.system = true;
  if (recording.has_counter || !engine::check_policy(setting.policy, nullptr)) options.tokens = meter.counter;
  options.receipts = false;
  return options;
}

// Whether every commit of the line was made under this setting.
bool was_used(const SimulatedSetting& setting, const std::vector<const SnapshotData*>& line) {
  if (setting.ignores_ttl) return false;
  const std::uint32_t id = engine::policy_id_of(setting.policy ? policy_json(*setting.policy) : std::string(), {});
  return std::all_of(line.begin(), line.end(), [id](const SnapshotData* each) { return each->policy_id == id; });
}

Result<SettingFigures> replay(const SimulatedSetting& setting, const Recording& recording,
                              const SimulateOptions& options) {
  LW_TRY_ASSIGN(const Meter meter, meter_of(options));
  Sum sum(setting.name, meter);
  Replay replayed(setting, Context(replay_options(meter, recording, setting)), sum.figures());
  LW_TRY(replayed.start());
  engine::Branch& branch = Access::branch(replayed.context());
  for (const RecordedStep& step : recording.steps) {
    const SnapshotData* const before = branch.head();
    const auto made = replayed.make(step);
    if (!made) {
      sum.figures().stopped = made.error().message;
      break;
    }
    LW_TRY(sum.add(before, *branch.head(), branch.renders()));
  }
  sum.figures().is_exact = recording.left_out == 0 && sum.figures().failed == 0;
  return std::move(sum.figures());
}

// Replays all settings, some at once. The results are in the order of the settings.
std::vector<Result<SettingFigures>> replay_all(const std::vector<SimulatedSetting>& settings,
                                               const Recording& recording, const SimulateOptions& options) {
  std::vector<Result<SettingFigures>> results(settings.size(), Result<SettingFigures>(SettingFigures{}));
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t at = next++; at < settings.size(); at = next++) {
      results[at] = replay(settings[at], recording, options);
    }
  };
  const std::uint64_t most = options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::thread> threads;
  for (std::size_t count = 1; count < std::min<std::uint64_t>(most, settings.size()); ++count)
    threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  return results;
}

}  // namespace

Result<SettingFigures> recorded_figures(const Context& context, const SimulateOptions& options) {
  LW_TRY_ASSIGN(const Meter meter, meter_of(options));
  LW_TRY_ASSIGN(const std::vector<const SnapshotData*> line, line_of(context, options));
  engine::Branch& branch = Access::branch(context);
  Sum sum("recorded", meter);
  for (std::size_t at = 0; at < line.size(); ++at) {
    LW_TRY(sum.add(at == 0 ? nullptr : line[at - 1], *line[at], branch.renders()));
    LW_TRY(branch.check_read());
  }
  return std::move(sum.figures());
}

Result<Simulation> simulate(const Context& context, const std::vector<SimulatedSetting>& settings,
                            const SimulateOptions& options) {
  LW_TRY_ASSIGN(const Meter meter, meter_of(options));
  LW_TRY_ASSIGN(const std::vector<const SnapshotData*> line, line_of(context, options));
  Simulation simulation;
  simulation.prices = meter.prices;
  simulation.counter = std::string(meter.counter->name());
  LW_TRY_ASSIGN(SettingFigures recorded, recorded_figures(context, options));
  simulation.settings.push_back(std::move(recorded));
  if (line.front()->position > 0) {
    return broken(kSnapshotCollected, "the first commits of this history were collected, so it cannot be replayed");
  }
  const Recording recording = record(context, line);
  LW_TRY(Access::branch(context).check_read());
  simulation.left_out = recording.left_out;
  const bool keeps_recorded = recording.left_out > 0 && !options.replays_recorded;
  std::size_t at = 0;
  for (Result<SettingFigures>& result : replay_all(settings, recording, options)) {
    LW_TRY_ASSIGN(SettingFigures figures, std::move(result));
    const SimulatedSetting& setting = settings[at++];
    if (keeps_recorded && was_used(setting, line)) {
      figures = simulation.settings.front();
      figures.name = setting.name;
    }
    simulation.settings.push_back(std::move(figures));
  }
  return simulation;
}

}  // namespace latewood
