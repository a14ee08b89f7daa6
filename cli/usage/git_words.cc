#include "cli/usage/git_words.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace latewood::cli {
namespace {

struct VerbAnswer {
  std::string_view word;
  std::string_view answer;
};

constexpr std::string_view kNoRemotes =
    "there are no remotes; `latewood export --bundle FILE` writes a history and `latewood import FILE` reads it";

constexpr VerbAnswer kVerbAnswers[] = {
    {"merge",
     "branches are not merged; `latewood restore NODE --from BRANCH` copies a node from another branch, and "
     "`latewood rebase` applies your edits to the newest commit"},
    {"checkout",
     "`latewood switch NAME` changes the branch, and `latewood fork NAME REF` starts a branch at an older commit"},
    {"rm", "`latewood delete NODE` deletes nodes"},
    {"mv", "`latewood move NODE --depth N` moves nodes, and `latewood context rename OLD NEW` renames a context"},
    {"revert",
     "`latewood undo` takes back the last edit or commit, and `latewood fork NAME REF` continues from an older commit"},
    {"cherry-pick", "`latewood restore NODE --from REF` copies a node from another commit"},
    {"stash",
     "edits stay on their branch when you change it: `latewood fork NAME` starts a branch without them, and "
     "`latewood switch` returns to them"},
    {"cat", "`latewood show NODE` prints a node, and `latewood render` prints what a provider gets"},
    {"ls", "`latewood tree` lists nodes, `latewood branch` branches, and `latewood context` contexts"},
    {"clone", "`latewood backup FILE` copies a store, and `latewood fork --into CONTEXT` copies a history"},
    {"push", kNoRemotes},
    {"pull", kNoRemotes},
    {"fetch", kNoRemotes},
    {"remote", kNoRemotes},
};

struct OptionAnswer {
  std::string_view verb;
  std::string_view option;
  std::string_view answer;
};

constexpr OptionAnswer kOptionAnswers[] = {
    {"commit", "--amend", "commits do not change; commit again, or take the last commit back with `latewood undo`"},
    {"commit", "-a", "`latewood commit` always commits all edits"},
    {"commit", "-am", "`latewood commit` always commits all edits; use -m for the message"},
    {"log", "--oneline", "`latewood log` already prints one line per commit"},
    {"log", "--stat", "`latewood log -p` shows the changes of each commit"},
    {"diff", "--cached", "`latewood diff` compares the working state with the newest commit"},
    {"diff", "--staged", "`latewood diff` compares the working state with the newest commit"},
    {"branch", "-D", "`latewood branch -d NAME --force` deletes a branch with uncommitted edits"},
    {"branch", "-m", "branches are not renamed; `latewood branch NEW OLD` creates another one at the same commit"},
    {"tag", "-a", "tags have no message; `latewood tag NAME` creates one"},
};

std::optional<std::uint64_t> parse_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = !text.empty() && read.ec == std::errc() && read.ptr == text.data() + text.size();
  return is_number ? std::optional(number) : std::nullopt;
}

// How many commits back "", "~3", "^^", "@{2}" lead; nullopt for other texts.
std::optional<std::uint64_t> parse_steps(std::string_view suffix) {
  if (suffix.find_first_not_of("^~") == std::string_view::npos) return suffix.size();
  if (suffix.starts_with("@{") && suffix.ends_with('}')) return parse_number(suffix.substr(2, suffix.size() - 3));
  return suffix.front() == '~' ? parse_number(suffix.substr(1)) : std::nullopt;
}

}  // namespace

std::optional<std::string> answer_git_verb(std::string_view word) {
  const auto found = std::find_if(std::begin(kVerbAnswers), std::end(kVerbAnswers),
                                  [word](const VerbAnswer& each) { return each.word == word; });
  return found == std::end(kVerbAnswers) ? std::nullopt : std::optional(std::string(found->answer));
}

std::optional<std::string> answer_git_option(std::string_view verb, std::string_view option) {
  const auto found = std::find_if(std::begin(kOptionAnswers), std::end(kOptionAnswers),
                                  [=](const OptionAnswer& each) { return each.verb == verb && each.option == option; });
  return found == std::end(kOptionAnswers) ? std::nullopt : std::optional(std::string(found->answer));
}

std::optional<std::string> answer_git_reference(std::string_view reference) {
  if (reference.starts_with('-')) {
    const auto count = parse_number(reference.substr(1));
    return count ? std::optional("for the newest commits write `latewood log -n " + std::to_string(*count) + "`")
                 : std::nullopt;
  }
  const std::size_t end = std::min(reference.find_first_of("~^@"), reference.size());
  const std::string_view name = reference.substr(0, end);
  const auto steps = parse_steps(reference.substr(end));
  if (!steps || name.empty() || (name != "HEAD" && *steps == 0)) return std::nullopt;
  const std::string moment = *steps == 0 ? "@t0" : "@t-" + std::to_string(*steps);
  return "write " + (name == "HEAD" ? moment : std::string(name) + moment);
}

}  // namespace latewood::cli
