// Purged content that crosses a border: imports, bundles, forks and moves carry the digest and never the text that is
// shown in its place.
#include "latewood/exchange.h"
#include "store/suite.h"
#include "support/document/bundle_bytes.h"
#include "support/store/faulty_store.h"
#include "support/store/history.h"
#include "tree/node.h"

namespace latewood::test {
namespace {

constexpr const char* kSecret = "a secret to be erased";

Blake3Digest digest_of_secret() { return {tree::payload_digest("\"" + std::string(kSecret) + "\"").bytes}; }

// Three turns, of which the second says what was purged.
void make_purged(StoredHistory& history) {
  history.grow(1);
  Context context = history.open();
  ASSERT_TRUE(context.insert(says("user", kSecret)));
  ASSERT_TRUE(context.commit());
  ASSERT_TRUE(context.insert(says("user", "after it")));
  ASSERT_TRUE(context.commit());
  const auto purged = history.repository().purge("main", digest_of_secret());
  ASSERT_TRUE(purged) << purged.error().message;
}

void expect_purged_copy(StoredHistory& history, const std::string& name, const Context& original) {
  const Context copy = history.open(name);
  EXPECT_EQ(copy.latest()->commit_id(), original.latest()->commit_id());
  const auto thread = copy.latest()->provider_thread();
  ASSERT_TRUE(thread) << thread.error().message;
  EXPECT_NE(thread->find("[purged]"), std::string::npos);
  EXPECT_EQ(history.verified().purged, std::vector{digest_of_secret()});
  history.expect_sound();
}

TEST_P(StoreSuite, AnImportedDocumentKeepsWhatWasPurged) {
  StoredHistory source;
  make_purged(source);
  const Context original = source.open();
  const auto imported = import_history(*export_history(original), {.context = logical().context});
  ASSERT_TRUE(imported) << imported.error().message;
  StoredHistory target(store_);
  const auto put = target.repository().put_history("copy", "main", *imported);
  ASSERT_TRUE(put) << put.error().message;
  expect_purged_copy(target, "copy", *imported);
}

TEST_P(StoreSuite, AnImportedBundleKeepsWhatWasPurged) {
  StoredHistory source;
  make_purged(source);
  const Context original = source.open();
  const auto imported = import_bytes(bundle_of(original));
  ASSERT_TRUE(imported) << imported.error().message;
  StoredHistory target(store_);
  const auto put = target.repository().put_history("copy", "main", *imported);
  ASSERT_TRUE(put) << put.error().message;
  expect_purged_copy(target, "copy", original);
}

// Nobody else's text may be taken for the one that stands for what is gone.
TEST_P(StoreSuite, TextOfOthersIsNotLostToAnImportedPurge) {
  StoredHistory source;
  make_purged(source);
  StoredHistory target(store_);
  ASSERT_TRUE(target.repository().put_history("copy", "main", source.open()));
  {
    Context other = target.open("other");
    ASSERT_TRUE(other.insert(says("user", kSecret)));
    EXPECT_EQ(other.commit().error().rule, "E_PAYLOAD_PURGED");
  }
  OpenOptions options = logical();
  options.restore_purged = true;
  Context other = target.open("other", options);
  ASSERT_TRUE(other.commit());
  EXPECT_NE(target.open("other").latest()->provider_thread()->find(kSecret), std::string::npos);
  EXPECT_NE(target.open("copy").latest()->provider_thread()->find(kSecret), std::string::npos) << "it is back";
  target.expect_sound();
}

TEST_P(StoreSuite, AHistoryIsForkedIntoAContextWithWhatWasPurged) {
  StoredHistory history(store_);
  make_purged(history);
  const auto loaded = history.repository().load("main", "@t0", logical().context);
  ASSERT_TRUE(loaded) << loaded.error().message;
  const auto put = history.repository().put_history("fork", "main", *loaded);
  ASSERT_TRUE(put) << put.error().message;
  expect_purged_copy(history, "fork", history.open());
}

TEST_P(StoreSuite, ATurnWithPurgedContentCanBeMoved) {
  StoredHistory history(store_);
  make_purged(history);
  Context context = history.open();
  const auto moved = context.move(std::vector<std::string>{"mt:2"}, 1);
  ASSERT_TRUE(moved) << moved.error().message;
  const auto committed = context.commit();
  ASSERT_TRUE(committed) << committed.error().message;
  history.grow(1, "after");
  history.expect_sound();
  EXPECT_NE(history.open().latest()->provider_thread()->find("[purged]"), std::string::npos);
}

TEST_P(StoreSuite, AnImportThatIsRefusedLeavesNoContext) {
  StoredHistory history(store_);
  make_purged(history);
  StoredHistory source;
  source.grow(2);
  {
    Context context = source.open();
    ASSERT_TRUE(context.insert(says("user", kSecret)));
    ASSERT_TRUE(context.commit());
  }
  EXPECT_EQ(history.repository().put_history("copy", "main", source.open()).error().rule, "E_PAYLOAD_PURGED");
  EXPECT_FALSE(store().find_context("copy")->has_value());
  ASSERT_TRUE(history.repository().put_history("copy", "main", source.open(), {.restore_purged = true}));
  EXPECT_EQ(history.open("copy").cycle(), 3U);
  history.expect_sound();
}

// Contents that are uploaded before the commit which says them.
TEST_P(StoreSuite, LargeContentThatWasPurgedIsNotUploadedAgain) {
  StoredHistory history(store_);
  StoredHistory source;
  const std::string large(kChunkBytes + 10, 'x');
  for (StoredHistory* each : {&history, &source}) {
    Context context = each->open();
    ASSERT_TRUE(context.insert(says("user", large)));
    ASSERT_TRUE(context.commit());
  }
  const Blake3Digest digest{tree::payload_digest("\"" + large + "\"").bytes};
  ASSERT_TRUE(history.repository().purge("main", digest));
  const auto watched = std::make_shared<FaultyStore>(store_, 0, Fault::Before);
  watched->before_call = [&](std::uint64_t) { EXPECT_TRUE(store().list_uploads()->empty()); };
  Repository repository(watched);
  EXPECT_EQ(repository.put_history("copy", "main", source.open()).error().rule, "E_PAYLOAD_PURGED");
  Context context = *repository.open_context("main", logical());
  ASSERT_TRUE(context.insert(says("user", large)));
  EXPECT_EQ(context.commit().error().rule, "E_PAYLOAD_PURGED");
  EXPECT_TRUE(store().list_uploads()->empty());
  watched->before_call = nullptr;
  const auto allowed = repository.put_history("copy", "main", source.open(), {.restore_purged = true});
  EXPECT_TRUE(allowed) << allowed.error().message;
}

}  // namespace
}  // namespace latewood::test
