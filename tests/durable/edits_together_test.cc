// Groups of edits: all of them take effect in one write to the store, or none (Context::together).
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "latewood/repository.h"
#include "support/store/faulty_store.h"

namespace latewood::test {
namespace {

class EditsTogether : public testing::Test {
 protected:
  std::shared_ptr<store::Store> inner_ = std::move(*store::open_store("memory:"));
  std::shared_ptr<FaultyStore> store_ = std::make_shared<FaultyStore>(inner_, 0, Fault::Before);
  Repository repository_{store_};

  Context open() {
    OpenOptions options;
    options.context.clock = make_logical_clock();
    auto context = repository_.open_context("main", options);
    EXPECT_TRUE(context) << context.error().message;
    return *std::move(context);
  }

  static Component text(const std::string& id) {
    Component component;
    component.id = id;
    component.role = "user";
    component.content = id;
    return component;
  }

  // Inserts the blocks one after another; the first that is refused ends it.
  static Result<void> insert_all(Context& context, const std::vector<std::string>& ids) {
    for (const std::string& id : ids) {
      if (auto inserted = context.insert(text(id)); !inserted) return inserted.error();
    }
    return {};
  }

  static std::vector<std::string> blocks(const Context& context) {
    const auto found = context.select(".cb", {.working = true});
    EXPECT_TRUE(found);
    return std::get<std::vector<std::string>>(*found);
  }

  using Ids = std::vector<std::string>;
};

TEST_F(EditsTogether, AreOneWriteToTheStore) {
  Context context = open();
  const std::uint64_t before = store_->calls();
  ASSERT_TRUE(context.together([&] { return insert_all(context, {"a", "b", "c"}); }));
  EXPECT_EQ(store_->calls() - before, 1U);
  EXPECT_EQ(blocks(open()), (Ids{"a", "b", "c"}));
}

TEST_F(EditsTogether, WithACommitAreInItsTransaction) {
  Context context = open();
  ASSERT_TRUE(context.insert(text("first")));
  const auto done = context.together([&]() -> Result<void> {
    if (auto inserted = insert_all(context, {"a", "b"}); !inserted) return inserted;
    auto committed = context.commit();
    return committed ? Result<void>() : committed.error();
  });
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(context.cycle(), 1U);
  const Context again = open();
  EXPECT_EQ(again.cycle(), 1U);
  EXPECT_EQ(std::get<Ids>(*again.select("@t0 .cb")), (Ids{"first", "a", "b"}));
  EXPECT_EQ(again.stale_edits(), 0U);
}

TEST_F(EditsTogether, LeaveNothingBehindIfOneIsRefused) {
  Context context = open();
  ASSERT_TRUE(context.insert(text("kept")));
  const auto refused = context.together([&] { return insert_all(context, {"a", "kept"}); });
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule, "E_DUPLICATE_ID");
  EXPECT_EQ(blocks(context), Ids{"kept"});
  EXPECT_EQ(blocks(open()), Ids{"kept"});
  // An id of the refused group is free again.
  EXPECT_TRUE(context.insert(text("a")));
  EXPECT_EQ(blocks(open()), (Ids{"kept", "a"}));
}

TEST_F(EditsTogether, LeaveNothingBehindIfTheStoreFails) {
  Context context = open();
  ASSERT_TRUE(context.insert(text("kept")));
  store_->fail_from_now(1);
  ASSERT_FALSE(context.together([&] { return insert_all(context, {"a", "b"}); }));
  store_->fail_from_now(0);
  EXPECT_EQ(blocks(context), Ids{"kept"});
  ASSERT_TRUE(context.together([&] { return insert_all(context, {"a", "b"}); }));
  EXPECT_EQ(blocks(open()), (Ids{"kept", "a", "b"}));
}

TEST_F(EditsTogether, MeetAnotherWriterWithAConflictAndAreMadeInANewlyOpenedContext) {
  Context context = open();
  Context other = open();
  EXPECT_FALSE(*context.is_behind());
  ASSERT_TRUE(other.insert(text("theirs")));
  EXPECT_TRUE(*context.is_behind());
  EXPECT_FALSE(*other.is_behind());
  const auto refused = context.together([&] { return insert_all(context, {"a"}); });
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule, "E_CONFLICT");
  Context anew = open();
  ASSERT_TRUE(anew.together([&] { return insert_all(anew, {"a"}); }));
  EXPECT_EQ(blocks(open()), (Ids{"theirs", "a"}));
}

TEST_F(EditsTogether, ABranchWhosePolicyOrHeadChangedIsBehind) {
  Context context = open();
  Context other = open();
  ASSERT_TRUE(other.set_policy(PrunePolicy{}));
  EXPECT_TRUE(*context.is_behind());
  EXPECT_FALSE(*other.is_behind());
  Context third = open();
  EXPECT_FALSE(*third.is_behind());
  ASSERT_TRUE(other.commit());
  EXPECT_TRUE(*third.is_behind());
  EXPECT_FALSE(*other.is_behind());
}

TEST_F(EditsTogether, InMemoryAreTakenBackToo) {
  Context context;
  ASSERT_TRUE(context.insert(text("kept")));
  ASSERT_FALSE(context.together([&] { return insert_all(context, {"a", "kept"}); }));
  EXPECT_EQ(blocks(context), Ids{"kept"});
  EXPECT_FALSE(*context.is_behind());
}

}  // namespace
}  // namespace latewood::test
