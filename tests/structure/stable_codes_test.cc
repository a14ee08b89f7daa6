// Every stable code is declared in latewood/errors.h, described in docs/errors.md, and spelled nowhere else.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "latewood/errors.h"
#include "structure/source_files.h"

namespace latewood::test {
namespace {

const std::string kHeader = "include/latewood/errors.h";

std::set<std::string> all_names() {
  std::set<std::string> names;
  for (const StableCode& code : stable_codes()) names.emplace(code.name);
  return names;
}

std::string text_of(const SourceFile& file) {
  std::string text;
  for (const std::string& line : file.lines) text.append(line).push_back('\n');
  return text;
}

// The first group of each match.
std::vector<std::string> found_in(const std::string& text, const std::regex& pattern) {
  std::vector<std::string> found;
  for (auto at = std::sregex_iterator(text.begin(), text.end(), pattern); at != std::sregex_iterator(); ++at) {
    found.push_back((*at)[1]);
  }
  return found;
}

TEST(StableCodes, OfTheHeaderAreAllListed) {
  const std::regex declaration(R"re(constexpr StableCode k[A-Za-z]+ = \{\s*"([A-Za-z_]+)")re");
  const std::vector<std::string> declared = found_in(read_file(source_root() / kHeader), declaration);
  const std::set<std::string> names(declared.begin(), declared.end());
  EXPECT_EQ(names.size(), declared.size()) << "a name is declared twice";
  EXPECT_EQ(names, all_names());
}

TEST(StableCodes, HaveOneLineOfMeaningAndOneOfAction) {
  for (const StableCode& code : stable_codes()) {
    for (const std::string_view line : {code.meaning, code.action}) {
      EXPECT_FALSE(line.empty()) << code.name;
      EXPECT_EQ(line.find('\n'), std::string_view::npos) << code.name;
      EXPECT_EQ(line.find('|'), std::string_view::npos) << code.name << ": a bar ends a column of the document";
    }
  }
}

// A second spelling in a source is how a code gets lost. The table of operations lists codes as data.
TEST(StableCodes, AreSpelledInTheHeaderAlone) {
  const std::regex literal(R"re("([EW]_[A-Z_]+)")re");
  for (const SourceFile& file : source_files({"include", "src", "cli", "web", "server", "examples"})) {
    if (file.path == kHeader || file.is_test() || file.path.starts_with("src/operations/")) continue;
    for (const std::string& name : found_in(text_of(file), literal)) ADD_FAILURE() << file.path << " spells " << name;
  }
}

TEST(StableCodes, AreEachUsedByTheLibraryOrTheCommandLine) {
  std::string sources;
  for (const SourceFile& file : source_files({"src", "cli", "web", "server"})) {
    if (!file.is_test() && file.path != "src/base/errors.cc") sources += text_of(file);
  }
  const std::regex constant(R"re(constexpr StableCode (k[A-Za-z]+) = )re");
  for (const std::string& name : found_in(read_file(source_root() / kHeader), constant)) {
    EXPECT_TRUE(std::regex_search(sources, std::regex("\\b" + name + "\\b"))) << name << " is never used";
  }
}

// Whatever looks like a code in a document, a comment or a help text is one.
TEST(StableCodes, ThatTextsNameExist) {
  const std::set<std::string> names = all_names();
  const std::regex code(R"re(\b([EW]_[A-Z][A-Z_]+)\b)re");
  std::map<std::string, std::string> texts;
  for (const SourceFile& file : source_files({"include", "src", "cli", "web", "server", "examples"})) {
    if (!file.is_test()) texts[file.path] = text_of(file);
  }
  texts["README.md"] = read_file(source_root() / "README.md");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source_root() / "docs")) {
    if (entry.path().extension() == ".md") texts[entry.path().generic_string()] = read_file(entry.path());
  }
  for (const auto& [path, text] : texts) {
    for (const std::string& name : found_in(text, code)) EXPECT_TRUE(names.contains(name)) << path << " names " << name;
  }
}

TEST(StableCodes, HaveEachARowInTheDocument) {
  const std::string page = read_file(source_root() / "docs/errors.md");
  const std::vector<std::string> rows = found_in(page, std::regex(R"re(\n\| `([A-Za-z_]+)` \|)re"));
  EXPECT_EQ(std::set<std::string>(rows.begin(), rows.end()), all_names());
  for (const StableCode& code : stable_codes()) {
    const std::string row =
        "| `" + std::string(code.name) + "` | " + std::string(code.meaning) + " | " + std::string(code.action) + " |";
    EXPECT_NE(page.find(row), std::string::npos) << "docs/errors.md lacks the row\n" << row;
  }
}

}  // namespace
}  // namespace latewood::test
