// Branches and what was done on them and not committed; what notes may say.
#include <gtest/gtest.h>

#include <string>

#include "support/bundle_bytes.h"
#include "support/stored_history.h"

namespace latewood::test {
namespace {

class Branches : public testing::Test {
 protected:
  bool has_working(const OpenOptions& options, const std::string& id) {
    const auto nodes = history_.open("main", options).working();
    return std::any_of(nodes->begin(), nodes->end(), [&id](const NodeView& node) { return node.id == id; });
  }

  StoredHistory history_;
};

// The first branch gets another name as long as nothing was committed; what was done so far stays with it.
TEST_F(Branches, AnUnbornBranchKeepsItsWorkUnderAnotherName) {
  {
    Context context = history_.open();
    ASSERT_TRUE(context.insert({.id = "a", .role = "user", .content = "first"}));
    PrunePolicy policy;
    policy.keep_turns = 7;
    ASSERT_TRUE(context.set_policy(policy));
    ASSERT_TRUE(context.begin_attempt(request()));
  }
  ASSERT_TRUE(history_.repository().switch_branch("main", "f1"));
  EXPECT_TRUE(has_working(logical(), "a"));
  Context context = history_.open();
  ASSERT_TRUE(context.policy());
  EXPECT_EQ(context.policy()->keep_turns, 7U);
  EXPECT_EQ(context.attempts().size(), 1U);
  ASSERT_TRUE(context.insert({.id = "b", .role = "user", .content = "second"}));
  ASSERT_TRUE(context.commit());
  EXPECT_EQ(history_.repository().branches("main")->front().name, "f1");
  EXPECT_EQ(history_.repository().open_context("main", logical("main")).error().rule, "E_BRANCH_NOT_FOUND");
  history_.expect_sound();
}

TEST_F(Branches, UncommittedEditsAreNotDroppedUnasked) {
  history_.grow(2);
  ASSERT_TRUE(history_.repository().create_branch("main", "try", "@t0"));
  {
    Context context = history_.open("main", logical("try"));
    ASSERT_TRUE(context.insert(says("user", "not committed")));
    ASSERT_TRUE(context.insert(says("user", "nor this")));
  }
  const auto refused = history_.repository().delete_branch("main", "try");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule, "E_CONFLICT");
  EXPECT_EQ(refused.error().message, "branch try has 2 edits that are not committed");
  EXPECT_TRUE(history_.repository().delete_branch("main", "try", Uncommitted::Drop));
  EXPECT_EQ(history_.repository().branches("main")->size(), 1U);
  history_.expect_sound();
}

TEST_F(Branches, EditsThatWereTakenBackHoldNothingUp) {
  history_.grow(2);
  ASSERT_TRUE(history_.repository().create_branch("main", "try", "@t0"));
  {
    Context context = history_.open("main", logical("try"));
    ASSERT_TRUE(context.insert(says("user", "not committed")));
    ASSERT_TRUE(context.reset());
  }
  EXPECT_TRUE(history_.repository().delete_branch("main", "try"));
}

// What a bundle or a journal could not say again is refused where it comes in.
TEST_F(Branches, NotesAreUtf8) {
  Context context = history_.open();
  ASSERT_TRUE(context.insert(says("user", "text")));
  const auto message = context.commit({.message = "a\xff"});
  ASSERT_FALSE(message);
  EXPECT_EQ(message.error().code, Code::InvalidArgument);
  EXPECT_NE(message.error().message.find("message"), std::string::npos) << message.error().message;
  EXPECT_NE(message.error().message.find("byte 1"), std::string::npos) << message.error().message;
  EXPECT_EQ(context.commit({.actor = "\xff"}).error().code, Code::InvalidArgument);
  OpenOptions options = logical();
  options.context.actor = "\xc3\x28";
  EXPECT_EQ(history_.repository().open_context("main", options).error().code, Code::InvalidArgument);
  ASSERT_TRUE(context.commit({.message = "b\xc3\xa4ume"}));
  EXPECT_TRUE(import_bytes(bundle_of(context)));
}

}  // namespace
}  // namespace latewood::test
