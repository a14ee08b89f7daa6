// Answers for words of git that latewood does not have. Each names the command that does the same here.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace latewood::cli {

// For a verb of git, or a shell command such as `ls`; nullopt for any other word.
std::optional<std::string> answer_git_verb(std::string_view word);

// For an option of git, such as --amend of `commit`; nullopt for any other option.
std::optional<std::string> answer_git_option(std::string_view verb, std::string_view option);

// For a reference of git, such as HEAD~1 or try^, or -5 of `git log -5`; nullopt for any other text.
std::optional<std::string> answer_git_reference(std::string_view reference);

}  // namespace latewood::cli
