// The engine and the model of it agree: random calls are made on both, and everything that
// can be seen is compared after every one.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <memory>

#include "canon/json_writer.h"
#include "engine/query/node_view.h"
#include "history/snapshot_data.h"
#include "latewood/context.h"
#include "support/branch_face.h"
#include "support/plain/context.h"
#include "support/random/call.h"
#include "support/random/random.h"

namespace latewood::test {
namespace {

// How often what happened, over all runs of a test: a law that never gets anywhere proves
// nothing.
using OutcomeCounts = std::map<std::string, std::size_t>;

// ---- comparing ----

std::string model_text(const NodeView& node) {
  const auto number = [](const std::optional<std::int64_t>& value) { return value ? std::to_string(*value) : "-"; };
  std::string text = node.id + " " + node.node_type + " under " + node.parent_id.value_or("-") +
                     " offset=" + std::to_string(node.offset) + " ttl=" + number(node.ttl) +
                     " priority=" + std::to_string(node.priority) + " cycle=" + std::to_string(node.cycle) +
                     " ns=" + std::to_string(node.created_at_ns) + " iso=" + node.created_at_iso +
                     " index=" + std::to_string(node.creation_index) + " role=" + node.role.value_or("-") +
                     " kind=" + node.kind.value_or("-") + " key=" + node.key.value_or("-") +
                     " provenance=" + node.provenance.value_or("-") + " hash=" + node.content_hash.hex() +
                     " removable=" + (node.removable ? std::to_string(*node.removable) : "-");
  for (const std::string& holder : node.pins) text += " pin='" + holder + "'";
  if (node.content) text += " content=" + canonical_json(*node.content);
  return text + " attributes=" + canonical_json(make_object(node.attributes));
}

std::string difference(const std::vector<NodeView>& engine, const std::vector<NodeView>& model) {
  if (engine == model) return "";
  std::size_t at = 0;
  while (at < engine.size() && at < model.size() && engine[at] == model[at]) ++at;
  return "node " + std::to_string(at) + ":\n  engine " + (at < engine.size() ? model_text(engine[at]) : "nothing") +
         "\n  model  " + (at < model.size() ? model_text(model[at]) : "nothing");
}

std::array<std::int64_t, 4> totals_of(const CommitReport& report) {
  return {report.nodes_before, report.nodes_after, report.bytes_before, report.bytes_after};
}

std::string model_text(const CommitReport& report) {
  std::string text = "turn " + report.turn_id + ", gone";
  for (const Departure& gone : report.departures) {
    text += " " + gone.id + "(" + to_string(gone.cause) + " " + std::to_string(gone.bytes) +
            (gone.with.empty() ? "" : " with " + gone.with) + ")";
  }
  text += ", deferred";
  for (const std::string& id : report.deferred) text += " " + id;
  text += ", kept";
  for (const std::string& id : report.kept) text += " " + id;
  text += ", totals";
  for (const std::int64_t total : totals_of(report)) text += " " + std::to_string(total);
  return text;
}

std::string difference(const CommitReport& engine, const CommitReport& model) {
  const bool same = engine.cycle == model.cycle && engine.commit_id == model.commit_id &&
                    engine.turn_id == model.turn_id && engine.departures == model.departures &&
                    engine.deferred == model.deferred && engine.kept == model.kept &&
                    totals_of(engine) == totals_of(model);
  return same ? "" : "reports:\n  engine " + model_text(engine) + "\n  model  " + model_text(model);
}

void count_report(OutcomeCounts& tally, const CommitReport& report) {
  ++tally["commit"];
  for (const Departure& gone : report.departures) {
    ++tally[std::string("gone by ") + to_string(gone.cause)];
    if (!gone.with.empty()) ++tally["gone with its parent"];
    if (gone.cause == Cause::Ttl && gone.id.starts_with("mt:")) ++tally["turn gone by ttl"];
  }
  for (const std::string& id : report.deferred) tally["turn deferred"] += id.starts_with("mt:") ? 1 : 0;
  tally["deferred"] += report.deferred.size();
  if (!report.kept.empty()) ++tally["kept"];
}

// ---- contexts and their forks against the model ----

struct Line {
  Context engine;
  PlainContext model;
};

std::string snapshot_difference(const Snapshot& engine, const PlainSnapshot& model) {
  std::string found = difference(engine.report(), model.report);
  if (found.empty()) found = difference(engine.nodes().value(), model.nodes);
  if (found.empty() && engine.turns().value() != model.turns) found = "turns differ";
  if (found.empty() && engine.pins() != model.pins) found = "pins differ";
  if (found.empty() && engine.commit_id() != model.report.commit_id) found = "commit ids differ";
  return found.empty() ? "" : "snapshot of cycle " + std::to_string(engine.cycle()) + ": " + found;
}

// Not in proportion to the bytes.
class WordCounter final : public TokenCounter {
 public:
  std::uint64_t count(std::string_view json) override {
    return 1 + 2 * static_cast<std::uint64_t>(std::count(json.begin(), json.end(), ' '));
  }
};

class ModelRun {
 public:
  ModelRun(std::uint64_t seed, OutcomeCounts& tally, bool prunes = false)
      : random_(seed), prunes_(prunes), tally_(tally) {
    ContextOptions options;
    options.clock = make_logical_clock();
    options.tokens = std::make_shared<WordCounter>();
    options.system = true;
    options.demote_overlaps = random_.chance(40);
    options.actor = random_.chance(50) ? "tester" : "";
    PlainContext model(options);
    lines_.push_back({Context(std::move(options)), std::move(model)});
    current_ = &lines_.back();
  }

