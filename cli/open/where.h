// Which history a verb works on, and how it is opened.
//
//   const auto where = std::make_shared<Where>();
//   add_store_options(verb, *where);
//   verb.callback([where, &exit_code] {
//     exit_code = with_context(*where, [](Context& context) { ...; return finish_output(); });
//   });
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <type_traits>

#include "cli/terminal/report.h"
#include "latewood/context.h"
#include "latewood/repository.h"
#include "latewood/result.h"

namespace latewood::cli {

struct Where {
  std::string store = "latewood.db";
  std::string context = "main";
  std::string branch = {};  // default: the one in use
  std::string clock = "host";
  std::string actor = {};
  bool system = false;
  bool restore = false;   // of verbs that write content: what was purged may come back
  std::string file = {};  // of read verbs: a document instead of a store
  bool strict = false;    // of read verbs: the document must be complete
  bool no_pager = false;  // of read verbs: long output goes to the terminal as it is
  std::string at = {};    // of read verbs: the commit up to which to read; default: the newest
};

// --store, --context, --branch, --clock, --system, --actor.
void add_store_options(CLI::App& verb, Where& where);
// The same, and --at, --file, --strict and --no-pager: for verbs that only read.
void add_history_options(CLI::App& verb, Where& where);

// --restore, for verbs that write content.
void add_restore_flag(CLI::App& verb, Where& where);

// --no-pager alone, which `add_history_options` has too.
void add_pager_flag(CLI::App& verb, Where& where);

// --file and --strict alone.
void add_file_options(CLI::App& verb, Where& where);

// How the options say a context is made or opened.
ContextOptions context_options(const Where& where);
OpenOptions open_options(const Where& where);

enum class StoreUse {
  Read,    // the store must be there and is not changed
  Write,   // the store must be there
  Create,  // it is made if there is none
};
Result<Repository> open_repository(const Where& where, StoreUse use);

// The context and branch of the store, with its working state. A name that is not there gets the
// nearest one that is.
Result<Context> open_context(Repository& repository, const Where& where);

// The error with the nearest name that is there, if it is about a context or branch that is not.
Error with_nearest_name(const Repository& repository, const Where& where, Error error);

// The error with what to write instead, if it is about a moment that is not there: the nearest branch or tag, or
// that nothing is committed yet.
Error with_nearest_moment(const Repository& repository, const Where& where, const std::string& reference, Error error);

// The branch that `open_context` opens.
Result<std::string> branch_name(const Repository& repository, const Where& where);

// Open, run `act` on what was opened, or report why not; `act` gives the exit code.
template <class Act>
int with_repository(const Where& where, StoreUse use, Act act) {
  auto repository = open_repository(where, use);
  return repository ? act(*repository) : report(repository.error());
}

// The store as it may be shown: an address without its password.
std::string store_name(const Where& where);

// `act` takes the context, or the context and its repository.
template <class Act>
int with_context(const Where& where, Act act, StoreUse use = StoreUse::Write) {
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
