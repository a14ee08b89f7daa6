#include "cli/usage/suggestion.h"

#include <algorithm>

#include "latewood/nearest_word.h"

namespace latewood::cli {
namespace {

constexpr std::string_view kDestructive[] = {"delete", "purge", "gc", "reset", "undo", "clear"};

}  // namespace

bool is_destructive(std::string_view word) {
  return std::find(std::begin(kDestructive), std::end(kDestructive), word) != std::end(kDestructive);
}

std::optional<std::string> suggest_word(std::string_view word, const std::vector<std::string>& candidates) {
  auto nearest = nearest_word(word, candidates);
  return nearest && is_destructive(*nearest) ? std::nullopt : nearest;
}

std::optional<std::string> suggest_verb(std::string_view word, const std::vector<VerbName>& verbs) {
  std::vector<std::string> names;
  for (const VerbName& verb : verbs) {
    names.push_back(verb.name);
    const bool has_word = std::find(verb.inner.begin(), verb.inner.end(), word) != verb.inner.end();
    if (has_word) return verb.name + " " + std::string(word);
  }
  if (nearest_word(word, names)) return suggest_word(word, names);
  for (const VerbName& verb : verbs) {
    if (const auto name = suggest_word(word, verb.inner)) return verb.name + " " + *name;
  }
  return std::nullopt;
}

}  // namespace latewood::cli
