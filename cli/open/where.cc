#include "cli/open/where.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/open/remote.h"
#include "cli/terminal/printable.h"
#include "cli/usage/git_words.h"
#include "cli/usage/verb.h"
#include "latewood/clock.h"
#include "latewood/errors.h"
#include "latewood/nearest_word.h"
#include "latewood/settings.h"
#include "latewood/tokens.h"

namespace latewood::cli {
namespace {

Error with_hint(Error error, const std::string& hint) {
  error.message += "; " + hint;
  return error;
}

std::string nearest_hint(const std::string& name, const std::vector<std::string>& names, const std::string& fallback) {
  const auto nearest = nearest_word(name, names);
  return nearest ? "did you mean '" + *nearest + "'?" : fallback;
}

}  // namespace

// A missing store is the first error that a new user sees, so it names the way out.
Error explain_missing_store(Error error, const Where& where) {
  if (error.code != Code::NotFound) return error;
  return {
      Code::NotFound, "there is no store at " + store_name(where) + "; `latewood init` creates one", error.rule, {}};
}

void add_store_options(CLI::App& verb, Where& where) {
  verb.add_option("--store", where.store,
                  "a file, sqlite:FILE, postgres://..., or a server: http://HOST:PORT; default: latewood.db")
      ->type_name("URL")
      ->envname("LATEWOOD_STORE");
  verb.add_option("--context", where.context,
                  "a context of the store; default: LATEWOOD_CONTEXT, else that of `config`")
      ->type_name("NAME");
  verb.add_option("--branch", where.branch, "a branch of the context; default: the one `switch` chose")
      ->type_name("NAME");
  verb.add_option("--clock", where.clock, "host, or logical: a counter, for repeatable ids; default: host")
      ->type_name("CLOCK")
      ->check(one_of({"host", "logical"}))
      ->envname("LATEWOOD_CLOCK");
  verb.add_option("--actor", where.actor,
                  "your name or your program's, recorded with every edit; default: that of `config`")
      ->type_name("NAME")
      ->envname("LATEWOOD_ACTOR");
  verb.add_flag("--system", where.system, "allow writing to the system region");
}

void add_restore_flag(CLI::App& verb, Where& where) {
  verb.add_flag("--restore", where.restore, "accept content that was purged before; default: refuse it");
}

void hide_writing_options(CLI::App& verb) {
  for (const char* name : {"--clock", "--actor", "--system"}) {
    if (CLI::Option* option = verb.get_option_no_throw(name)) option->group("");
  }
}

void add_history_options(CLI::App& verb, Where& where) {
  add_store_options(verb, where);
  hide_writing_options(verb);
  verb.add_option("--at", where.at, "treat this commit, branch or tag as the newest (@t0)")->type_name("REF");
  add_file_options(verb, where);
  add_pager_flag(verb, where);
}

void add_pager_flag(CLI::App& verb, Where& where) {
  verb.add_flag("--no-pager", where.no_pager, "do not use a pager for long output");
}

void add_file_options(CLI::App& verb, Where& where) {
  CLI::Option* file = verb.add_option(
      "--file", where.file, "read an exported snapshot, history or bundle instead of a store; - is standard input");
  file->type_name("F");
  verb.add_flag("--strict", where.strict,
                "refuse a document that is incomplete or contradicts itself; default: complete it")
      ->needs(file);
  // A document has no contexts, branches or other commits.
  for (const char* name : {"--context", "--branch", "--at"}) {
    if (CLI::Option* other = verb.get_option_no_throw(name)) file->excludes(other);
  }
}

ContextOptions context_options(const Where& where) {
  ContextOptions options;
  if (where.clock == "logical") options.clock = make_logical_clock();
  options.actor = where.actor;
  options.system = where.system;
  options.warn = print_warning;
  return options;
}

ContextOptions document_options(const Where& where) {
  ContextOptions options = context_options(where);
  options.warn = [](const Warning& warning) {
    if (warning.code != WarningCode::Completed) print_warning(warning);
  };
  return options;
}

OpenOptions open_options(const Where& where) {
  OpenOptions options;
  options.branch = where.branch;
  options.create = false;
  options.restore_purged = where.restore;
  options.context = context_options(where);
  return options;
}

Result<Repository> open_repository(const Where& where, StoreUse use) {
  if (is_remote(where)) return use == StoreUse::Read ? open_copy(where) : remote_store(where, "this command");
  // Check first, so that a wrong name leaves no new store behind.
  if (use == StoreUse::Create) {
    const std::string name = where.context.empty() ? environment("LATEWOOD_CONTEXT") : where.context;
    if (auto usable = check_context_name(name.empty() ? "main" : name); !usable) return usable.error();
  }
  store::StoreOptions options;
  options.missing = use == StoreUse::Create ? store::Missing::Create : store::Missing::Refuse;
  options.access = use == StoreUse::Read ? store::Access::ReadOnly : store::Access::ReadWrite;
  auto repository = Repository::open(where.store, options);
  if (!repository) return explain_missing_store(repository.error(), where);
  return repository;
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

Result<void> settle(const Repository& repository, Where& where) {
  if (where.context.empty()) where.context = environment("LATEWOOD_CONTEXT");
  const bool is_settled = !where.context.empty() && !where.actor.empty();
  if (is_settled) return {};
  const auto shared = load_settings(repository);
  if (!shared) return shared.error();
  if (where.context.empty()) {
    auto chosen = default_context(repository, *shared);
    if (!chosen) return chosen.error();
    where.context = *std::move(chosen);
  }
  if (!where.actor.empty()) return {};
  const auto own = load_settings(repository, where.context);
  // The verb reports a context that does not exist, or creates it.
  if (!own && own.error().rule != errors::kContextNotFound) return own.error();
  where.actor = own && own->actor ? *own->actor : shared->actor.value_or("");
  return {};
}

void note_thread(const std::optional<std::string>& profile) {
  if (profile) return;
  std::cerr << "note: this is the canonical thread, not the request of a provider; choose one with --profile or "
               "`latewood config profile`\n";
}

Result<std::string> default_profile(const Repository& repository, const Where& where) {
  std::string profile = environment("LATEWOOD_PROFILE");
  if (!profile.empty()) return profile;
  const auto own = load_settings(repository, where.context);
  if (!own) return own.error();
  const auto shared = load_settings(repository);
  if (!shared) return shared.error();
  return with_fallback(*own, *shared).profile.value_or("");
}

Result<std::optional<std::string>> shown_profile(const Repository* repository, const Where& where,
                                                 const std::optional<std::string>& named) {
  Result<std::string> profile = named.value_or("");
  if (!named) profile = repository == nullptr ? environment("LATEWOOD_PROFILE") : default_profile(*repository, where);
  if (!profile) return profile.error();
  if (!profile->empty()) return std::optional(*std::move(profile));
  return std::optional<std::string>();
}

Result<PlanOptions> plan_options(const Repository* repository, const Where& where, const std::string& profile) {
  PlanOptions options;
  options.profile = profile;
  if (repository == nullptr) return options;
  const auto own = load_settings(*repository, where.context);
  if (!own) return own.error();
  const auto shared = load_settings(*repository);
  if (!shared) return shared.error();
  const Settings settings = with_fallback(*own, *shared);
  options.counter = settings.counter;
  if (!settings.prices) return options;
  auto prices = read_prices(*settings.prices);
  if (!prices) return prices.error();
  options.prices = *std::move(prices);
  return options;
}

Result<std::shared_ptr<TokenCounter>> counter_of(const Repository* repository, const Where& where) {
  const auto options = plan_options(repository, where, "");
  if (!options) return options.error();
  return make_token_counter(options->counter.value_or(std::string(kEstimateCounter)));
}

Error with_nearest_name(const Repository& repository, const Where& where, Error error) {
  if (error.rule == errors::kContextNotFound) {
    const auto names = repository.contexts();
    if (!names) return error;
    return with_hint(error, nearest_hint(where.context, *names, "`latewood context` lists them"));
  }
  if (error.rule == errors::kBranchNotFound) {
    const auto branches = repository.branches(where.context);
    if (!branches || branches->empty()) return error;
    std::vector<std::string> names;
    for (const BranchInfo& branch : *branches) names.push_back(branch.name);
    if (answer_git_reference(where.branch))
      return with_hint(error, "`latewood fork NAME REF` starts a branch at a commit");
    return with_hint(error, nearest_hint(where.branch, names, "`latewood branch` lists them"));
  }
  return error;
}

Error with_nearest_moment(const Repository& repository, const Where& where, const std::string& reference, Error error) {
  if (error.rule != errors::kSnapshotNotFound) return with_nearest_name(repository, where, std::move(error));
  const auto branches = repository.branches(where.context);
  const auto tags = repository.tags(where.context);
  if (!branches || !tags) return error;
  if (branches->empty()) {
    error.message = "there is no commit " + reference + ": nothing is committed yet";
    return error;
  }
  if (reference.starts_with('@')) return with_hint(error, "`latewood log` lists the commits");
  if (const auto answer = answer_git_reference(reference)) return with_hint(error, *answer);
  std::vector<std::string> names;
  for (const BranchInfo& branch : *branches) names.push_back(branch.name);
  for (const TagInfo& tag : *tags) names.push_back(tag.name);
  return with_hint(error, nearest_hint(reference, names, "use @t-1, @c42, a branch, a tag or a commit id"));
}

Result<Context> open_context(Repository& repository, const Where& where) {
  auto context = repository.open_context(where.context, open_options(where));
  if (!context) return with_nearest_name(repository, where, context.error());
  return context;
}

// The password is in USER:PASSWORD@, or in a parameter `password`.
std::string store_name(const Where& where) {
  std::string name = where.store;
  const std::size_t start = name.find("://");
  if (start == std::string::npos) return name;
  const std::size_t end = std::min(name.find('/', start + 3), name.size());
  const std::size_t at = name.find('@', start);
  const std::size_t colon = name.find(':', start + 3);
  if (at < end && colon < at) name.erase(colon, at - colon);
  constexpr std::string_view kParameter = "password=";
  for (std::size_t found = name.find(kParameter); found != std::string::npos; found = name.find(kParameter, found)) {
    found += kParameter.size();
    name.replace(found, std::min(name.find('&', found), name.size()) - found, "***");
  }
  return name;
}

Result<std::string> branch_name(const Repository& repository, const Where& where) {
  return where.branch.empty() ? repository.current_branch(where.context) : where.branch;
}

}  // namespace latewood::cli
