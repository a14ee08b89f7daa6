// What the records of a cycle say of its steps, its streams and of nodes that left.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <string>

#include "intake/contexts.h"
#include "latewood/intake.h"
#include "latewood/receipt.h"
#include "latewood/why.h"
#include "support/context_probe.h"
#include "support/law.h"

namespace latewood::test {
namespace {

// 0: not of the lifecycle. Else its place in the commit sequence.
int place_of(const std::string& rule) {
  if (rule == "expire" || rule == "defer") return 1;
  if (rule == "cascade" || rule == "prune") return 2;
  return rule == "seal" ? 3 : 0;
}

// Direct edits, proposals, lifecycle; and of the latter expiry before pruning before sealing.
TEST(ReceiptOrder, LifecycleStepsComeLastInCommitSequenceAndAreNeverRejected) {
  expect_law("the order of candidates", [](Random& random) {
    Context context = context_with_receipts();
    maybe_prune(context, random);
    for (int cycle = 0; cycle < 6; ++cycle) {
      edit_some(context, random);
      RC_ASSERT(context.commit().has_value());
      const Receipt receipt = receipt_of(context, "@t0").value();
      RC_ASSERT(!receipt.candidates.empty());
      RC_ASSERT(receipt.candidates.back().rule == "seal");
      CandidateKind kind = CandidateKind::Direct;
      int place = 0;
      for (const Candidate& candidate : receipt.candidates) {
        RC_ASSERT(candidate.kind >= kind);
        kind = candidate.kind;
        if (kind != CandidateKind::Lifecycle) continue;
        RC_ASSERT(candidate.disposition == Disposition::Applied);
        RC_ASSERT(place_of(candidate.rule) >= std::max(place, 1));
        place = place_of(candidate.rule);
      }
    }
  });
}

EventRef append_mail(Context& context, const std::string& text) {
  return must(append_event(context, {.stream = "mail", .payload = JsonValue(text)}));
}

TEST(Streams, EveryViewHasACursorOfItsOwn) {
  Context context = context_with_receipts();
  append_mail(context, "one");
  append_mail(context, "two");
  must(admit(context, "main", {.budget = {.max_events = 1}}));
  EXPECT_EQ(must(list_streams(context, "main")).at(0).cursor, 1U);
  EXPECT_EQ(must(list_streams(context, "other")).at(0).cursor, 0U);
  EXPECT_EQ(must(admit(context, "other")).events.size(), 2U);
  must(context.commit());
  EXPECT_EQ(must(list_streams(context, "main")).at(0).waiting, 1U);
  EXPECT_EQ(must(list_streams(context, "other")).at(0).waiting, 0U);
  const CycleAdmission kept = must(admission_of(context, "@t0"));
  ASSERT_EQ(kept.decisions.size(), 2U);
  EXPECT_EQ(kept.decisions[0].view_id, "main");
  EXPECT_EQ(kept.decisions[0].waiting, 1U);
  EXPECT_EQ(kept.decisions[1].view_id, "other");
}

// The commit, the rule and the policy.
TEST(WhyLeft, ANodeThatWasPrunedNamesThePolicyThatTookIt) {
  Context context = context_with_receipts();
  PrunePolicy policy;
  policy.turns = Budget{2, 1, 0};
  must(context.set_policy(policy));
  for (const char* id : {"first", "second", "third", "fourth"}) {
    must(context.insert({.role = "user", .content = JsonValue(id), .id = id}));
    must(context.commit());
  }
  const Why gone = must(why(context, "first"));
  ASSERT_TRUE(gone.left);
  EXPECT_EQ(gone.left->rule, "prune");
  EXPECT_EQ(gone.left->commit_id, must(context.at(gone.left->cycle)).commit_id());
  EXPECT_EQ(gone.left->policy, must(receipt_of(context, "@c" + std::to_string(gone.left->cycle))).policy);
  EXPECT_NE(gone.left->policy.find("turns"), std::string::npos) << gone.left->policy;
  EXPECT_NE(to_json(gone).find("\"rule\":\"prune\""), std::string::npos);
}

}  // namespace
}  // namespace latewood::test
