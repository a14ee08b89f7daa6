// Comments are plain English: the code's own terms instead of pronouns that the reader has to resolve.
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "structure/source_files.h"

namespace latewood::test {
namespace {

// Pronouns for persons. Most sentences with them do not name the process, thread, writer, reader or caller they mean.
// "others" is in the list because it often stands for other processes.
const std::set<std::string> kUnclearWords = {
    "anybody",  "anyone",  "everybody", "everyone", "nobody", "others",
    "somebody", "someone", "who",       "whoever",  "whom",   "whomever",
};

// A comment that begins with one of these leaves open which type, value or function it describes.
const std::set<std::string> kDanglingWords = {
    "it",    "its",  "of",    "such", "that",    "their", "them",  "they",
    "those", "what", "which", "who",  "whoever", "whom",  "whose",
};

std::vector<std::string> words_of(const std::string& comment) {
  std::vector<std::string> words(1);
  for (const char c : comment) {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

// The position of the comment on `line`: the first "//" outside of string literals. npos without a comment.
std::size_t comment_begin(const std::string& line) {
  bool in_string = false;
  for (std::size_t at = 0; at + 1 < line.size(); ++at) {
    if (in_string && line[at] == '\\') {
      ++at;
    } else if (line[at] == '"') {
      in_string = !in_string;
    } else if (!in_string && line[at] == '/' && line[at + 1] == '/') {
      return at;
    }
  }
  return std::string::npos;
}

// The comments of a file, each as its words. Adjacent lines without code are one comment; a comment behind code is one
// of its own. Comments that name the end of a namespace are left out.
std::vector<std::vector<std::string>> comments_of(const std::vector<std::string>& lines) {
  std::vector<std::string> texts;
  bool continues = false;
  for (const std::string& line : lines) {
    const std::size_t begin = comment_begin(line);
    const bool is_whole_line = begin != std::string::npos && line.find_first_not_of(' ') == begin;
    if (begin == std::string::npos) {
      continues = false;
    } else if (continues && is_whole_line) {
      texts.back() += "\n" + line.substr(begin);
    } else {
      texts.push_back(line.substr(begin));
      continues = is_whole_line;
    }
  }
  std::vector<std::vector<std::string>> comments;
  for (const std::string& text : texts) {
    std::vector<std::string> words = words_of(text);
    if (!words.empty() && words.front() != "namespace") comments.push_back(std::move(words));
  }
  return comments;
}

struct Count {
  std::size_t words = 0;
  std::size_t unclear = 0;
  std::size_t comments = 0;
  std::size_t dangling = 0;

  double unclear_in_10000() const { return 10000.0 * static_cast<double>(unclear) / static_cast<double>(words); }
  double dangling_percent() const { return 100.0 * static_cast<double>(dangling) / static_cast<double>(comments); }
};

void add_comments(const std::vector<std::string>& lines, Count& count) {
  for (const std::vector<std::string>& words : comments_of(lines)) {
    ++count.comments;
    count.words += words.size();
    if (kDanglingWords.contains(words.front())) ++count.dangling;
    for (const std::string& word : words) count.unclear += kUnclearWords.count(word);
  }
}

struct Limit {
  std::string scope;
  double unclear_in_10000 = 0;
  double dangling_percent = 0;
};

std::vector<Limit> limits() {
  std::vector<Limit> found;
  std::istringstream text(read_file(source_root() / "tests/structure/comment_limits.txt"));
  for (std::string line; std::getline(text, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    std::istringstream fields(line);
    Limit limit;
    EXPECT_TRUE(fields >> limit.scope >> limit.unclear_in_10000 >> limit.dangling_percent) << line;
    found.push_back(limit);
  }
  return found;
}

// Every folder of `src`, and every other folder of the project that has C++ sources.
std::vector<std::string> folders_with_comments() {
  std::vector<std::string> folders = {"include", "cli",   "web",  "server",   "python",
                                      "node",    "bench", "fuzz", "examples", "tests"};
  for (const auto& entry : std::filesystem::directory_iterator(source_root() / "src")) {
    if (entry.is_directory()) folders.push_back("src/" + entry.path().filename().string());
  }
  return folders;
}

TEST(Comments, StayWithinTheLimitsOfTheirScope) {
  std::set<std::string> scopes;
  for (const Limit& limit : limits()) {
    scopes.insert(limit.scope);
    Count count;
    for (const SourceFile& file : source_files({limit.scope})) add_comments(file.lines, count);
    ASSERT_GT(count.words, 100U) << limit.scope;
    EXPECT_LE(count.unclear_in_10000(), limit.unclear_in_10000) << limit.scope << " has " << count.unclear;
    EXPECT_LE(count.dangling_percent(), limit.dangling_percent) << limit.scope << " has " << count.dangling;
  }
  for (const std::string& scope : folders_with_comments())
    EXPECT_TRUE(scopes.contains(scope)) << scope << " needs a row";
}

// The counting itself can fail.
TEST(Comments, AnUnclearCommentWouldBeCounted) {
  Count count;
  add_comments({"// Who asks", "// gets nobody's page.", "int a = 1;  // what others keep", "}  // namespace",
                "const char* kUrl = \"http://who\";", "  // Returns the page.", "int b;"},
               count);
  EXPECT_EQ(count.comments, 3U);
  EXPECT_EQ(count.dangling, 2U);
  EXPECT_EQ(count.unclear, 3U);
  EXPECT_EQ(count.words, 12U);
}

}  // namespace
}  // namespace latewood::test
