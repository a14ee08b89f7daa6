// AUD-07: when attempts began and ended, in a store.
#include <gtest/gtest.h>

#include "support/context_probe.h"
#include "support/store/history.h"

namespace latewood::test {
namespace {

// AUD-07: attempts of a store keep their times, and one that was recorded without is read.
TEST(AttemptTimes, AUD_07_TimesAreOnRecord) {
  StoredHistory history;
  history.grow(1);
  std::optional<std::int64_t> started;
  {
    Context context = history.open();
    const auto ticket = must(context.begin_attempt(request()));
    started = context.attempts().back().started_at;
    ASSERT_TRUE(started);
    ASSERT_TRUE(context.end_attempt(ticket.attempt_id, {.status = AttemptStatus::Error}));
  }
  const Attempt attempt = history.open().attempts().back();
  EXPECT_EQ(attempt.started_at, started);
  ASSERT_TRUE(attempt.ended_at);
  EXPECT_GT(*attempt.ended_at, *attempt.started_at);
}

// AUD-07
TEST(AttemptTimes, AUD_07_AnAttemptWithoutTimesIsRead) {
  StoredHistory history;
  history.grow(1);
  const std::string zeros(64, '0');
  store::WriteBatch batch;
  batch.context = history.store().find_context("main")->value().key;
  batch.logs.push_back(
      {store::Log::Attempts,
       {1, R"({"attempt_id":1,"branch":"main","bytes_digest":")" + zeros +
               R"(","cycle_id":2,"ended_at":0,"model":"m","params":"","provider":"p","reply":[],"started_at":0,)"
               R"("status":"error","token_in":0,"token_out":0,"view":"effective"})"}});
  ASSERT_TRUE(history.store().write(batch));
  const Attempt attempt = history.open().attempts().back();
  EXPECT_FALSE(attempt.started_at);
  EXPECT_FALSE(attempt.ended_at);
  history.expect_sound();
}

}  // namespace
}  // namespace latewood::test
