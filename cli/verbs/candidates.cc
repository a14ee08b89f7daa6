#include "cli/verbs/candidates.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

#include "cli/open/remote.h"
#include "cli/open/where.h"
#include "cli/usage/verb.h"
#include "latewood/render.h"
#include "latewood/repository.h"

namespace latewood::cli {
namespace {

using Words = std::vector<std::string>;

const CLI::App* find_verb(const CLI::App& app, const std::string& name) {
  for (const CLI::App* verb : verbs_of(app)) {
    if (verb->check_name(name)) return verb;
  }
  return nullptr;
}

const CLI::Option* find_option(const CLI::App& verb, const std::string& word) {
  for (const CLI::Option* option : verb.get_options()) {
    if (option->nonpositional() && option->check_name(word)) return option;
  }
  return nullptr;
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

// The state after reading the complete words from left to right.
struct Line {
  const CLI::App* verb = nullptr;      // the innermost one
  const CLI::Option* value = nullptr;  // the option whose value comes next
  std::size_t positionals = 0;         // complete arguments
  Where where;
};

Line read(const CLI::App& app, const Words& words) {
  Line line;
  line.verb = &app;
  if (const char* store = std::getenv("LATEWOOD_STORE")) line.where.store = store;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string& word = words[i];
    if (line.value != nullptr) {
      if (line.value->check_name("--store")) line.where.store = word;
      if (line.value->check_name("--context")) line.where.context = word;
      line.value = nullptr;
    } else if (const CLI::Option* option = find_option(*line.verb, word); option != nullptr) {
      line.value = takes_value(*option) ? option : nullptr;
    } else if (const CLI::App* verb = find_verb(*line.verb, word); verb != nullptr) {
      line.verb = verb;
    } else if (!word.starts_with('-')) {
      ++line.positionals;
    }
  }
  return line;
}

Words verb_words(const CLI::App& app) {
  Words names;
  for (const CLI::App* verb : verbs_of(app)) {
    names.push_back(verb->get_name());
    for (const std::string& alias : verb->get_aliases()) names.push_back(alias);
  }
  return names;
}

Words option_words(const CLI::App& verb) {
  Words names;
  for (const CLI::Option* option : verb.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

// Removes names that the command line would read as an option.
Words no_options(Words names) {
  std::erase_if(names, [](const std::string& name) { return name.starts_with('-'); });
  return names;
}

Words names_of_contexts(const Where& where) {
  // A key press must not wait for the network.
  if (is_remote(where)) return {};
  const auto repository = open_repository(where, StoreUse::Read);
  const auto names = repository ? repository->contexts() : repository.error();
  return names ? no_options(*names) : Words();
}

enum class Refs { Branches, Tags, All };

Words names_of_refs(Where where, Refs wanted) {
  Words names;
  if (is_remote(where)) return names;
  const auto repository = open_repository(where, StoreUse::Read);
  if (!repository || !settle(*repository, where)) return names;
  if (const auto branches = repository->branches(where.context); branches && wanted != Refs::Tags) {
    for (const BranchInfo& branch : *branches) names.push_back(branch.name);
  }
  if (const auto tags = repository->tags(where.context); tags && wanted != Refs::Branches) {
    for (const TagInfo& tag : *tags) names.push_back(tag.name);
  }
  return no_options(std::move(names));
}

Words joined(Words first, const Words& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

Words moments(const Where& where) { return joined({"@t0", "@t-1", "@t-2"}, names_of_refs(where, Refs::All)); }

// Completions of the last step of the selector in `word`.
Words selectors(const std::string& word) {
  const std::size_t space = word.find_last_of(" >,");
  const std::size_t step = space == std::string::npos ? 0 : space + 1;
  const std::size_t colon = word.find_last_of(':');
  const bool is_pseudo = colon != std::string::npos && colon > step;
  const std::string head = word.substr(0, is_pseudo ? colon : step);
  const Words ends = is_pseudo ? Words{":pre", ":core", ":post", ":depth(", ":first", ":last", ":nth("}
                               : Words{"^root", "^sys", "^seq", "^ah", ".mt", ".mc", ".cb", ":pre", ":core", ":post"};
  Words names;
  for (const std::string& end : ends) names.push_back(head + end);
  return names;
}

Words values_of_option(const CLI::Option& option, const Where& where, const std::string& word) {
  const auto is = [&option](const char* name) { return option.check_name(name); };
  if (is("--context")) return names_of_contexts(where);
  if (is("--branch")) return names_of_refs(where, Refs::Branches);
  if (is("--at")) return moments(where);
  if (is("--from") && option.get_type_name() == "REF") return moments(where);
  if (is("--under")) return selectors(word);
  if (is("--clock")) return {"host", "logical"};
  if (is("--log")) return {"openai", "anthropic", "responses", "gemini", "flat"};
  if (is("--role")) return {"user", "assistant", "tool", "system", "other"};
  if (is("--kind")) return {"text", "call", "result", "image", "document", "reasoning", "summary"};
  if (!is("--profile")) return {};
  Words names;
  // Versions of one profile are neighbours in the list.
  for (const ProfileName& profile : profiles()) {
    if (names.empty() || names.back() != profile.id) names.push_back(profile.id);
  }
  return names;
}

const CLI::Option* find_positional(const CLI::App& verb, std::size_t number) {
  std::size_t seen = 0;
  for (const CLI::Option* option : verb.get_options()) {
    if (!option->get_positional()) continue;
    const bool takes_all = option->get_items_expected_max() > 1;
    if (seen++ == number || takes_all) return option;
  }
  return nullptr;
}

Words values_of_positional(const Line& line, const std::string& word) {
  const CLI::Option* option = find_positional(*line.verb, line.positionals);
  if (option == nullptr) return {};
  const std::string name = option->get_name(true);
  const std::string verb = line.verb->get_name();
  if (name == "REF" || name == "A" || name == "B") return moments(line.where);
  if (name == "SELECTOR" || name == "NODE") return selectors(word);
  if (name == "CONTENT" && verb == "purge") return selectors(word);
  if (name == "FILE" && verb == "snapshot") return moments(line.where);
  if (name == "NAME" && verb == "show") return joined(moments(line.where), selectors(word));
  if (name == "NAME" && verb == "tag") return names_of_refs(line.where, Refs::Tags);
  if (name == "NAME" && verb == "context") return names_of_contexts(line.where);
  if (name == "MOMENT") return moments(line.where);
  if (name == "NAME") return names_of_refs(line.where, Refs::Branches);
  if (name == "ACTION")
    return verb == "policy" ? Words{"show", "set", "clear"} : Words{"list", "create", "rename", "delete"};
  if (name == "SETTING") return {"demote", "refuse"};
  if (name == "SHELL") return {"bash", "zsh", "fish"};
  return {};
}

Words ways_on(const Line& line, const std::string& word) {
  if (line.value != nullptr) return values_of_option(*line.value, line.where, word);
  if (word.starts_with('-')) return option_words(*line.verb);
  Words verbs = verb_words(*line.verb);
  return verbs.empty() ? values_of_positional(line, word) : verbs;
}

}  // namespace

std::vector<std::string> candidates(const CLI::App& app, const std::vector<std::string>& words) {
  const std::string word = words.empty() ? std::string() : words.back();
  Words found = ways_on(read(app, words), word);
  std::erase_if(found, [&word](const std::string& way) { return !way.starts_with(word); });
  return found;
}

}  // namespace latewood::cli
