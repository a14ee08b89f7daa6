// Documents for readers: plain text, and nothing named in them that is not there.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support/test_files.h"

namespace latewood::test {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> documents() {
  std::vector<fs::path> files;
  for (const char* page : {"README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"}) {
    files.push_back(source_root() / page);
  }
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

// A source in a code span with its folder, such as `parts/piece.h`: some path of a source ends with it.
TEST(Documents, NameOnlySourcesThatExist) {
  std::set<std::string> paths;
  for (const char* folder :
       {"src", "include", "cli", "web", "server", "python", "node", "tests", "bench", "fuzz", "examples"}) {
    for (const auto& entry : fs::recursive_directory_iterator(source_root() / folder)) {
      paths.insert("/" + fs::relative(entry.path(), source_root()).generic_string());
    }
  }
  for (const fs::path& file : documents()) {
    for (const std::string& name : found_in(read_file(file), R"(`([a-z_0-9/]+/[a-z_0-9]+\.(?:cc|h))`)")) {
      const bool exists = std::any_of(paths.begin(), paths.end(),
                                      [&name](const std::string& path) { return path.ends_with("/" + name); });
      EXPECT_TRUE(exists) << file << " names " << name;
    }
  }
}

bool matches(const std::string& text, const char* pattern) {
  return std::regex_search(text, std::regex(pattern, std::regex::icase));
}

// Parts of a text between empty lines, each as one line. Comment marks of C++ are white space.
std::vector<std::string> paragraphs_of(const std::string& text) {
  std::vector<std::string> paragraphs(1);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::string words = std::regex_replace(line, std::regex(R"(^[\s/*|-]+)"), "");
    if (words.empty()) {
      paragraphs.emplace_back();
    } else {
      paragraphs.back() += words + " ";
    }
  }
  return paragraphs;
}

// Paragraphs that say of markers and summaries that they take effect, and name the specification or conformance with
// it, but do not say that the one is no part of the other.
std::vector<std::string> claims_of_precedence(const std::string& text) {
  constexpr const char* kEffect =
      "effective view|stands? for what|takes? precedence|hides|in place of the original|"
      "(redact|replace|correct|summar)[a-z]* (override|overrides|win|wins|count|counts|apply|applies|take|takes)\\b";
  constexpr const char* kSource = "\\bPACT\\b|conforman|conforming|\\bspecification\\b";
  constexpr const char* kDenial = "no part of|not part of|is not PACT|nothing of PACT|no precedence|own reading";
  std::vector<std::string> claims;
  for (const std::string& paragraph : paragraphs_of(text)) {
    const bool claims_it = matches(paragraph, kEffect) && matches(paragraph, kSource);
    if (claims_it && !matches(paragraph, kDenial)) claims.push_back(paragraph);
  }
  return claims;
}

// SEAL-14: in no document, public header or help text is what summaries and corrections mean sold as the
// specification's.
TEST(Documents, SEAL_14_DoNotCallPrecedenceOfMarkersConformance) {
  std::vector<fs::path> files = documents();
  for (const char* folder : {"include", "cli", "examples"}) {
    for (const auto& entry : fs::recursive_directory_iterator(source_root() / folder)) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
  }
  for (const fs::path& file : files) {
    for (const std::string& claim : claims_of_precedence(read_file(file))) ADD_FAILURE() << file << ": " << claim;
  }
}

TEST(Documents, SEAL_14_SuchAClaimWouldBeFound) {
  for (const char* claim :
       {"As the PACT specification has it, a summary stands for what it covers.",
        "Conformance: a redaction hides\nthe text it names.",
        "// PACT/0.1: the effective view\n// is what a provider gets.",
        "A conforming runtime lets corrections override originals.", "By the specification replacements win."}) {
    EXPECT_EQ(claims_of_precedence(claim).size(), 1U) << claim;
  }
  for (const char* fine :
       {"The effective view is no part of PACT conformance.", "A redaction hides text in the request.",
        "The effective view.\n\nThe specification knows turns."}) {
    EXPECT_TRUE(claims_of_precedence(fine).empty()) << fine;
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

TEST(Documents, TheContributorsPageListsEveryCommand) {
  const std::string makefile = read_file(source_root() / "Makefile");
  const std::string page = read_file(source_root() / "CONTRIBUTING.md");
  for (const std::string& target : found_in("\n" + makefile, R"(\n([a-z-]+):[^\n]*##)")) {
    EXPECT_NE(page.find("`make " + target + "`"), std::string::npos) << target;
  }
}

TEST(Documents, TheReadmeNamesTheTwoCommandsToStartWith) {
  const std::string readme = read_file(source_root() / "README.md");
  for (const char* command : {"make test", "make run"}) EXPECT_NE(readme.find(command), std::string::npos) << command;
}

// How often each target is linked from `text`.
std::map<std::string, int> links_of(const std::string& text) {
  const std::regex regex(R"(\]\(([^)#:]+)\))");
  std::map<std::string, int> links;
  for (auto at = std::sregex_iterator(text.begin(), text.end(), regex); at != std::sregex_iterator(); ++at) {
    ++links[(*at)[1]];
  }
  return links;
}

// Pages of docs/format and docs/decisions may share one link to their folder.
TEST(Documents, TheIndexLinksEveryPageOnce) {
  const fs::path docs = source_root() / "docs";
  std::map<std::string, int> links = links_of(read_file(docs / "README.md"));
  for (const auto& entry : fs::recursive_directory_iterator(docs)) {
    const fs::path page = fs::relative(entry.path(), docs);
    if (page.extension() != ".md" || page == "README.md") continue;
    const std::string folder = page.parent_path().empty() ? "" : page.parent_path().generic_string() + "/";
    const int folder_links = folder.empty() ? 0 : links[folder];
    EXPECT_EQ(links[page.generic_string()] + folder_links, 1) << "docs/README.md links to " << page;
  }
}

// Lines of prose: no code block, no table row, no line that is nothing but a link. An indented line is code behind an
// empty line or other code; elsewhere it continues an item of a list.
std::vector<std::string> prose_lines(const std::string& text) {
  static const std::regex kOnlyALink(R"(\s*(?:[-*] )?\[[^\]]*\]\([^)]*\)[.,;]?\s*)");
  std::vector<std::string> prose;
  bool in_fence = false;
  bool may_be_code = true;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const bool is_fence = line.starts_with("```");
    if (is_fence) in_fence = !in_fence;
    const bool is_indented_code = may_be_code && line.starts_with("    ");
    may_be_code = line.empty() || is_indented_code;
    if (in_fence || is_fence || is_indented_code || line.starts_with("|")) continue;
    if (!std::regex_match(line, kOnlyALink)) prose.push_back(line);
  }
  return prose;
}

TEST(Documents, HaveNoLineOfProseOver120Columns) {
  for (const fs::path& file : documents()) {
    for (const std::string& line : prose_lines(read_file(file))) EXPECT_LE(line.size(), 120U) << file << ": " << line;
  }
}

TEST(Documents, ALongLineOfProseWouldBeFound) {
  const std::string words(121, 'x');
  EXPECT_EQ(prose_lines(words).size(), 1U);
  for (const std::string& fine : {"| " + words, "    " + words, "[page](" + words + ")", "```\n" + words + "\n```"}) {
    EXPECT_TRUE(prose_lines(fine).empty()) << fine;
  }
  EXPECT_EQ(prose_lines("10. An item\n    " + words).size(), 2U);
}

// Processes and programs are named, not called persons. Code spans may quote names of tests.
TEST(Documents, DoNotSpeakOfSomebody) {
  const std::regex code_span("`[^`]*`");
  const std::regex person(R"(\b(somebody|nobody|anybody|everybody|whoever|someone|anyone)\b)", std::regex::icase);
  for (const fs::path& file : documents()) {
    const std::string path = fs::relative(file, source_root()).generic_string();
    if (path.starts_with("tests/")) continue;
    for (const std::string& line : prose_lines(read_file(file))) {
      EXPECT_FALSE(std::regex_search(std::regex_replace(line, code_span, ""), person)) << file << ": " << line;
    }
  }
}

}  // namespace
}  // namespace latewood::test
