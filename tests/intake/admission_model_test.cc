// Admission on random streams, held against a short and slow model of its rules.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "intake/contexts.h"
#include "intake/decide.h"
#include "latewood/intake.h"
#include "latewood/repository.h"
#include "support/law.h"

namespace latewood {
namespace {

using test::expect_law;
using test::Random;

// ---- the model ----

struct ModelStream {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> events;  // bytes, work
  std::uint64_t cursor = 0;
  std::uint64_t dropped = 0;
};

using Model = std::map<std::string, ModelStream>;

bool is_within(const AdmissionBudget& budget, std::uint64_t events, std::uint64_t bytes, std::uint64_t work) {
  return (!budget.max_events || events <= *budget.max_events) && (!budget.max_bytes || bytes <= *budget.max_bytes) &&
         (!budget.max_work || work <= *budget.max_work);
}

const StreamRule* rule_of(const AdmissionPolicy& policy, const std::string& name) {
  for (const StreamRule& rule : policy.streams) {
    if (rule.stream == name) return &rule;
  }
  return nullptr;
}

// Admits one event after the other and adds everything up again each time.
std::vector<EventRef> model_admit(Model& model, const AdmissionPolicy& policy, std::uint64_t tick) {
  std::vector<EventRef> admitted;
  std::vector<std::string> live;
  for (auto& [name, stream] : model) {
    const StreamRule* rule = rule_of(policy, name);
    const AdmissionMode mode = rule == nullptr ? policy.mode : rule->mode;
    const bool waits = stream.cursor < stream.events.size();
    if (mode == AdmissionMode::CatchUp) {
      while (stream.cursor < stream.events.size()) admitted.push_back({name, ++stream.cursor});
    } else if (mode == AdmissionMode::PauseDrop) {
      stream.dropped += stream.events.size() - stream.cursor;
      stream.cursor = stream.events.size();
    } else if (mode == AdmissionMode::Live && waits) {
      live.push_back(name);
    }
  }
  if (live.empty()) return admitted;
  std::rotate(live.begin(), live.begin() + static_cast<std::ptrdiff_t>(tick % live.size()), live.end());
  std::vector<EventRef> of_live;
  const auto total = [&](const std::string* only, std::uint64_t& events, std::uint64_t& bytes, std::uint64_t& work) {
    for (const EventRef& ref : of_live) {
      if (only != nullptr && ref.stream != *only) continue;
      ++events;
      bytes += model[ref.stream].events[ref.seq - 1].first;
      work += model[ref.stream].events[ref.seq - 1].second;
    }
  };
  std::set<std::string> out;
  while (out.size() < live.size()) {
    for (const std::string& name : live) {
      if (out.contains(name)) continue;
      ModelStream& stream = model[name];
      const StreamRule* rule = rule_of(policy, name);
      bool fits = stream.cursor < stream.events.size();
      if (fits) {
        of_live.push_back({name, stream.cursor + 1});
        std::uint64_t all[3] = {0, 0, 0};
        std::uint64_t own[3] = {0, 0, 0};
        total(nullptr, all[0], all[1], all[2]);
        total(&name, own[0], own[1], own[2]);
        fits = is_within(policy.budget, all[0], all[1], all[2]) &&
               (rule == nullptr || is_within(rule->budget, own[0], own[1], own[2]));
        if (!fits) of_live.pop_back();
      }
      if (fits) {
        ++stream.cursor;
      } else {
        out.insert(name);
      }
    }
  }
  admitted.insert(admitted.end(), of_live.begin(), of_live.end());
  return admitted;
}

// ---- random policies ----

AdmissionBudget random_budget(Random& random) {
  AdmissionBudget budget;
  if (random.chance(40)) budget.max_events = random.below(5);
  if (random.chance(30)) budget.max_bytes = random.below(60);
  if (random.chance(30)) budget.max_work = random.below(12);
  return budget;
}

AdmissionMode random_mode(Random& random) {
  return static_cast<AdmissionMode>(random.chance(60) ? 0 : random.below(4));
}

AdmissionPolicy random_admission_policy(Random& random) {
  AdmissionPolicy policy;
  policy.mode = random_mode(random);
  policy.budget = random_budget(random);
  for (const char* name : {"a", "b"}) {
    if (random.chance(40)) policy.streams.push_back({name, random_mode(random), random_budget(random)});
  }
  return policy;
}

void append_some(Context& context, Model& model, Random& random) {
  for (std::size_t n = random.below(8); n > 0; --n) {
    NewEvent event;
    event.stream = std::string(1, static_cast<char>('a' + random.below(4)));
    event.payload = JsonValue(std::string(random.below(30), 'x'));
    event.work = random.below(6);
    const auto ref = append_event(context, event);
    RC_ASSERT(ref.has_value());
    auto& events = model[event.stream].events;
    events.emplace_back(find_event(context, *ref)->bytes, event.work);
    RC_ASSERT(ref->seq == events.size());
  }
}

void check_states(const Context& context, const Model& model) {
  for (const StreamState& state : *list_streams(context, "main")) {
    const ModelStream& stream = model.at(state.stream);
    RC_ASSERT(state.events == stream.events.size());
    RC_ASSERT(state.cursor == stream.cursor);
    RC_ASSERT(state.dropped == stream.dropped);
    RC_ASSERT(state.waiting == stream.events.size() - stream.cursor);
  }
}

// Everything that waits, was dropped or is over budget stays visible, and every decision is on record.
TEST(AdmissionModel, AgreesOnRandomStreams) {
  expect_law("admission", [](Random& random) {
    Context context = test::context_with_receipts();
    Model model;
    for (std::uint64_t cycle = 1; cycle <= 5; ++cycle) {
      append_some(context, model, random);
      const AdmissionPolicy policy = random_admission_policy(random);
      const auto admission = admit(context, "main", policy);
      RC_ASSERT(admission.has_value());
      RC_ASSERT(admission->events == model_admit(model, policy, cycle));
      check_states(context, model);
      for (const EventRef& ref : admission->events) {
        set_cause(context, ref);
        RC_ASSERT(context.insert({.content = find_event(context, ref)->payload}).has_value());
      }
      set_cause(context, std::nullopt);
      RC_ASSERT(context.commit().has_value());
      RC_ASSERT(check_receipt(context, "@t0").has_value());
      const auto checked = check_admission(context, "@t0");
      if (!checked) RC_LOG() << checked.error().message << '\n';
      RC_ASSERT(checked.has_value());
      check_states(context, model);
      RC_ASSERT(admission_of(context, "@t0")->admission_digest == receipt_of(context, "@t0")->admission_digest);
    }
  });
}

// ---- arrival ----

// The events of some streams, each stream in its own order.
using Arrivals = std::vector<NewEvent>;

Arrivals random_arrivals(Random& random) {
  Arrivals events;
  for (std::size_t n = random.below(12); n > 0; --n) {
    const std::string stream(1, static_cast<char>('a' + random.below(3)));
    events.push_back({.stream = stream, .payload = JsonValue(std::string(random.below(30), 'x')), .work = n % 5});
  }
  return events;
}

// The same events as they might have come otherwise: those of one stream stay in order.
Arrivals interleaved(const Arrivals& events, Random& random) {
  std::map<std::string, std::vector<NewEvent>> streams;
  for (const NewEvent& event : events) streams[event.stream].push_back(event);
  std::vector<std::string> turns;
  for (const NewEvent& event : events) turns.push_back(event.stream);
  random.shuffle(turns);
  Arrivals result;
  std::map<std::string, std::size_t> taken;
  for (const std::string& stream : turns) result.push_back(streams[stream][taken[stream]++]);
  return result;
}

// Two cycles that let in what the policy lets in, and what came of them: commits, decisions, receipts.
std::string outcome_of(const std::vector<Arrivals>& cycles, const AdmissionPolicy& policy) {
  Context context = test::context_with_receipts();
  std::string outcome;
  for (const Arrivals& events : cycles) {
    for (const NewEvent& event : events) RC_ASSERT(append_event(context, event).has_value());
    const auto admission = admit(context, "main", policy);
    RC_ASSERT(admission.has_value());
    for (const EventRef& ref : admission->events) {
      set_cause(context, ref);
      RC_ASSERT(context.insert({.content = find_event(context, ref)->payload}).has_value());
    }
    const auto report = context.commit();
    RC_ASSERT(report.has_value());
    outcome += report->commit_id.hex() + to_json(*admission_of(context, "@t0")) + to_json(*receipt_of(context, "@t0"));
  }
  return outcome;
}

// Streams are apart: which of them had its event first makes no difference to any digest.
TEST(AdmissionLaws, TheOrderOfArrivalAcrossStreamsMakesNoDifference) {
  expect_law("arrival of events", [](Random& random) {
    const AdmissionPolicy policy = random_admission_policy(random);
    const std::vector<Arrivals> cycles = {random_arrivals(random), random_arrivals(random)};
    std::vector<Arrivals> others;
    for (const Arrivals& events : cycles) others.push_back(interleaved(events, random));
    RC_ASSERT(outcome_of(cycles, policy) == outcome_of(others, policy));
  });
}

TEST(AdmissionPolicyText, ReadsWhatItWrites) {
  expect_law("policy", [](Random& random) {
    const AdmissionPolicy policy = random_admission_policy(random);
    const auto again = parse_admission_policy(to_json(policy));
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == policy);
  });
}

TEST(AdmissionPolicyText, AnUnknownMemberIsRefused) {
  const auto refused = parse_admission_policy(R"({"max_event":1})");
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().rule, "E_OPTION_INVALID");
}

