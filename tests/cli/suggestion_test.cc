// A suggestion for a misspelt word never names a verb that discards something.
#include "cli/usage/suggestion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "cli/usage/git_words.h"
#include "latewood/nearest_word.h"
#include "support/transcript.h"

namespace latewood::test {
namespace {

using Words = std::vector<std::string>;

const Words kDestructiveWords = {"delete", "purge", "gc", "reset", "undo", "clear"};

// The verbs below `path`, as the program completes them.
Words complete_verbs(const std::string& path) {
  const CommandResult done =
      run_command("latewood completion --candidates -- " + path + "''", std::filesystem::temp_directory_path(),
                  {{"PATH", std::string(LATEWOOD_CLI_FOLDER) + ":/usr/bin:/bin"}});
  EXPECT_EQ(done.exit_code, 0) << done.output;
  Words words;
  std::istringstream lines(done.output);
  for (std::string line; std::getline(lines, line);) words.push_back(line);
  return words;
}

std::vector<cli::VerbName> all_verbs() {
  const std::set<std::string> with_inner = {"warp", "hash", "event", "attempt"};
  std::vector<cli::VerbName> verbs;
  for (const std::string& name : complete_verbs("")) {
    verbs.push_back({name, with_inner.contains(name) ? complete_verbs(name + " ") : Words()});
  }
  return verbs;
}

// Every text that one missing, added, wrong or swapped letter makes of `word`.
std::set<std::string> edits_of(const std::string& word) {
  const std::string letters = "abcdefghijklmnopqrstuvwxyz-";
  std::set<std::string> edits;
  for (std::size_t at = 0; at <= word.size(); ++at) {
    const std::string head = word.substr(0, at);
    const std::string tail = word.substr(at);
    for (const char letter : letters) edits.insert(head + letter + tail);
    if (tail.empty()) continue;
    edits.insert(head + tail.substr(1));
    for (const char letter : letters) edits.insert(head + letter + tail.substr(1));
    if (tail.size() > 1) edits.insert(head + tail[1] + tail[0] + tail.substr(2));
  }
  return edits;
}

std::set<std::string> edits_up_to_two(const std::string& word) {
  std::set<std::string> edits = edits_of(word);
  for (const std::string& once : std::set<std::string>(edits)) edits.merge(edits_of(once));
  return edits;
}

TEST(Suggestions, OfVerbsAreNeverDestructive) {
  const std::vector<cli::VerbName> verbs = all_verbs();
  ASSERT_GT(verbs.size(), 40U);
  for (const std::string& word : kDestructiveWords) {
    for (const std::string& typed : edits_up_to_two(word)) {
      const auto suggested = cli::suggest_verb(typed, verbs);
      if (!suggested) continue;
      for (const std::string& part :
           {suggested->substr(0, suggested->find(' ')), suggested->substr(suggested->find(' ') + 1)}) {
        ASSERT_FALSE(cli::is_destructive(part)) << typed << " -> " << *suggested;
      }
    }
  }
}

TEST(Suggestions, OfActionsAreNeverDestructive) {
  for (const Words& actions : {Words{"list", "create", "rename", "delete"}, Words{"show", "set", "clear"}}) {
    for (const std::string& typed : edits_up_to_two(actions.back())) {
      const auto suggested = cli::suggest_word(typed, actions);
      ASSERT_FALSE(suggested && cli::is_destructive(*suggested)) << typed << " -> " << *suggested;
    }
  }
}

// A verb that is added later and discards something belongs into the list.
TEST(Suggestions, EveryDestructiveWordIsKnown) {
  for (const std::string& word : kDestructiveWords) EXPECT_TRUE(cli::is_destructive(word)) << word;
}

// A misspelt destructive verb gets no second-best suggestion, which would be another verb.
TEST(Suggestions, ADestructiveVerbIsNotReplacedByTheNextNearest) {
  const std::vector<cli::VerbName> verbs = all_verbs();
  for (const std::string word : {"delet", "purg", "rset", "und"}) {
    EXPECT_EQ(cli::suggest_verb(word, verbs), std::nullopt) << word;
  }
  EXPECT_EQ(cli::suggest_verb("comit", verbs), "commit");
  EXPECT_EQ(cli::suggest_verb("state-rot", verbs), "warp state-root");
}

TEST(GitWords, EveryVerbOfGitHasAnAnswer) {
  for (const std::string word : {"merge", "checkout", "rm", "mv", "revert", "cat", "ls", "stash", "cherry-pick",
                                 "clone", "push", "pull", "fetch", "remote"}) {
    const auto answer = cli::answer_git_verb(word);
    ASSERT_TRUE(answer) << word;
    EXPECT_NE(answer->find("`latewood "), std::string::npos) << word;
  }
  EXPECT_EQ(cli::answer_git_verb("commit"), std::nullopt);
}

// Every command that an answer names exists.
TEST(GitWords, AnswersNameVerbsThatExist) {
  const Words verbs = complete_verbs("");
  for (const std::string word :
       {"merge", "checkout", "rm", "mv", "revert", "cat", "ls", "stash", "cherry-pick", "clone", "push"}) {
    const std::string answer = *cli::answer_git_verb(word);
    const std::string start = "`latewood ";
    for (std::size_t at = answer.find(start); at != std::string::npos; at = answer.find(start, at + 1)) {
      const std::size_t begin = at + start.size();
      const std::string verb = answer.substr(begin, answer.find_first_of(" `", begin) - begin);
      EXPECT_NE(std::find(verbs.begin(), verbs.end(), verb), verbs.end()) << word << ": " << verb;
    }
  }
}

TEST(GitWords, ReferencesBecomeMoments) {
  EXPECT_EQ(cli::answer_git_reference("HEAD"), "write @t0");
  EXPECT_EQ(cli::answer_git_reference("HEAD~3"), "write @t-3");
  EXPECT_EQ(cli::answer_git_reference("HEAD^"), "write @t-1");
  EXPECT_EQ(cli::answer_git_reference("HEAD^^"), "write @t-2");
  EXPECT_EQ(cli::answer_git_reference("HEAD@{2}"), "write @t-2");
  EXPECT_EQ(cli::answer_git_reference("try~2"), "write try@t-2");
  EXPECT_EQ(cli::answer_git_reference("-5"), "for the newest commits write `latewood log -n 5`");
  for (const std::string other : {"", "@t-1", "main", "HEAD~x", "~", "-x", "try@{now}"}) {
    EXPECT_EQ(cli::answer_git_reference(other), std::nullopt) << other;
  }
}

}  // namespace
}  // namespace latewood::test
