// Suggestions for misspelt verbs. They never name a verb that discards something: a user who repeats a suggestion
// without thinking must not lose work.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace latewood::cli {

// A verb and the verbs below it.
struct VerbName {
  std::string name;
  std::vector<std::string> inner;
};

// Whether the word is a verb or an action that discards edits, commits or contents.
bool is_destructive(std::string_view word);

// Like `nearest_word`, but nullopt if the nearest word is destructive.
std::optional<std::string> suggest_word(std::string_view word, const std::vector<std::string>& candidates);

// A verb for a misspelt one, or "outer inner" if the outer verb is missing. nullopt if no verb is near, or the nearest
// one is destructive.
std::optional<std::string> suggest_verb(std::string_view word, const std::vector<VerbName>& verbs);

}  // namespace latewood::cli
