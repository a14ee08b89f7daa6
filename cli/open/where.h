// The options that choose a store, a context and a branch, and opening these.
//
//   const auto where = std::make_shared<Where>();
//   add_store_options(verb, *where);
//   verb.callback([where, &exit_code] {
//     exit_code = with_context(*where, [](Context& context) { ...; return finish_output(); });
//   });
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <type_traits>

#include "cli/terminal/report.h"
#include "latewood/context.h"
#include "latewood/plan.h"
#include "latewood/repository.h"
#include "latewood/result.h"

namespace latewood::cli {

struct Where {
  std::string store = "latewood.db";
  // Empty: the setting of the store, else main. `settle` fills it in.
  std::string context = {};
  std::string branch = {};  // default: the one that `switch` chose
  std::string clock = "host";
  std::string actor = {};  // default: the setting
  bool system = false;
  bool restore = false;   // writing verbs: accept purged content
  std::string file = {};  // reading verbs: a document instead of a store
  bool strict = false;    // reading verbs: the document must be complete
  bool no_pager = false;  // reading verbs: print long output without a pager
  std::string at = {};    // reading verbs: the commit to treat as the newest; default: the head
};

// Adds --store, --context, --branch, --clock, --actor and --system.
void add_store_options(CLI::App& verb, Where& where);
// Adds the same and --at, --file, --strict and --no-pager: for verbs that only read.
void add_history_options(CLI::App& verb, Where& where);
// For verbs that write no nodes: leaves --clock, --actor and --system out of the help. They are still accepted, so that
// a script can give every verb the same options.
void hide_writing_options(CLI::App& verb);

// Adds --restore, for verbs that write content.
void add_restore_flag(CLI::App& verb, Where& where);

// Adds only --no-pager. `add_history_options` includes it.
void add_pager_flag(CLI::App& verb, Where& where);

// Adds only --file and --strict.
void add_file_options(CLI::App& verb, Where& where);

// The options of the library for creating and opening a context.
ContextOptions context_options(const Where& where);
OpenOptions open_options(const Where& where);
// Those for reading the document of --file: without warnings of the members it completes, which `import --report`
// lists.
ContextOptions document_options(const Where& where);

enum class StoreUse {
  Read,    // the store must exist and is opened read-only
  Write,   // the store must exist
  Create,  // a missing store is created
};
Result<Repository> open_repository(const Where& where, StoreUse use);

// Fills in the context and the actor that the command does not name: those of the environment, else those that
// `config` shows.
Result<void> settle(const Repository& repository, Where& where);

// LATEWOOD_CONTEXT, LATEWOOD_PROFILE; empty: not set.
std::string environment(const char* name);

// The profile of commands that name none, in a settled place; empty: the canonical thread.
Result<std::string> default_profile(const Repository& repository, const Where& where);
// The profile of requests: that of the command, the environment or the settings; nullopt: the canonical thread.
// `repository` is null for a document.
Result<std::optional<std::string>> shown_profile(const Repository* repository, const Where& where,
                                                 const std::optional<std::string>& named);
// Prices and counter of commands that name none, from the settings, for requests of `profile`. `repository` is null for
// a document.
// The counter alone; the estimate if nothing is set.
Result<std::shared_ptr<TokenCounter>> counter_of(const Repository* repository, const Where& where);
Result<PlanOptions> plan_options(const Repository* repository, const Where& where, const std::string& profile);
// Prints the note on standard error that an answer speaks of the canonical thread, if there is no profile. Call it once
// the answer is there: an error stands alone.
void note_thread(const std::optional<std::string>& profile);

// Opens the context on its branch, with its working state. The error for an unknown name suggests the nearest one.
Result<Context> open_context(Repository& repository, const Where& where);

// Adds the nearest existing name to an error about an unknown context or branch. Returns other errors unchanged.
Error with_nearest_name(const Repository& repository, const Where& where, Error error);

// Adds a suggestion to an error about an unknown moment: the nearest branch or tag, or that nothing is committed yet.
Error with_nearest_moment(const Repository& repository, const Where& where, const std::string& reference, Error error);

// The name of the branch that `open_context` opens.
Result<std::string> branch_name(const Repository& repository, const Where& where);

// Opens the store, settles `where` and calls `act`, which returns the exit code. Reports the error if it does not open.
template <class Act>
int with_repository(Where& where, StoreUse use, Act act) {
  auto repository = open_repository(where, use);
  if (!repository) return report(repository.error());
  const auto settled = settle(*repository, where);
  return settled ? act(*repository) : report(settled.error());
}

// Adds to the error about a missing store how to make one. Returns other errors unchanged.
Error explain_missing_store(Error error, const Where& where);

// The name of the store for messages: the address without its password.
std::string store_name(const Where& where);

// Opens the context and calls `act` with it, or with it and its repository.
template <class Act>
int with_context(Where& where, Act act, StoreUse use = StoreUse::Write) {
  return with_repository(where, use, [&](Repository& repository) {
    auto context = open_context(repository, where);
    if (!context) return report(context.error());
    if constexpr (std::is_invocable_v<Act, Context&, Repository&>) {
      return act(*context, repository);
    } else {
      return act(*context);
    }
  });
}

}  // namespace latewood::cli
