// What was acknowledged can be read again by the next process; what could not is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "latewood/intake.h"
#include "support/store/history.h"

namespace latewood::test {
namespace {

constexpr std::uint64_t kTooMuch = std::uint64_t{1} << 63;

// As deep as a value may be.
JsonValue deep() {
  JsonValue value("bottom");
  for (int level = 0; level < 512; ++level) value = JsonValue(JsonValue::Array{std::move(value)});
  return value;
}

class ReadBack : public testing::Test {
 protected:
  ReadBack() { history_.grow(1); }

  // An attempt of this cycle, begun in `context`.
  std::uint64_t begun(Context& context) {
    const auto ticket = context.begin_attempt(request());
    EXPECT_TRUE(ticket) << ticket.error().message;
    return ticket ? ticket->attempt_id : 0;
  }

  StoredHistory history_;
};

TEST_F(ReadBack, ContentsAreAsDeepAsTheyMayBe) {
  {
    Context context = history_.open();
    ASSERT_TRUE(append_event(context, {.stream = "mail", .payload = deep()}));
    ASSERT_TRUE(context.insert({.content = deep(), .id = "a", .attributes = {{"data_a", deep()}}}));
    ASSERT_TRUE(context.insert({.content = "shallow", .id = "b"}));
    ASSERT_TRUE(context.replace("b", {.content = deep(), .attributes = {{"data_b", deep()}}}));
    ASSERT_TRUE(propose(context, {.proposer = "p", .edits = {InsertEdit{{.content = deep(), .id = "c"}, 0}}}));
  }
  {
    Context context = history_.open();
    EXPECT_EQ(find_event(context, {"mail", 1})->payload, deep());
    EXPECT_EQ(context.working()->back().content, deep());
    const std::uint64_t attempt = begun(context);
    ASSERT_TRUE(context.end_attempt(attempt, {.reply = {{.role = "assistant", .content = deep(), .id = "d"}}}));
  }
  Context context = history_.open();
  const auto report = context.commit();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(history_.open().working()->back().content, deep());
  history_.expect_sound();
}

TEST_F(ReadBack, OutcomesOfAttemptsThatCouldNotBeReadAreRefused) {
  const JsonValue not_finite(std::numeric_limits<double>::infinity());
  const AttemptOutcome outcomes[] = {
      {.token_in = kTooMuch},
      {.token_out = UINT64_MAX},
      {.status = AttemptStatus::Error, .error = "\xff"},
      {.reply = {{.role = "assistant", .content = not_finite}}},
      {.reply = {{.role = "assistant", .content = JsonValue(JsonValue::Array{deep()})}}},
      {.reply = {{.role = "assistant", .kind = "\xff", .content = "text"}}},
      {.reply = {{.role = "assistant", .content = "text", .attributes = {{"data_a", not_finite}}}}},
  };
  Context context = history_.open();
  const std::uint64_t attempt = begun(context);
  for (const AttemptOutcome& outcome : outcomes) {
    const auto refused = context.end_attempt(attempt, outcome);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::InvalidArgument) << refused.error().message;
  }
  AttemptRequest named = request();
  named.model = "\xff";
  EXPECT_EQ(context.begin_attempt(named).error().code, Code::InvalidArgument);
  EXPECT_TRUE(context.end_attempt(attempt, {.token_in = kTooMuch - 1, .token_out = kTooMuch - 1}));
  EXPECT_EQ(history_.open().attempts().front().token_in, kTooMuch - 1);
}

TEST_F(ReadBack, CausesThatCouldNotBeReadAreRefused) {
  Context context = history_.open();
  for (const EventRef& event : {EventRef{"mail", kTooMuch}, EventRef{"\xff", 1}}) {
    set_cause(context, event);
    EXPECT_EQ(context.insert(says("user", "text")).error().code, Code::InvalidArgument);
    set_cause(context, std::nullopt);
    const std::vector<EditRequest> edits = {InsertEdit{says("user", "text"), 0}};
    EXPECT_EQ(propose(context, {.proposer = "p", .event = event, .edits = edits}).error().code, Code::InvalidArgument);
    EXPECT_EQ(propose(context, {.proposer = "\xff", .edits = edits}).error().code, Code::InvalidArgument);
    EXPECT_EQ(propose(context, {.proposer = "p", .rule = "\xff", .edits = edits}).error().code, Code::InvalidArgument);
    EXPECT_EQ(propose(context, {.proposer = "p", .scope = "\xff", .edits = edits}).error().code, Code::InvalidArgument);
  }
  ASSERT_TRUE(context.insert(says("user", "text")));
  EXPECT_EQ(history_.open().working()->back().content, JsonValue("text"));
}

}  // namespace
}  // namespace latewood::test
