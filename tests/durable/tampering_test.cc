// Receipts, decisions, events and notes that another program changed and made all checksums right for: verify names
// them.
#include <gtest/gtest.h>

#include <functional>

#include "canon/blake3.h"
#include "canon/json_writer.h"
#include "engine/record/commit_extras.h"
#include "engine/stored/commit_batch.h"
#include "intake/event_text.h"
#include "intake/receipt_bytes.h"
#include "latewood/intake.h"
#include "support/document/bundle_bytes.h"
#include "support/store/copy.h"
#include "support/store/history.h"

namespace latewood::test {
namespace {

// A cycle with two events let in and one dropped, one with a proposal that lost, and one event that waits.
class Tampering : public testing::Test {
 protected:
  void SetUp() override {
    Context context = history_.open();
    append(context, "mail", "one");
    append(context, "mail", "two");
    append(context, "noise", "three");
    AdmissionPolicy policy;
    policy.streams.push_back({"noise", AdmissionMode::PauseDrop, {}});
    ASSERT_TRUE(admit(context, "main", policy));
    set_cause(context, EventRef{"mail", 1});
    ASSERT_TRUE(context.insert({.content = JsonValue("one"), .id = "note"}));
    context.set_system(true);
    ASSERT_TRUE(context.insert({.content = JsonValue("be brief"), .id = "rules"}, -1));
    ASSERT_TRUE(context.commit({.actor = "ann", .message = "mail came"}));
    set_cause(context, std::nullopt);
    ASSERT_TRUE(propose(context, {"a", {}, {}, EventRef{"mail", 2}, {ReplaceEdit{"rules", {JsonValue("a"), {}}}}}));
    ASSERT_TRUE(propose(context, {"b", {}, {}, EventRef{"mail", 2}, {ReplaceEdit{"rules", {JsonValue("b"), {}}}}}));
    ASSERT_TRUE(context.commit());
    append(context, "mail", "four");
    history_.expect_sound();
  }

  static void append(Context& context, const std::string& stream, const std::string& text) {
    ASSERT_TRUE(append_event(context, {.stream = stream, .payload = JsonValue(text), .host_time = 7, .work = 3}));
  }

  VerifyReport verified_with(const Changes& changes) {
    return StoredHistory(copied(history_.store(), changes)).verified();
  }

  // What verify calls the first thing that is wrong; nothing if it finds all right.
  std::string found_with(const Changes& changes) {
    const VerifyReport report = verified_with(changes);
    return report.wrong.empty() ? "nothing" : report.wrong.front().object;
  }

  static Changes of_cycle(std::uint64_t cycle, const std::function<void(store::NewCommit& commit)>& change) {
    return {.commit = [cycle, change](store::NewCommit& commit) {
      if (commit.cycle == cycle) change(commit);
    }};
  }

  // Flips every byte of the record, one at a time.
  void expect_every_byte_counts(std::uint64_t cycle, std::optional<std::string> store::NewCommit::*record) {
    std::size_t size = 1;
    for (std::size_t at = 0; at < size; ++at) {
      const std::string found = found_with(of_cycle(cycle, [&](store::NewCommit& commit) {
        std::string& bytes = *(commit.*record);
        size = bytes.size();
        bytes[at] = static_cast<char>(bytes[at] ^ 0x01);
      }));
      EXPECT_TRUE(found.starts_with("records of commit ")) << "byte " << at << ": " << found;
    }
    EXPECT_GT(size, 300U);
  }