  // The first disagreement with what led to it; empty if there was none.
  std::string steps(int count) {
    for (int i = 0; i < count; ++i) {
      Line& line = random_.chance(80) ? *current_ : lines_[random_.below(lines_.size())];
      const std::string found = step(line);
      if (!found.empty()) return "step " + std::to_string(i) + ", " + log_ + "\n" + found;
    }
    return "";
  }

  std::string commits(int count) {
    std::string found;
    for (int i = 0; i < count && found.empty(); ++i) found = commit(*current_);
    return found;
  }

  std::string splices(std::int64_t depth, bool deeper, int count) {
    return splices_in(*current_, depth, deeper, count);
  }

 private:
  std::string step(Line& line) {
    const std::size_t choice = random_.below(100);
    std::string found;
    if (choice < 10) {
      found = commit(line);
    } else if (choice < 12 && line.model.cycle() > 0) {
      found = look_back(line);
    } else if (choice < 14 && line.model.cycle() > 0 && lines_.size() < 6) {
      found = fork(line);
    } else if (choice == 14 && random_.chance(15)) {
      const std::size_t turns = line.model.turn_count();
      found = splices_in(line, 1 + static_cast<std::int64_t>(random_.below(turns + 1)), random_.chance(50), 25);
    } else if (choice < 17 && prunes_) {
      found = call(line, random_policy(random_));
    } else {
      found = call(line, random_call(random_, line.model));
    }
    if (!found.empty()) return found;
    return difference(line.engine.working().value(), line.model.working());
  }

  // Turns at one depth, or each one deeper than the one before.
  std::string splices_in(Line& line, std::int64_t depth, bool deeper, int count) {
    Call splice;
    splice.depth = depth;
    splice.component.ttl = 1;
    std::string found;
    for (int i = 0; i < count && found.empty(); ++i) {
      found = call(line, splice);
      if (found.empty()) found = difference(line.engine.working().value(), line.model.working());
      if (deeper) ++splice.depth;
    }
    return found;
  }

  std::string call(Line& line, const Call& call) {
    log_ = describe(call);
    const Ending model = make_call(call, line.model);
    const Ending engine = make_call(call, line.engine);
    ++tally_[model.rule.empty() ? log_.substr(0, log_.find(' ')) : model.rule];
    if (engine == model) return "";
    return "endings:\n  engine " + describe(engine) + "\n  model  " + describe(model);
  }

  std::string commit(Line& line) {
    if (random_.chance(80)) return commit(line, {});
    const std::vector<Component> reply = {random_call(random_, line.model).component};
    const std::string refused = attempt(line, reply);
    log_ = "attempt with a reply";
    const std::string expected = line.model.refusal_of(reply);
    if (refused != expected) return "reply: engine '" + refused + "', model '" + expected + "'";
    if (refused.empty()) return commit(line, reply);
    ++tally_["reply " + refused];
    return commit(line, {});
  }

