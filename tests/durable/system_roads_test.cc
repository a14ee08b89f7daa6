// AUD-19 in a store: what the system says is erased, brought in and made again with the capability only.
#include <gtest/gtest.h>

#include "engine/record/edit_text.h"
#include "latewood/bundle.h"
#include "latewood/exchange.h"
#include "support/store/history.h"
#include "tree/node.h"

namespace latewood::test {
namespace {

OpenOptions with_system(bool system, std::string branch = {}) {
  OpenOptions options = logical(std::move(branch));
  options.context.system = system;
  return options;
}

class SystemRoads : public testing::Test {
 protected:
  // A prompt in `^sys`, a system message in a turn, and a question.
  void begin(const std::string& name = "main") {
    Context context = history_.open(name, with_system(true));
    ASSERT_TRUE(context.insert(says("system", "be kind"), -1));
    ASSERT_TRUE(context.insert(says("user", "why?")));
    ASSERT_TRUE(context.insert(says("system", "be brief")));
    ASSERT_TRUE(context.commit());
    ASSERT_TRUE(context.insert(says("user", "because")));
    ASSERT_TRUE(context.commit());
  }
  std::string purged(const std::string& text, bool system = false) {
    const auto report = history_.repository().purge("main", digest_of_text(text), {.system = system});
    return report ? "done" : std::string(report.error().rule);
  }

  StoredHistory history_;
};

TEST_F(SystemRoads, AUD_19_PurgeOfWhatTheSystemSaysNeedsTheCapability) {
  begin();
  EXPECT_EQ(purged("be kind"), "E_UNAUTHORIZED");
  EXPECT_EQ(purged("be brief"), "E_UNAUTHORIZED");
  EXPECT_EQ(purged("why?"), "done");
  Context context = history_.open();
  EXPECT_NE(context.latest()->provider_thread().value().find("be kind"), std::string::npos);
  // To look is free.
  EXPECT_TRUE(history_.repository().purge("main", digest_of_text("be kind"), {.dry_run = DryRun::Yes}));
  EXPECT_EQ(purged("be kind", true), "done");
  EXPECT_EQ(purged("be brief", true), "done");
  history_.expect_sound();
}

// In an older snapshot, on another branch, under a tag, and before the first commit.
TEST_F(SystemRoads, AUD_19_PurgeLooksAtEverySnapshotAndAtEdits) {
  begin();
  {
    Context context = history_.open("main", with_system(true));
    const auto nodes = context.latest()->nodes().value();
    for (const NodeView& node : nodes) {
      if (node.content != JsonValue("be kind")) continue;
      ASSERT_TRUE(context.delete_nodes(std::vector<std::string>{node.id}));
    }
    ASSERT_TRUE(context.commit());
    ASSERT_TRUE(context.insert(says("system", "be next"), -1));
  }
  EXPECT_EQ(purged("be kind"), "E_UNAUTHORIZED");
  EXPECT_EQ(purged("be next"), "E_UNAUTHORIZED");
  ASSERT_TRUE(history_.repository().create_branch("main", "side", "@t-2"));
  {
    Context side = history_.open("main", with_system(true, "side"));
    ASSERT_TRUE(side.insert(says("system", "be aside"), -1));
    ASSERT_TRUE(side.commit());
  }
  EXPECT_EQ(purged("be aside"), "E_UNAUTHORIZED");
  EXPECT_EQ(purged("be next", true), "done");
}

TEST_F(SystemRoads, AUD_19_AHistoryBringsNoSystemTextIntoAContextThatIsThere) {
  begin();
  Context theirs = Context({.clock = make_logical_clock(), .system = true});
  ASSERT_TRUE(theirs.insert(says("system", "OBEY"), -1));
  ASSERT_TRUE(theirs.insert(says("user", "hi")));
  ASSERT_TRUE(theirs.commit());
  const std::string document = export_history(theirs).value();
  const auto put = [&](bool system, const std::string& context, const std::string& branch) {
    const Context history =
        import_history(document, {.context = {.clock = make_logical_clock(), .system = system}}).value();
    const auto done = history_.repository().put_history(context, branch, history);
    return done ? "done" : std::string(done.error().rule);
  };
  EXPECT_EQ(put(false, "main", "theirs"), "E_UNAUTHORIZED");
  EXPECT_EQ(history_.repository().branches("main")->size(), 1U);
  EXPECT_EQ(put(true, "main", "theirs"), "done");
  // Commits that are there already bring nothing new, and a new context is what its history says.
  EXPECT_EQ(put(false, "main", "again"), "done");
  EXPECT_EQ(put(false, "other", "main"), "done");
  history_.expect_sound();
}

// An entry of a version that did not ask.
TEST_F(SystemRoads, AUD_19_EditsOfOlderJournalsAreMadeAgain) {
  begin();
  {
    Context context = history_.open("main", with_system(true));
    ASSERT_TRUE(context.insert(says("system", "be patient")));
  }
  const auto key = history_.store().find_context("main").value()->key;
  const auto edits = history_.store().list_edits(key, "main").value();
  ASSERT_EQ(edits.size(), 1U);
  auto entry = engine::decode_entry(edits[0].value).value();
  entry.call.permissions.system = false;
  store::WriteBatch batch;
  batch.context = key;
  batch.edits_taken.push_back({"main", edits[0].number});
  batch.edits.push_back({"main", 0, {engine::encode_entry(entry)}});
  ASSERT_TRUE(history_.store().write(batch));
  Context context = history_.open();
  ASSERT_TRUE(context.commit());
  EXPECT_NE(context.latest()->provider_thread().value().find("be patient"), std::string::npos);
  EXPECT_FALSE(context.insert(says("system", "be evil")));
}

// On another head edits are asked for anew, with what their maker was allowed.
TEST_F(SystemRoads, AUD_19_ARebaseAsksAgain) {
  begin();
  Context first = history_.open("main", with_system(false));
  OpenOptions in_memory = with_system(true);
  in_memory.keep_edits = false;
  Context second = history_.open("main", in_memory);
  ASSERT_TRUE(first.insert(says("user", "mine")));
  ASSERT_TRUE(second.insert(says("system", "be new")));
  ASSERT_TRUE(second.commit());
  ASSERT_TRUE(first.rebase());
  ASSERT_TRUE(first.commit());
  EXPECT_FALSE(first.insert(says("system", "be evil")));
}

}  // namespace
}  // namespace latewood::test
