#include "store/retry.h"

#include <gtest/gtest.h>

#include <string>

namespace latewood::store {
namespace {

// Fails with a conflict that names the try, until the try of that number.
struct FailingWrite {
  Result<int> operator()() {
    ++tries;
    if (tries >= succeeds_at) return tries;
    return broken(kConflict, "try " + std::to_string(tries), Code::Conflict);
  }
  int succeeds_at = 0;
  int tries = 0;
};

TEST(RetryOnConflict, GivesTheFirstSuccess) {
  const auto done = retry_on_conflict(FailingWrite{.succeeds_at = 3}, is_refused_write);
  ASSERT_TRUE(done);
  EXPECT_EQ(*done, 3);
}

TEST(RetryOnConflict, GivesTheErrorOfTheLastTry) {
  int asked = 0;
  const auto done = retry_on_conflict(FailingWrite{.succeeds_at = kMostTries + 1}, [&asked](const Error&) {
    ++asked;
    return true;
  });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "try " + std::to_string(kMostTries));
  EXPECT_EQ(asked, kMostTries - 1) << "the reason is not asked for when no try is left";
}

TEST(RetryOnConflict, GivesAnErrorForAnotherReasonAtOnce) {
  const auto done = retry_on_conflict(FailingWrite{.succeeds_at = 3},
                                      [](const Error& error) { return error.rule == kPayloadAbsent; });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "try 1");
}

TEST(RetryOnConflict, GivesTheErrorThatKeepsItFromTryingAgain) {
  const auto done = retry_on_conflict(FailingWrite{.succeeds_at = 3}, [](const Error&) -> Result<bool> {
    return Error{Code::Unavailable, "out of reach", {}, {}};
  });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "out of reach");
}

}  // namespace
}  // namespace latewood::store