// Decisions of a process that ended are kept by the commit of the next one (DIGEST-19).
TEST(StoredAdmission, TheNextProcessCommitsWhatTheLastOneAdmitted) {
  Repository repository(*store::open_store("memory:"));
  OpenOptions options;
  options.context.clock = make_logical_clock();
  Blake3Digest decided;
  {
    Context context = *repository.open_context("main", options);
    ASSERT_TRUE(append_event(context, {.stream = "mail", .payload = JsonValue("one")}).has_value());
    ASSERT_TRUE(append_event(context, {.stream = "mail", .payload = JsonValue("two")}).has_value());
    const auto admission = admit(context, "main", {.budget = {.max_events = 1}});
    ASSERT_TRUE(admission.has_value());
    ASSERT_EQ(admission->events.size(), 1U);
    EXPECT_EQ(admission->decisions[0].waiting, 1U);
    decided = admission->decisions[0].decision_id;
  }
  {
    Context context = *repository.open_context("main", options);
    set_cause(context, EventRef{"mail", 1});
    ASSERT_TRUE(context.insert({.content = JsonValue("one"), .id = "m"}).has_value());
    ASSERT_TRUE(context.commit().has_value());
  }
  Context context = *repository.open_context("main", options);
  ASSERT_EQ(admission_of(context, "@t0")->decisions.size(), 1U);
  EXPECT_EQ(admission_of(context, "@t0")->decisions[0].decision_id, decided);
  EXPECT_TRUE(check_admission(context, "@t0").has_value());
  EXPECT_TRUE(check_receipt(context, "@t0").has_value());
  EXPECT_EQ((*list_streams(context, "main"))[0].waiting, 1U);
  const auto receipt = receipt_of(context, "@t0");
  ASSERT_TRUE(receipt.has_value());
  EXPECT_EQ(receipt->candidates[0].event, (EventRef{"mail", 1}));
}

TEST(StoredAdmission, ResetForgetsWhatWasAdmitted) {
  Repository repository(*store::open_store("memory:"));
  Context context = *repository.open_context("main");
  ASSERT_TRUE(append_event(context, {.stream = "mail", .payload = JsonValue("one")}).has_value());
  ASSERT_TRUE(admit(context, "main").has_value());
  EXPECT_EQ((*list_streams(context, "main"))[0].waiting, 0U);
  ASSERT_TRUE(context.reset().has_value());
  EXPECT_EQ((*list_streams(context, "main"))[0].waiting, 1U);
  Context again = *repository.open_context("main");
  EXPECT_EQ((*list_streams(again, "main"))[0].waiting, 1U);
}

}  // namespace
}  // namespace latewood