  std::string commit(Line& line, const std::vector<Component>& reply) {
    CommitOptions options;
    if (random_.chance(25)) options.ttl = static_cast<std::int64_t>(random_.below(5));
    if (options.ttl == 0) {
      const auto refused = line.engine.commit({}, options);
      if (rule_of(refused) != line.model.refusal_of(options)) return "a ttl of 0: engine " + rule_of(refused);
      ++tally_["E_TTL_INVALID"];
      options.ttl = 1;
    }
    log_ = "commit, ttl " + (options.ttl ? std::to_string(*options.ttl) : "none");
    const auto report = line.engine.commit({}, options);
    const auto model = line.model.commit_with_reply(report ? report->commit_id : CommitId(), reply, options);
    if (rule_of(report) != rule_of(model)) return "engine " + rule_of(report) + ", model " + rule_of(model);
    if (!report) return commit_without(line);
    if (!reply.empty()) ++tally_["reply"];
    const PlainSnapshot& snapshot = line.model.at(line.model.cycle());
    count_report(tally_, snapshot.report);
    const std::string found = difference(*report, snapshot.report);
    return found.empty() ? snapshot_difference(*line.engine.latest(), snapshot) : found;
  }

  // D-12: a provider is asked, and answers at once. The rule that its reply breaks; empty: none. An attempt whose reply
  // is refused ends without one.
  static std::string attempt(Line& line, std::vector<Component> reply) {
    AttemptOutcome outcome;
    outcome.reply = std::move(reply);
    const std::uint64_t attempt_id = line.engine.begin_attempt(AttemptRequest())->attempt_id;
    const auto ended = line.engine.end_attempt(attempt_id, outcome);
    if (ended) return "";
    line.engine.end_attempt(attempt_id, AttemptOutcome()).value();
    return ended.error().rule;
  }

  // A reply that cannot be placed stops the commit, until another one counts.
  std::string commit_without(Line& line) {
    ++tally_["refused reply"];
    const std::string found = difference(line.engine.working().value(), line.model.working());
    attempt(line, {});
    return found.empty() ? commit(line, {}) : found;
  }

  template <class T>
  static std::string rule_of(const Result<T>& result) {
    return result ? "" : result.error().rule;
  }

  // SNAP-05: what was, stays.
  std::string look_back(Line& line) {
    const std::uint64_t cycle = 1 + random_.below(line.model.cycle());
    log_ = "look at cycle " + std::to_string(cycle);
    ++tally_["look"];
    return snapshot_difference(*line.engine.at(cycle), line.model.at(cycle));
  }

  std::string fork(Line& line) {
    const std::uint64_t cycle = 1 + random_.below(line.model.cycle());
    log_ = "fork at cycle " + std::to_string(cycle);
    ++tally_["fork"];
    lines_.push_back({*line.engine.fork(cycle), line.model.fork(cycle)});
    current_ = &lines_.back();
    return difference(current_->engine.working().value(), current_->model.working());
  }

