// Documents for readers: plain text, and nothing named in them that is not there.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "support/test_files.h"

namespace latewood::test {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> documents() {
  std::vector<fs::path> files = {source_root() / "README.md", source_root() / "CONTRIBUTING.md"};
  for (const char* folder : {"docs", "bench", "tests"}) {
    for (const auto& entry : fs::recursive_directory_iterator(source_root() / folder)) {
      if (entry.path().extension() == ".md") files.push_back(entry.path());
    }
  }
  EXPECT_GT(files.size(), 10U);
  return files;
}

// What the first group of `pattern` matches in `text`.
std::set<std::string> found_in(const std::string& text, const char* pattern) {
  const std::regex regex(pattern);
  std::set<std::string> found;
  for (auto at = std::sregex_iterator(text.begin(), text.end(), regex); at != std::sregex_iterator(); ++at) {
    found.insert((*at)[1]);
  }
  return found;
}

TEST(Documents, AreAscii) {
  for (const fs::path& file : documents()) {
    for (const char c : read_file(file)) ASSERT_TRUE(c == '\n' || (c >= 0x20 && c < 0x7f)) << file;
  }
}

TEST(Documents, LinkOnlyToFilesThatExist) {
  for (const fs::path& file : documents()) {
    for (const std::string& target : found_in(read_file(file), R"(\]\(([^)#:]+)\))")) {
      EXPECT_TRUE(fs::exists(file.parent_path() / target)) << file << " links to " << target;
    }
  }
}

TEST(Documents, NameOnlyCommandsThatExist) {
  const auto targets = found_in("\n" + read_file(source_root() / "Makefile"), R"(\n([a-z-]+):)");
  for (const fs::path& file : documents()) {
    for (const std::string& name : found_in(read_file(file), R"((?:`|\n    )make ([a-z-]+))")) {
      EXPECT_TRUE(targets.contains(name)) << file << " names make " << name;
    }
  }
}

// SEAL-14: what summaries and corrections mean for a request is not sold as the specification's.
TEST(Documents, SayThatTheEffectiveViewIsNoPartOfTheSpecification) {
  const std::string text = read_file(source_root() / "docs/profiles.md");
  const std::size_t views = text.find("\n## Views\n");
  ASSERT_NE(views, std::string::npos);
  const std::string section = text.substr(views, text.find("\n## ", views + 1) - views);
  EXPECT_NE(section.find("no part of PACT conformance"), std::string::npos);
}

TEST(Documents, TheReadmeListsEveryCommand) {
  const std::string makefile = read_file(source_root() / "Makefile");
  const std::string readme = read_file(source_root() / "README.md");
  for (const std::string& target : found_in("\n" + makefile, R"(\n([a-z-]+):[^\n]*##)")) {
    EXPECT_NE(readme.find("`make " + target + "`"), std::string::npos) << target;
  }
}

}  // namespace
}  // namespace latewood::test
