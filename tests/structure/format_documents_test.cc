// The form of the documents in docs/format: the nine sections in their order,
// ASCII only, and no test named that does not exist.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support/test_files.h"

namespace latewood::test {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kSections = {
    "## 1. What it is", "## 2. Conventions",           "## 3. Grammar",  "## 4. Fields",     "## 5. Example",
    "## 6. Invariants", "## 7. What a reader rejects", "## 8. Versions", "## 9. Trade-offs",
};

std::vector<fs::path> files_with(const fs::path& folder, const std::string& ending) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().string().ends_with(ending)) files.push_back(entry.path());
  }
  EXPECT_FALSE(files.empty()) << folder;
  return files;
}

std::vector<fs::path> format_documents() { return files_with(source_root() / "docs" / "format", ".md"); }

std::set<std::string> matches_in(const std::string& text, const std::regex& pattern, const std::string& format) {
  std::set<std::string> found;
  for (auto at = std::sregex_iterator(text.begin(), text.end(), pattern); at != std::sregex_iterator(); ++at) {
    found.insert(at->format(format));
  }
  return found;
}

std::set<std::string> tests_that_exist() {
  static const std::regex kTest(R"((?:TEST|TEST_F|TEST_P|RC_GTEST_PROP)\((\w+),\s*(\w+))");
  std::set<std::string> tests;
  for (const char* folder : {"src", "tests"}) {
    for (const fs::path& file : files_with(source_root() / folder, "_test.cc")) {
      tests.merge(matches_in(read_file(file), kTest, "$1.$2"));
    }
  }
  return tests;
}

TEST(FormatDocuments, HaveTheNineSectionsInOrder) {
  for (const fs::path& file : format_documents()) {
    std::vector<std::string> sections;
    std::istringstream lines(read_file(file));
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("## ")) sections.push_back(line);
    }
    EXPECT_EQ(sections, kSections) << file;
  }
}

TEST(FormatDocuments, AreAscii) {
  for (const fs::path& file : format_documents()) {
    for (const char c : read_file(file)) ASSERT_TRUE(c == '\n' || (c >= 0x20 && c < 0x7f)) << file;
  }
}

TEST(FormatDocuments, NameOnlyTestsThatExist) {
  static const std::regex kNamed(R"(`([A-Z]\w+\.[A-Z]\w+)`)");
  const std::set<std::string> tests = tests_that_exist();
  for (const fs::path& file : files_with(source_root() / "docs", ".md")) {
    for (const std::string& name : matches_in(read_file(file), kNamed, "$1")) {
      EXPECT_TRUE(tests.contains(name)) << file << " names " << name;
    }
  }
}

}  // namespace
}  // namespace latewood::test