  Random random_;
  bool prunes_;
  OutcomeCounts& tally_;
  std::deque<Line> lines_;  // the first context and forks of forks
  Line* current_ = nullptr;
  std::string log_;
};

void expect_reached(const OutcomeCounts& tally, const std::vector<std::string>& endings) {
  for (const std::string& ending : endings) EXPECT_TRUE(tally.contains(ending)) << ending << " never came up";
}

const std::vector<std::string> kEndings = {"insert",
                                           "insert_under",
                                           "replace",
                                           "delete",
                                           "detach",
                                           "move",
                                           "reparent",
                                           "pin",
                                           "unpin",
                                           "set_system",
                                           "reset",
                                           "commit",
                                           "fork",
                                           "look",
                                           "gone by ttl",
                                           "gone by cascade",
                                           "gone by prune",
                                           "kept",
                                           "gone with its parent",
                                           "turn gone by ttl",
                                           "turn deferred",
                                           "reply",
                                           "refused reply",
                                           "set_policy",
                                           "deferred",
                                           "OverlapWouldViolateODI",
                                           "E_ATTR_NAME",
                                           "E_DEPTH_RANGE",
                                           "E_DUPLICATE_ID",
                                           "E_NODE_NOT_FOUND",
                                           "E_OPTION_INVALID",
                                           "E_PLACEMENT_INVALID",
                                           "E_SEALED_IMMUTABLE",
                                           "E_TREE_CYCLE",
                                           "E_TTL_INVALID",
                                           "E_UNAUTHORIZED",
                                           "E_ATTR_VALUE",
                                           "E_ID_RESERVED",
                                           "reply E_ID_RESERVED",
                                           "reply E_UNAUTHORIZED"};

std::uint64_t some_seed() { return *rc::gen::noShrink(rc::gen::resize(100, rc::gen::arbitrary<std::uint64_t>())); }

// A node that was held back and then went with what was below it was reported as both.
TEST(ContextModel, TheEngineAgreesWithTheModelWhereItOnceDidNot) {
  OutcomeCounts tally;
  for (const std::uint64_t seed : {18410302030527705120U}) {
    EXPECT_EQ(ModelRun(seed, tally, seed % 3 != 0).steps(200), "") << seed;
  }
}

TEST(ContextModel, TheEngineAgreesWithTheModelAfterEveryCall) {
  OutcomeCounts tally;
  EXPECT_TRUE(rc::check("engine and model agree", [&tally] {
    const std::uint64_t seed = some_seed();
    const bool prunes = seed % 3 != 0;
    ModelRun run(seed, tally, prunes);
    const std::string found = run.steps(200);
    RC_LOG() << found;
    RC_ASSERT(found.empty());
  }));
  expect_reached(tally, kEndings);
}

// Fewer and longer: histories of hundreds of turns.
TEST(ContextModel, TheEngineAgreesWithTheModelOverALongHistory) {
  OutcomeCounts tally;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    EXPECT_EQ(ModelRun(seed, tally).steps(2000), "") << "seed " << seed;
  }
  for (const std::uint64_t seed : {4U, 5U, 6U}) {
    EXPECT_EQ(ModelRun(seed, tally, true).steps(2000), "") << "seed " << seed;
  }
  expect_reached(tally, kEndings);
}

// D-23. Always just behind the same turn the older neighbour's stamp is taken again and again
// with another index; always just before the same turn, the room between two stamps ends.
TEST(ContextModel, SplicesAgreeUntilThereIsNoRoomLeft) {
  for (const std::int64_t depth : {1, 2, 3, 4}) {
    for (const bool deeper : {false, true}) {
      OutcomeCounts tally;
      ModelRun run(1, tally);
      EXPECT_EQ(run.commits(3), "");
      EXPECT_EQ(run.splices(depth, deeper, 60), "") << "depth " << depth;
      // before the oldest turn there is always room.
      EXPECT_EQ(tally.contains("E_DEPTH_NO_GAP"), deeper && depth < 4) << "depth " << depth;
    }
  }
}

// ---- commits that fail ----

const std::vector<std::string> kCommitSteps = {"expire", "prune", "seal", "patch", "root", "snapshot"};

// A branch takes what a context would refuse.
Call possible_policy(Random& random) {
  PlainContext judge(ContextOptions{.tokens = std::make_shared<WordCounter>()});
  for (;;) {
    Call call = random_policy(random);
    if (judge.set_policy(call.policy)) return call;
  }
}

// SNAP-03, D-22: the model never hears of a commit that failed.
TEST(ContextModel, AFailedCommitLeavesEverythingAsItWas) {
  EXPECT_TRUE(rc::check("failed commits", [] {
    Random random(some_seed());
    ContextOptions options;
    options.clock = make_logical_clock();
    options.system = true;
    options.tokens = std::make_shared<WordCounter>();
    BranchFace engine(options);
    PlainContext model(options);
    for (int step = 0; step < 100; ++step) {
      if (random.chance(85)) {
        const Call call = random.chance(97) ? random_call(random, model) : possible_policy(random);
        RC_LOG() << describe(call) << '\n';
        RC_ASSERT(make_call(call, engine) == make_call(call, model));
      } else {
        const std::string broken_step = random.chance(60) ? random.pick(kCommitSteps) : "";
        engine.branch.set_before_step([&broken_step](std::string_view name) -> Result<void> {
          if (name == broken_step) return Error{Code::Unavailable, "injected", {}, {}};
          return {};
        });
        RC_LOG() << "commit, failing at '" << broken_step << "'\n";
        const auto snapshot = engine.branch.commit();
        RC_ASSERT(snapshot.has_value() == broken_step.empty());
        if (snapshot) {
          const PlainSnapshot& expected = model.commit((*snapshot)->commit_id());
          RC_ASSERT(difference((*snapshot)->report(), expected.report) == "");
        }
      }
      RC_ASSERT(difference(engine::views_of(engine.branch.working(), model.cycle() + 1), model.working()) == "");
    }
  }));
}

}  // namespace
}  // namespace latewood::test
