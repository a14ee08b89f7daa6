// What a store keeps with a context for every process: the setting of overlaps (R-08), and whose pins are whose (R-09).
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "engine/record/edit_text.h"
#include "latewood/repository.h"

namespace latewood::test {
namespace {

class StoredSettings : public testing::Test {
 protected:
  std::shared_ptr<store::Store> store_ = *store::open_store("memory:");
  Repository repository_{store_};

  Context opened(bool demotes = false, const std::string& branch = {}, const std::string& actor = {}) {
    OpenOptions options;
    options.branch = branch;
    options.context.clock = make_logical_clock();
    options.context.demote_overlaps = demotes;
    options.context.actor = actor;
    auto context = repository_.open_context("main", options);
    EXPECT_TRUE(context) << context.error().message;
    return *std::move(context);
  }

  // Whether a key that the head has may be inserted into it again.
  static bool demotes(Context& context) {
    EXPECT_TRUE(context.insert({.content = "old", .key = "k"}));
    const bool taken = context.insert({.content = "new", .key = "k"}).has_value();
    EXPECT_TRUE(context.reset());
    return taken;
  }
};

TEST_F(StoredSettings, R_08_EveryProcessObeysTheSettingOfTheContext) {
  Context first = opened();
  EXPECT_TRUE(first.commit());
  EXPECT_FALSE(demotes(first));
  ASSERT_TRUE(first.set_overlaps(Overlaps::Demote));
  EXPECT_TRUE(demotes(first));
  Context second = opened();
  EXPECT_EQ(second.overlaps(), Overlaps::Demote);
  EXPECT_TRUE(demotes(second));
  ASSERT_TRUE(repository_.create_branch("main", "other", "main"));
  Context elsewhere = opened(false, "other");
  EXPECT_TRUE(demotes(elsewhere));
  ASSERT_TRUE(elsewhere.set_overlaps(Overlaps::Refuse));
  Context third = opened(true);
  EXPECT_EQ(third.overlaps(), Overlaps::Refuse);
  EXPECT_FALSE(demotes(third));
}

TEST_F(StoredSettings, R_08_ANewContextKeepsWhatItWasMadeWith) {
  {
    Context first = opened(true);
    EXPECT_TRUE(demotes(first));
  }
  Context second = opened(false);
  EXPECT_TRUE(demotes(second));
}

// R-08: an open context reads the setting when it is opened or rebased, as it reads its policy.
TEST_F(StoredSettings, R_08_AnOpenContextSeesAChangedSettingAfterOpeningOrRebase) {
  Context open = opened();
  EXPECT_TRUE(open.commit());
  Context other = opened();
  ASSERT_TRUE(other.set_overlaps(Overlaps::Demote));
  PrunePolicy policy;
  policy.keep_turns = 7;
  ASSERT_TRUE(other.set_policy(policy));
  EXPECT_EQ(open.overlaps(), Overlaps::Refuse);
  EXPECT_FALSE(open.policy());
  const Context again = opened();
  EXPECT_EQ(again.overlaps(), Overlaps::Demote);
  EXPECT_EQ(again.policy(), policy);
  ASSERT_TRUE(open.rebase());
  EXPECT_EQ(open.overlaps(), Overlaps::Demote);
  EXPECT_EQ(open.policy(), policy);
}

TEST_F(StoredSettings, R_09_PinsOfTheWorkingStateKeepTheirHolders) {
  {
    Context first = opened(false, {}, "ann");
    ASSERT_TRUE(first.insert({.content = "text", .id = "a"}));
    ASSERT_TRUE(first.pin("a"));
    ASSERT_TRUE(first.pin("a", "bob"));
  }
  Context second = opened(false, {}, "bob");
  const std::vector<Pin> both = {{"a", "ann"}, {"a", "bob"}};
  EXPECT_EQ(second.working_pin_holders(), both);
  ASSERT_TRUE(second.commit());
  ASSERT_TRUE(second.unpin("a"));
  Context third = opened();
  EXPECT_EQ(third.working_pin_holders(), (std::vector<Pin>{{"a", "ann"}}));
  EXPECT_EQ(third.latest()->pin_holders(), both);
}

// Journals from before pins had holders mean the empty one, whoever was the actor.
TEST(EditText, R_09_APinWithoutAHolderIsThatOfTheEmptyOne) {
  const auto entry = engine::decode_entry(
      R"({"actor":"ann","demote":false,"edits":[{"id":"a","made":[],"op":"pin"}],"stamps":[],"system":false})");
  ASSERT_TRUE(entry) << entry.error().message;
  EXPECT_EQ(std::get<PinEdit>(entry->call.edits.front().edit), (PinEdit{"a", ""}));
}

}  // namespace
}  // namespace latewood::test