  StoredHistory history_;
};

TEST_F(Tampering, EveryByteOfAReceiptCounts) { expect_every_byte_counts(1, &store::NewCommit::receipt); }
TEST_F(Tampering, EveryByteOfAReceiptWithProposalsCounts) { expect_every_byte_counts(2, &store::NewCommit::receipt); }
TEST_F(Tampering, EveryByteOfADecisionCounts) { expect_every_byte_counts(1, &store::NewCommit::admission); }

TEST_F(Tampering, EveryByteOfAnEventCounts) {
  for (std::uint64_t number = 1; number <= 4; ++number) {
    std::size_t size = 1;
    for (std::size_t at = 0; at < size; ++at) {
      const std::string found = found_with({.event = [&](store::LogEntry& event) {
        if (event.number != number) return;
        size = event.value.size();
        event.value[at] = static_cast<char>(event.value[at] ^ 0x01);
      }});
      EXPECT_EQ(found, "event " + std::to_string(number)) << "byte " << at;
    }
    EXPECT_GT(size, 100U);
  }
}

// Records that are whole and fit their digests, but are others.
TEST_F(Tampering, AReceiptWithAnotherActorIsFound) {
  const auto receipt_with = [&](const std::function<void(Receipt & receipt)>& change) {
    return found_with(of_cycle(2, [&](store::NewCommit& commit) {
      Receipt receipt = *intake::decode_receipt(*commit.receipt);
      change(receipt);
      commit.receipt = intake::encode_receipt(receipt);
    }));
  };
  EXPECT_TRUE(receipt_with([](Receipt& r) { r.candidates[0].actor = "somebody"; }).starts_with("records of commit "));
  EXPECT_TRUE(receipt_with([](Receipt& r) { r.candidates[1].event.reset(); }).starts_with("records of commit "));
  EXPECT_TRUE(receipt_with([](Receipt& r) { r.candidates[1].blockers = {}; }).starts_with("records of commit "));
  EXPECT_EQ(receipt_with([](Receipt&) {}), "nothing");
}

TEST_F(Tampering, AMissingRecordIsFound) {
  EXPECT_TRUE(found_with(of_cycle(1, [](store::NewCommit& commit) { commit.receipt.reset(); })).starts_with("records"));
  EXPECT_TRUE(
      found_with(of_cycle(1, [](store::NewCommit& commit) { commit.admission.reset(); })).starts_with("records"));
}

TEST_F(Tampering, ANoteThatSaysSomethingElseIsFound) {
  EXPECT_TRUE(
      found_with(of_cycle(1, [](store::NewCommit& commit) { commit.note.actor = "bob"; })).starts_with("records"));
  EXPECT_TRUE(
      found_with(of_cycle(1, [](store::NewCommit& commit) { commit.note.message += "!"; })).starts_with("records"));
  EXPECT_TRUE(
      found_with(of_cycle(1, [](store::NewCommit& commit) { ++commit.note.host_time; })).starts_with("records"));
}

// A log that was written anew from some event on fits in itself, and no longer the commits that knew the old one.
TEST_F(Tampering, AWholeLogThatWasForgedIsFound) {
  for (std::uint64_t first = 1; first <= 3; ++first) {
    Blake3Digest chain;
    const std::string found = found_with({.event = [&](store::LogEntry& event) {
      intake::LoggedEvent logged = *intake::decode_event(event.value);
      if (event.number == first) ++logged.event.host_time;
      chain = intake::event_chain(chain, logged.event);
      event.value = intake::encode_event(logged.event, canonical_json(logged.event.payload), chain);
    }});
    EXPECT_TRUE(found.starts_with("records of commit ")) << first << ": " << found;
  }
}

TEST_F(Tampering, EventsThatAreGoneAreFound) {
  const auto key = (*history_.store().find_context("main"))->key;
  for (std::uint64_t number = 1; number <= 3; ++number) {
    StoredHistory changed(copied(history_.store(), {}));
    store::Removal removal;
    removal.logs.push_back({key, store::Log::Events, number, number});
    ASSERT_TRUE(changed.store().remove(removal));
    const VerifyReport report = changed.verified();
    ASSERT_EQ(report.wrong.size(), 1U);
    EXPECT_EQ(report.wrong.front().object, "event " + std::to_string(number));
  }
}

// A clock that nobody may ask.
class NoClock : public Clock {
 public:
  std::int64_t stamp_after(std::int64_t) override {
    ADD_FAILURE() << "the clock was asked";
    return 0;
  }
};

// DIGEST-19: with the streams gone, the decisions are what they were and the commits come out the same.
TEST_F(Tampering, ReplayReadsTheDecisionsAndNeitherStreamsNorAClock) {
  const Context before = history_.open();
  StoredHistory changed(copied(history_.store(), {}));
  store::Removal removal;
  removal.logs.push_back({(*history_.store().find_context("main"))->key, store::Log::Events, 1, 4});
  ASSERT_TRUE(changed.store().remove(removal));
  ContextOptions options;
  options.clock = std::make_shared<NoClock>();
  const auto replayed = changed.repository().replay("main", "@t0", options);
  ASSERT_TRUE(replayed) << replayed.error().message;
  const Context opened = changed.open();
  for (const char* cycle : {"@c1", "@c2"}) {
    EXPECT_EQ(replayed->snapshot(cycle)->commit_id(), before.snapshot(cycle)->commit_id());
    EXPECT_EQ(admission_of(opened, cycle).value(), admission_of(before, cycle).value());
  }
  EXPECT_EQ(admission_of(opened, "@c1")->decisions.size(), 2U);
}

// Who also forges what binds the records ends with another trail.
TEST_F(Tampering, ForgingEverythingGivesAnotherTrail) {
  const VerifyReport before = history_.verified();
  ASSERT_EQ(before.trails.size(), 1U);
  EXPECT_EQ(before.trails.front().branch, "main");
  std::optional<Blake3Digest> last;
  const VerifyReport after = verified_with({.commit = [&](store::NewCommit& commit) {
    if (commit.cycle == 1) commit.note.actor = "bob";
    const engine::PatchAndExtras both = *engine::split_patch(commit.patch);
    engine::CommitExtras extras = *engine::decode_extras(both.extras);
    extras.trail->digest = engine::trail_digest(*extras.trail, commit.id, commit.note, last);
    last = extras.trail->digest;
    const std::string encoded = engine::encode_extras(extras);
    commit.patch = engine::join_patch({both.patch, encoded, both.checkpoint});
  }});
  EXPECT_TRUE(after.is_sound());
  EXPECT_NE(after.trails.front().digest, before.trails.front().digest);
}

TEST_F(Tampering, TheTrailIsTheSameWhereverTheHistoryLies) {
  const Blake3Digest trail = history_.verified().trails.front().digest;
  EXPECT_EQ(verified_with({}).trails.front().digest, trail);
  StoredHistory other;
  ASSERT_TRUE(other.repository().put_history("main", "main", history_.open()));
  other.expect_sound();
  EXPECT_EQ(other.verified().trails.front().digest, trail);
  EXPECT_EQ(other.verified().events, 4U);
  EXPECT_EQ(other.open().latest()->note().message, history_.open().latest()->note().message);
}

// However a long history is opened, all of its commits are bound when they leave.
TEST_F(Tampering, ALongHistoryLeavesWithItsTrail) {
  history_.grow(150);
  const Blake3Digest trail = history_.verified().trails.front().digest;
  StoredHistory other;
  ASSERT_TRUE(other.repository().put_history("main", "main", history_.open()));
  other.expect_sound();
  EXPECT_EQ(other.verified().trails.front().digest, trail);
  const auto imported = import_bytes(bundle_of(history_.open()));
  ASSERT_TRUE(imported) << imported.error().message;
  EXPECT_EQ(imported->latest()->commit_id(), history_.open().latest()->commit_id());
}

// What a collection leaves is still bound.
TEST_F(Tampering, AReceiptOfACollectedHistoryIsFoundToo) {
  history_.grow(3);
  ASSERT_TRUE(history_.repository().collect({.retention = {.last = 2}}));
  history_.expect_sound();
  const std::uint64_t oldest = 4;
  const std::string found = found_with(of_cycle(oldest, [](store::NewCommit& commit) { commit.receipt->back() ^= 1; }));
  EXPECT_TRUE(found.starts_with("records of commit ")) << found;
}

}  // namespace
}  // namespace latewood::test
