// AUD-11: every warning reaches the host through one callback.
#include "latewood/warning.h"

#include <gtest/gtest.h>

#include "base/rules.h"
#include "engine/branch/access.h"
#include "latewood/hash.h"
#include "support/context_probe.h"

namespace latewood::test {
namespace {

struct Heard {
  std::vector<Warning> warnings;

  WarningSink sink() {
    return [this](const Warning& warning) { warnings.push_back(warning); };
  }
  ContextOptions options() {
    ContextOptions options;
    options.clock = make_logical_clock();
    options.warn = sink();
    return options;
  }
};

// AUD-11
TEST(Warnings, AUD_11_CodesAreStable) {
  EXPECT_EQ(to_string(WarningCode::HashCollision), "W_HASH_COLLISION");
  EXPECT_EQ(to_string(WarningCode::ContentInvalid), "W_CONTENT_INVALID");
  EXPECT_EQ(to_string(WarningCode::Completed), "W_COMPLETED");
  EXPECT_EQ(to_string(WarningCode::RangeClipped), "W_RANGE_CLIPPED");
  EXPECT_EQ(to_string(WarningCode::ExpiryDeferred), "W_EXPIRY_DEFERRED");
  EXPECT_EQ(to_string(WarningCode::StoreDamaged), "W_STORE_DAMAGED");
}

// AUD-11
TEST(Warnings, AUD_11_ADeferredExpiryNamesItsNode) {
  Heard heard;
  Context context(heard.options());
  must(context.insert({.id = "t", .ttl = 1, .content = JsonValue("short")}));
  must(context.pin("t"));
  must(context.commit());
  EXPECT_TRUE(heard.warnings.empty());
  must(context.commit());
  ASSERT_EQ(heard.warnings.size(), 1U);
  EXPECT_EQ(heard.warnings.front().code, WarningCode::ExpiryDeferred);
  EXPECT_EQ(heard.warnings.front().node, "t");
  EXPECT_NE(heard.warnings.front().message.find("'t'"), std::string::npos);
}

// AUD-11
TEST(Warnings, AUD_11_AClippedRangeIsTold) {
  Heard heard;
  Context context(heard.options());
  must(context.insert({.content = JsonValue("x")}));
  must(context.commit());
  const auto range = must(context.range_diff_latest("@t0..-9 .cb"));
  ASSERT_EQ(heard.warnings.size(), range.warnings.size());
  ASSERT_EQ(heard.warnings.size(), 1U);
  EXPECT_EQ(heard.warnings.front().code, WarningCode::RangeClipped);
  EXPECT_EQ(heard.warnings.front().message, range.warnings.front());
}

// AUD-11
TEST(Warnings, AUD_11_InvalidContentIsTold) {
  Heard heard;
  const auto hash = content_hash_of_json(R"({"content":"\ud800"})", heard.sink());
  ASSERT_TRUE(hash);
  ASSERT_EQ(heard.warnings.size(), 1U);
  EXPECT_EQ(heard.warnings.front().code, WarningCode::ContentInvalid);
  ASSERT_TRUE(content_hash_of_json(R"({"content":"fine"})", heard.sink()));
  EXPECT_EQ(heard.warnings.size(), 1U);
}

// AUD-11, HASH-12. Contents that collide are not known, so a step of the commit reports one.
TEST(Warnings, AUD_11_ACollisionIsToldBesideItsError) {
  Heard heard;
  Context context(heard.options());
  must(context.insert({.content = JsonValue("x")}));
  engine::Access::branch(context).before_step = [](std::string_view) -> Result<void> {
    return broken(kHashCollision, "two contents have one digest", Code::Conflict);
  };
  EXPECT_EQ(verdict(context.commit()), "E_HASH_COLLISION");
  ASSERT_EQ(heard.warnings.size(), 1U);
  EXPECT_EQ(heard.warnings.front().code, WarningCode::HashCollision);
}

// AUD-11: a context without a callback works as before.
TEST(Warnings, AUD_11_WithoutACallbackNothingIsTold) {
  Context context = open_context();
  must(context.insert({.id = "t", .ttl = 1, .content = JsonValue("short")}));
  must(context.pin("t"));
  must(context.commit());
  EXPECT_EQ(must(context.commit()).deferred, std::vector<std::string>{"t"});
}

}  // namespace
}  // namespace latewood::test
