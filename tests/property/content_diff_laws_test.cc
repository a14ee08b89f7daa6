// Laws of content diffs on generated contents: what a diff says is what happened.
// `patch` and Python are asked as readers that do not know this library.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "diff/content_diff.h"
#include "support/apply_content_diff.h"
#include "support/apply_unified_diff.h"
#include "support/law.h"
#include "support/random/content.h"
#include "support/test_files.h"

namespace latewood::diff {
namespace {

using test::Random;

struct ContentPair {
  std::string older;  // canonical JSON
  std::string newer;
};

ContentPair text_pair(Random& random) {
  const std::string older = test::random_text(random);
  const std::string newer = random.chance(80) ? test::edited_text(random, older) : test::random_text(random);
  return {canonical_json(JsonValue(older)), canonical_json(JsonValue(newer))};
}

ContentPair value_pair(Random& random) {
  const JsonValue older = test::random_json(random, 4);
  const JsonValue newer = random.chance(80) ? test::edited_json(random, older) : test::random_json(random, 4);
  return {canonical_json(older), canonical_json(newer)};
}

ContentPair contents(Random& random) { return random.chance(60) ? text_pair(random) : value_pair(random); }

std::string plain_text_of(const std::string& json) {
  const JsonValue value = parse_json(json).value();
  return value.as_string() != nullptr ? *value.as_string() : json;
}

ContentDiff diff_of(const ContentPair& pair, ContentMode mode, std::int64_t context_lines = 3) {
  return content_diff("cb:1", {pair.newer, "@t0"}, {pair.older, "@t-1"}, {mode, context_lines});
}

std::string diff_json(const ContentDiff& diff) {
  std::string json;
  append_content_diff(json, diff);
  return json;
}

constexpr ContentMode kAllModes[] = {ContentMode::Unified, ContentMode::JsonPatch, ContentMode::Tokens};

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "latewood-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void write(const std::string& name, std::string_view bytes) const {
    std::ofstream(path_ / name, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }

 private:
  std::filesystem::path path_;
};

// RANGE-28, RANGE-34
TEST(ContentDiffLaws, AUnifiedDiffTurnsTheOlderTextIntoTheNewer) {
  test::expect_law("a unified diff applies", [](Random& random) {
    const ContentPair pair = contents(random);
    for (const std::int64_t context : {0, 1, 3, 1000000}) {
      const ContentDiff diff = diff_of(pair, ContentMode::Unified, context);
      RC_ASSERT(test::apply_unified(plain_text_of(pair.older), std::get<std::string>(diff.body)) ==
                plain_text_of(pair.newer));
    }
  });
}

// RANGE-28
TEST(ContentDiffLaws, APatchTurnsTheOlderValueIntoTheNewer) {
  test::expect_law("a JSON patch applies", [](Random& random) {
    const ContentPair pair = contents(random);
    const ContentDiff diff = diff_of(pair, ContentMode::JsonPatch);
    const auto patched =
        test::apply_json_patch(parse_json(pair.older).value(), std::get<std::vector<PatchOp>>(diff.body));
    RC_ASSERT(patched.has_value());
    RC_ASSERT(canonical_json(*patched) == pair.newer);
  });
}

// RANGE-28
TEST(ContentDiffLaws, HunksTurnTheOlderTextIntoTheNewer) {
  test::expect_law("token hunks apply", [](Random& random) {
    const ContentPair pair = contents(random);
    const ContentDiff diff = diff_of(pair, ContentMode::Tokens);
    const auto& hunks = std::get<std::vector<TokenHunk>>(diff.body);
    RC_ASSERT(test::apply_tokens(plain_text_of(pair.older), hunks) == plain_text_of(pair.newer));
    for (std::size_t i = 1; i < hunks.size(); ++i) RC_ASSERT(hunks[i].index() != hunks[i - 1].index());
  });
}

// RANGE-27
TEST(ContentDiffLaws, TheBodyIsEmptyExactlyIfTheSummarySaysIdentical) {
  test::expect_law("identical means an empty body", [](Random& random) {
    ContentPair pair = contents(random);
    if (random.chance(30)) pair.newer = pair.older;
    for (const ContentMode mode : kAllModes) {
      const ContentDiff diff = diff_of(pair, mode);
      RC_ASSERT(diff.identical == std::visit([](const auto& body) { return body.empty(); }, diff.body));
      if (pair.newer == pair.older) RC_ASSERT(diff.identical);
      RC_ASSERT(diff.bytes_newer == plain_text_of(pair.newer).size());
      RC_ASSERT(diff.bytes_older == plain_text_of(pair.older).size());
    }
  });
}

// RANGE-31
TEST(ContentDiffLaws, TheSameContentsGiveTheSameBytes) {
  test::expect_law("the same bytes", [](Random& random) {
    const ContentPair pair = contents(random);
    for (const ContentMode mode : kAllModes) {
      const std::string json = diff_json(diff_of(pair, mode));
      RC_ASSERT(json == diff_json(diff_of(pair, mode)));
      RC_ASSERT(std::all_of(json.begin(), json.end(), [](char c) { return c >= 0x20 && c < 0x7f; }));
      RC_ASSERT(parse_json(json).has_value());
    }
  });
}

constexpr std::uint64_t kSeed = 20260401;

// Cases are folders of files; one shell runs `patch` on them all and names those that
// it could not turn into `newer`.
TEST(ContentDiffLaws, GnuPatchAppliesUnifiedDiffs) {
  std::cout << "seed " << kSeed << '\n';
  Random random(kSeed);
  const TemporaryFolder folder;
  for (int i = 0; i < 300; ++i) {
    const ContentPair pair = contents(random);
    const ContentDiff diff = diff_of(pair, ContentMode::Unified, static_cast<std::int64_t>(random.below(5)));
    if (diff.identical) continue;
    const std::string name = std::to_string(i);
    folder.write(name + ".older", plain_text_of(pair.older));
    folder.write(name + ".newer", plain_text_of(pair.newer));
    folder.write(name + ".diff", std::get<std::string>(diff.body));
  }
  const std::string script = "cd '" + folder.path().string() +
                             "' && for diff in *.diff; do case=${diff%.diff};"
                             " patch -s -F 0 -o $case.out $case.older $diff >>log 2>&1 && cmp -s $case.out $case.newer "
                             "|| echo $case; done >failed";
  ASSERT_EQ(std::system(script.c_str()), 0);
  EXPECT_EQ(test::read_file(folder.path() / "failed"), "") << test::read_file(folder.path() / "log");
}

// Python applies what the library prints, and prints the value it gets.
TEST(ContentDiffLaws, PythonAppliesPatchesAndHunks) {
  std::cout << "seed " << kSeed << '\n';
  Random random(kSeed);
  const TemporaryFolder folder;
  std::string input;
  std::string expected;
  for (int i = 0; i < 3000; ++i) {
    const ContentPair pair = contents(random);
    for (const ContentMode mode : {ContentMode::JsonPatch, ContentMode::Tokens}) {
      input += "[" + pair.older + "," + diff_json(diff_of(pair, mode)) + "]\n";
      expected +=
          (mode == ContentMode::Tokens ? canonical_json(JsonValue(plain_text_of(pair.newer))) : pair.newer) + "\n";
    }
  }
  folder.write("input", input);
  const std::string script = (test::source_root() / "tests/property/apply_content_diff.py").string();
  const std::string path = folder.path().string();
  ASSERT_EQ(std::system(("python3 '" + script + "' < '" + path + "/input' > '" + path + "/output'").c_str()), 0);
  EXPECT_TRUE(test::read_file(folder.path() / "output") == expected);
}

}  // namespace
}  // namespace latewood::diff
