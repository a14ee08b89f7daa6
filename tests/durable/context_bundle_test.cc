// Contexts as files, with every branch and tag (AUD-14).
#include "latewood/context_bundle.h"

#include <gtest/gtest.h>

#include "latewood/bundle.h"
#include "latewood/hash.h"
#include "latewood/settings.h"
#include "support/context_probe.h"
#include "support/store/history.h"

namespace latewood {
namespace {

using test::must;
using test::verdict;

std::string context_bundle_of(Repository& repository, const ContextBundleOptions& options = {}) {
  std::string bytes;
  must(export_context(repository, "main", options, [&bytes](std::string_view piece) -> Result<void> {
    bytes.append(piece);
    return {};
  }));
  return bytes;
}

ByteSource source_of(const std::string& bytes, bool& is_read) {
  is_read = false;
  return [&bytes, &is_read]() -> Result<std::string_view> {
    if (std::exchange(is_read, true)) return std::string_view();
    return std::string_view(bytes);
  };
}

Result<ImportedBundle> import(Repository& repository, const std::string& bytes,
                              const ContextImportOptions& options = {}) {
  bool is_read = false;
  return import_context(repository, source_of(bytes, is_read), options);
}

void fill(Repository& repository) {
  OpenOptions options;
  options.context.clock = make_logical_clock();
  Context context = must(repository.open_context("main", options));
  for (int i = 1; i <= 6; ++i) {
    must(context.insert({.role = "user", .content = "said " + std::to_string(i)}));
    must(context.commit({.actor = "me", .message = "turn " + std::to_string(i)}));
  }
  must(context.insert({.role = "user", .content = std::string(400'000, 'x')}));
  must(context.commit());
  must(repository.create_branch("main", "side", "@t-3"));
  options.branch = "side";
  Context side = must(repository.open_context("main", options));
  must(side.insert({.role = "assistant", .content = "elsewhere"}));
  must(side.commit());
  must(repository.create_tag("main", "early", "@c2"));
  must(repository.switch_branch("main", "side"));
}

// Everything that people can tell two contexts apart by.
std::string face_of(Repository& repository, const std::string& context) {
  std::string face = must(repository.current_branch(context)) + "\n";
  for (const BranchInfo& branch : must(repository.branches(context))) {
    face += branch.name + " " + branch.head.hex() + "\n";
    const Context line = must(repository.load(context, branch.name));
    face += must(must(line.latest()).provider_thread()) + "\n";
  }
  for (const TagInfo& tag : must(repository.tags(context))) face += tag.name + " " + tag.commit.hex() + "\n";
  for (const CommitInfo& commit : must(repository.log_all(context)))
    face += commit.id.hex() + commit.note.message + "\n";
  return face;
}

TEST(ContextBundle, AUD_14_AllBranchesTagsAndTheNameComeBack) {
  Repository repository = test::open_memory();
  fill(repository);
  const std::string bytes = context_bundle_of(repository);
  EXPECT_TRUE(is_bundle(bytes));
  EXPECT_TRUE(is_context_bundle(bytes));
  Repository other = test::open_memory();
  const ImportedBundle imported = must(import(other, bytes));
  EXPECT_EQ(imported.context, "main");
  EXPECT_EQ(imported.branch, "side");
  EXPECT_EQ(imported.branches, 2U);
  EXPECT_EQ(imported.tags, 1U);
  EXPECT_EQ(imported.commits, 8U);
  EXPECT_EQ(face_of(other, "main"), face_of(repository, "main"));
  EXPECT_EQ(context_bundle_of(other), bytes);
  EXPECT_TRUE(must(other.fsck()).empty());
  EXPECT_EQ(verdict(import(other, bytes)), "E_CONFLICT");
  EXPECT_EQ(must(import(other, bytes, {.context = "copy"})).context, "copy");
  EXPECT_EQ(face_of(other, "copy"), face_of(repository, "main"));
  EXPECT_EQ(face_of(other, "main"), face_of(repository, "main"));
}

TEST(ContextBundle, AUD_14_AHistoryThatWasCollectedIsWrittenToo) {
  for (const std::uint64_t keep : {1U, 2U, 3U}) {
    Repository repository = test::open_memory();
    fill(repository);
    must(repository.collect({.retention = {.last = keep}}));
    const std::string bytes = context_bundle_of(repository);
    Repository other = test::open_memory();
    must(import(other, bytes));
    EXPECT_EQ(face_of(other, "main"), face_of(repository, "main"));
    EXPECT_TRUE(must(other.fsck()).empty());
    EXPECT_TRUE(must(other.verify()).is_sound());
    EXPECT_EQ(context_bundle_of(other), bytes);
    Context context = must(other.open_context("main"));
    must(context.insert({.role = "user", .content = "goes on"}));
    must(context.commit());
    EXPECT_TRUE(must(other.verify()).is_sound());
    must(other.collect());
    EXPECT_TRUE(must(other.verify()).is_sound());
    Repository line = test::open_memory();
    must(import(line, context_bundle_of(repository, {.branch = "main"})));
    EXPECT_EQ(must(line.branches("main")).size(), 1U);
    EXPECT_TRUE(must(line.tags("main")).empty());
  }
}

TEST(ContextBundle, AUD_14_DamageAndTruncationAreFoundAndLeaveNothing) {
  Repository repository = test::open_memory();
  fill(repository);
  must(repository.collect({.retention = {.last = 2}}));
  const std::string bytes = context_bundle_of(repository, {.branch = "side"});
  for (std::size_t at = 0; at < bytes.size(); at += 1 + bytes.size() / 200) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x20);
    Repository other = test::open_memory();
    EXPECT_FALSE(import(other, damaged)) << "byte " << at;
    EXPECT_TRUE(must(other.contexts()).empty()) << "byte " << at;
    EXPECT_FALSE(import(other, bytes.substr(0, at))) << "cut at " << at;
    EXPECT_TRUE(must(other.contexts()).empty()) << "cut at " << at;
  }
  bool is_read = false;
  EXPECT_EQ(import_bundle(source_of(bytes, is_read)).error().code, Code::Unsupported);
}

TEST(ContextBundle, AUD_14_PurgedContentStaysAway) {
  Repository repository = test::open_memory();
  fill(repository);
  const Blake3Digest gone = payload_digest(JsonValue("said 2"));
  must(repository.purge("main", gone));
  Repository other = test::open_memory();
  must(import(other, context_bundle_of(repository)));
  EXPECT_EQ(face_of(other, "main"), face_of(repository, "main"));
  EXPECT_EQ(must(other.verify()).purged, std::vector<Blake3Digest>{gone});
}

void set_profile(Repository& repository, const std::string& context, const std::optional<std::string>& profile) {
  must(change_settings(repository, context, [&profile](Settings& settings) { settings.profile = profile; }));
}

TEST(ContextBundle, TheSettingsOfTheContextComeAlong) {
  Repository repository = test::open_memory();
  fill(repository);
  must(change_settings(repository, "main", [](Settings& settings) {
    settings.profile = "anthropic";
    settings.actor = "gardener";
  }));
  const std::string bytes = context_bundle_of(repository);
  EXPECT_TRUE(is_context_bundle(bytes));
  Repository other = test::open_memory();
  must(import(other, bytes));
  EXPECT_EQ(must(load_settings(other, "main")), must(load_settings(repository, "main")));
  EXPECT_EQ(context_bundle_of(other), bytes);
  // A single branch has none, and what was set before stays.
  Repository line = test::open_memory();
  must(import(line, context_bundle_of(repository, {.branch = "main"})));
  EXPECT_EQ(must(load_settings(line, "main")), Settings());
  Repository prepared = test::open_memory();
  must(prepared.create_context("main"));
  set_profile(prepared, "main", "gemini");
  must(import(prepared, bytes));
  EXPECT_EQ(must(load_settings(prepared, "main")).profile, "gemini");
}

TEST(ContextBundle, WithoutSettingsTheBytesAreThoseOfVersionThree) {
  Repository repository = test::open_memory();
  fill(repository);
  const std::string before = context_bundle_of(repository);
  EXPECT_EQ(before[kBundleMagicBytes], '\3');
  set_profile(repository, "main", "anthropic");
  const std::string with_settings = context_bundle_of(repository);
  EXPECT_EQ(with_settings[kBundleMagicBytes], '\4');
  set_profile(repository, "main", std::nullopt);
  EXPECT_EQ(context_bundle_of(repository), before);
  // Version 3 has no such state: a file that says so is damaged.
  std::string damaged = with_settings;
  damaged[kBundleMagicBytes] = '\3';
  Repository other = test::open_memory();
  const auto refused = import(other, damaged);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::Corruption);
  EXPECT_TRUE(must(other.contexts()).empty());
}

TEST(ContextBundle, DamagedSettingsLeaveNothing) {
  Repository repository = test::open_memory();
  fill(repository);
  set_profile(repository, "main", "anthropic");
  const std::string bytes = context_bundle_of(repository);
  const std::size_t at = bytes.find(R"({"profile":"anthropic"})");
  ASSERT_NE(at, std::string::npos);
  for (std::size_t i = at - 20; i < at + 30; ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    Repository other = test::open_memory();
    EXPECT_FALSE(import(other, damaged)) << i;
    EXPECT_TRUE(must(other.contexts()).empty()) << i;
  }
}

}  // namespace
}  // namespace latewood
