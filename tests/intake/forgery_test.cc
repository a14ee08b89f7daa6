// Records that were forged together with their checksums: only what they say gives them away.
#include <gtest/gtest.h>

#include <functional>
#include <memory>

#include "intake/event_text.h"
#include "intake/receipt_bytes.h"
#include "latewood/intake.h"
#include "latewood/repository.h"

namespace latewood {
namespace {

class Forgery : public testing::Test {
 protected:
  std::shared_ptr<store::Store> store_ = *store::open_store("memory:");
  Repository repository_{store_};

  void SetUp() override {
    Context context = opened();
    ASSERT_TRUE(append_event(context, {.stream = "mail", .payload = JsonValue("one")}).has_value());
    ASSERT_TRUE(admit(context, "main").has_value());
    set_cause(context, EventRef{"mail", 1});
    ASSERT_TRUE(context.insert({.content = JsonValue("one"), .id = "note"}).has_value());
    ASSERT_TRUE(context.commit().has_value());
    ASSERT_TRUE(check_receipt(context, "@t0").has_value());
    ASSERT_TRUE(check_admission(context, "@t0").has_value());
  }

  Context opened() {
    OpenOptions options;
    options.context.clock = make_logical_clock();
    return *repository_.open_context("main", options);
  }
  store::ContextKey key() { return (*store_->find_context("main"))->key; }

  // Puts other records in the place of the commit's own.
  void forge(const std::function<void(store::NewCommit& commit)>& change) {
    const store::StoredCommit commit = *opened_commit();
    store::NewCommit again{
        commit.id, commit.cycle, commit.header, commit.note, (*store_->find_patch(commit))->bytes, {}, {}, {}};
    again.receipt = **store_->find_receipt(commit);
    again.admission = **store_->find_admission(commit);
    store::Removal removal;
    removal.receipts.push_back(commit.sequence);
    removal.admissions.push_back(commit.sequence);
    ASSERT_TRUE(store_->remove(removal).has_value());
    change(again);
    store::WriteBatch batch;
    batch.context = key();
    batch.commits.push_back(std::move(again));
    ASSERT_TRUE(store_->write(batch).has_value());
  }
  std::optional<store::StoredCommit> opened_commit() {
    return *store_->find_commit(key(), opened().latest()->commit_id());
  }

  void expect_lie(const Result<void>& checked) {
    ASSERT_FALSE(checked.has_value());
    EXPECT_EQ(checked.error().code, Code::Corruption);
  }
};

TEST_F(Forgery, ARuleThatWasNotTheRule) {
  forge([](store::NewCommit& commit) {
    Receipt receipt = *intake::decode_receipt(*commit.receipt);
    receipt.candidates[0].rule = "move";
    commit.receipt = intake::encode_receipt(receipt);
  });
  expect_lie(check_receipt(opened(), "@t0"));
  const auto verified = repository_.verify();
  ASSERT_TRUE(verified.has_value());
  ASSERT_EQ(verified->wrong.size(), 1U);
  EXPECT_NE(verified->wrong[0].message.find("its receipt was changed"), std::string::npos);
}

TEST_F(Forgery, AHeaderThatTheCommitDoesNotHave) {
  forge([](store::NewCommit& commit) {
    Receipt receipt = *intake::decode_receipt(*commit.receipt);
    receipt.candidates[0].rewrites[0].header.back() ^= 1;
    commit.receipt = intake::encode_receipt(receipt);
  });
  expect_lie(check_receipt(opened(), "@t0"));
}

TEST_F(Forgery, AReceiptThatIsNone) {
  forge([](store::NewCommit& commit) { commit.receipt = "nothing to see here"; });
  expect_lie(check_receipt(opened(), "@t0"));
}

TEST_F(Forgery, ADecisionOfAnotherTick) {
  forge([](store::NewCommit& commit) {
    const std::string was = "\"admit_at_tick\":1";
    commit.admission->replace(commit.admission->find(was), was.size(), "\"admit_at_tick\":2");
  });
  expect_lie(check_admission(opened(), "@t0"));
}

TEST_F(Forgery, AnEventWithAnotherPayload) {
  auto [forged, payload] = *intake::draft_event({.stream = "mail", .payload = JsonValue("two")});
  forged.ref.seq = 1;
  store::WriteBatch batch;
  batch.context = key();
  const std::string text = intake::encode_event(forged, payload, intake::event_chain({}, forged));
  const std::string old = store_->list_log(key(), store::Log::Events, 0, 1)->front().value;
  batch.logs.push_back({store::Log::Events, {1, text}, old});
  ASSERT_TRUE(store_->write(batch).has_value());
  expect_lie(check_admission(opened(), "@t0"));
}

}  // namespace
}  // namespace latewood
