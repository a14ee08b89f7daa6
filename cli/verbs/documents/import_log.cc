#include "cli/verbs/documents/import_log.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "cli/text/first_line.h"
#include "cli/usage/shell_words.h"
#include "latewood/errors.h"
#include "latewood/exchange.h"
#include "latewood/working_diff.h"

namespace latewood::cli {
namespace {

Where in_context(Where where, const std::string& context) {
  where.context = context;
  return where;
}

// The context if it has commits or edits; nullopt if it is empty or missing.
Result<std::optional<Context>> find_used(Repository& repository, const Where& where) {
  auto context = repository.open_context(where.context, open_options(where));
  if (!context && context.error().rule == errors::kContextNotFound) return std::optional<Context>();
  if (!context) return context.error();
  const auto edits = working_diff(*context);
  if (!edits) return edits.error();
  if (context->cycle() == 0 && is_empty(*edits)) return std::optional<Context>();
  return std::optional<Context>(*std::move(context));
}

Result<void> refuse_used(Repository& repository, const Where& where, const LogSurvey& survey, std::uint64_t from) {
  for (std::size_t at = static_cast<std::size_t>(from) - 1; at < survey.contexts.size(); ++at) {
    const std::string& name = survey.contexts[at];
    const auto used = find_used(repository, in_context(where, name));
    if (!used) return used.error();
    if (!*used) continue;
    const std::string other = survey.are_lines ? "" : ", or --context for another one";
    return Error{Code::Conflict,
                 "context " + name + " is not empty; use --skip-existing to skip it or --append to add to it" + other,
                 std::string(errors::kConflict),
                 {}};
  }
  return {};
}

// Inserts a log into a context and commits it.
using Import = std::function<Result<void>(Context& context)>;

// The commits of a log that fails halfway stay, because they are history. Uncommitted edits are discarded.
Error stopped_in(Context& context, const std::string& name, std::uint64_t commits, Error error) {
  if (auto forgotten = context.reset(); !forgotten) error.message += "; " + forgotten.error().message;
  if (commits == 0) return error;
  const std::string which =
      commits == 1 ? "first commit of the log is" : "first " + std::to_string(commits) + " commits of the log are";
  error.message += "; the " + which + " in context " + name + ", which is at cycle " + std::to_string(context.cycle()) +
                   " now; the rest is not imported";
  return error;
}

Result<ImportedContext> append_to(Context& context, const std::string& name, const Import& import) {
  const auto edits = working_diff(context);
  if (!edits) return edits.error();
  if (!is_empty(*edits)) {
    return Error{Code::Conflict,
                 "context " + name + " has uncommitted edits: commit or reset them first",
                 std::string(errors::kUncommitted),
                 {}};
  }
  const std::uint64_t before = count_commits(context);
  const auto imported = import(context);
  const std::uint64_t commits = count_commits(context) - before;
  if (!imported) return stopped_in(context, name, commits, imported.error());
  return ImportedContext{name, commits, context.cycle()};
}

// Builds the context in memory and writes it at once. System prompts of the log are allowed in a new context; in an
// existing one they need --system.
Result<ImportedContext> import_new(Repository& repository, const Where& where, const Import& import,
                                   const Progress& progress) {
  ContextOptions options = context_options(where);
  options.system = true;
  Context context(std::move(options));
  if (auto imported = import(context); !imported) return imported.error();
  const std::string branch = where.branch.empty() ? std::string(kFirstBranch) : where.branch;
  const auto put = repository.put_history(where.context, branch, context, {.restore_purged = where.restore}, progress);
  if (!put) return put.error();
  return ImportedContext{where.context, count_commits(context), context.cycle()};
}

// A conversation, and a test whether a context already contains it.
struct Conversation {
  Import import;
  std::function<Result<LogOverlap>(const Context& context)> overlap;
};

Error duplicate_conversation(const std::string& name, const LogOverlap& overlap) {
  const std::string what =
      overlap.is_whole
          ? " already contains this conversation; use --skip-existing to skip it"
          : " ends with the first " + std::to_string(overlap.blocks) + (overlap.blocks == 1 ? " block" : " blocks") +
                " of this conversation, as after an interrupted import; `latewood undo` takes commits back";
  return {Code::Conflict,
          "context " + name + what + "; to add it a second time, import it alone with --context " + shell_word(name),
          std::string(errors::kConflict),
          {}};
}

// Whether to skip the conversation. E_CONFLICT if the context would contain it twice.
Result<bool> is_to_skip(const Context& used, const std::string& name, const Conversation& conversation,
                        const LogOptions& options) {
  if (!options.append) return options.skip_existing;
  if (options.is_named) return false;
  const auto overlap = conversation.overlap(used);
  if (!overlap) return overlap.error();
  if (overlap->is_whole && options.skip_existing) return true;
  if (overlap->blocks > 0) return duplicate_conversation(name, *overlap);
  return false;
}

Result<void> import_one(Repository& repository, const Where& where, const Conversation& conversation,
                        const LogOptions& options, const Progress& progress, LogImport& done) {
  auto used = find_used(repository, where);
  if (!used) return used.error();
  if (*used) {
    const auto skip = is_to_skip(**used, where.context, conversation, options);
    if (!skip) return skip.error();
    if (*skip) {
      done.skipped.push_back(where.context);
      return {};
    }
  }
  auto one = *used ? append_to(**used, where.context, conversation.import)
                   : import_new(repository, where, conversation.import, progress);
  if (!one) return one.error();
  done.imported.push_back(*std::move(one));
  return {};
}

Error changed_meanwhile() {
  return {Code::Conflict, "the log changed while it was being read", std::string(errors::kConflict), {}};
}

// Adds how to continue to the error of an import that stopped early.
Error with_count(Error error, std::size_t done, std::size_t all) {
  if (done == 0 || done == all) return error;
  const std::string next = std::to_string(done + 1);
  error.message += "; conversations 1 to " + std::to_string(done) + " of " + std::to_string(all) +
                   " are imported completely; continue with --from " + next;
  return error;
}

Error unusable_name(std::size_t number, const Error& error) {
  const std::string what = "the id of conversation " + std::to_string(number) + " cannot name a context: ";
  return {Code::InvalidArgument, what + error.message, std::string(errors::kChatLogInvalid), {}};
}

// The error if the last name is used twice. A conversation without an id is named by its number.
Error taken_name(const std::vector<std::string>& names, bool has_id) {
  const std::size_t first =
      static_cast<std::size_t>(std::find(names.begin(), names.end(), names.back()) - names.begin());
  const std::string number = std::to_string(names.size());
  const std::string other = std::to_string(first + 1);
  const std::string what =
      has_id ? "conversations " + other + " and " + number + " have the same name, " + names.back()
             : "conversation " + number + " has no id, and its number is the name of conversation " + other;
  return {Code::InvalidArgument, what, std::string(errors::kChatLogInvalid), {}};
}

}  // namespace

std::uint64_t count_commits(const Context& context) {
  std::uint64_t low = 0;
  std::uint64_t high = context.cycle() + 1;
  // Cycles may have gaps, so this searches for the oldest snapshot.
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (context.back(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

Result<LogSurvey> survey_logs(const Where& where, ChatLogReader reader) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (;;) {
    const auto log = reader.next();
    if (!log) return log.error();
    if (!*log) return LogSurvey{true, std::move(names)};
    if (!reader.are_lines()) return LogSurvey{false, {where.context}};
    const bool has_id = !(*log)->id.empty();
    names.push_back(has_id ? (*log)->id : std::to_string(names.size() + 1));
    if (auto usable = check_context_name(names.back()); !usable) return unusable_name(names.size(), usable.error());
    if (!seen.insert(names.back()).second) return taken_name(names, has_id);
  }
}

namespace {

Result<void> check_from(const LogOptions& options, std::size_t conversations) {
  if (options.from <= conversations) return {};
  return Error{Code::InvalidArgument,
               "--from " + std::to_string(options.from) + ": there are " + std::to_string(conversations) +
                   (conversations == 1 ? " conversation" : " conversations"),
               std::string(errors::kOptionInvalid),
               {}};
}

}  // namespace

Result<void> import_logs(Repository& repository, const Where& where, ChatLogReader reader, const LogSurvey& survey,
                         const LogOptions& options, const Progress& progress, LogImport& done) {
  const std::vector<std::string>& names = survey.contexts;
  if (auto checked = check_from(options, names.size()); !checked) return checked;
  if (!options.append && !options.skip_existing) {
    if (auto refused = refuse_used(repository, where, survey, options.from); !refused) return refused.error();
  }
  std::size_t number = 0;
  // Progress counts conversations, or commits if there is only one conversation.
  const Progress of_many = [&](std::uint64_t, std::uint64_t) { return progress(number, names.size()); };
  const Progress& within = names.size() == 1 ? progress : of_many;
  for (; number < names.size(); ++number) {
    const auto log = reader.next();
    if (!log) return with_count(log.error(), number, names.size());
    if (!*log) return with_count(changed_meanwhile(), number, names.size());
    if (number + 1 < options.from) continue;
    const Conversation conversation{[&log](Context& context) { return import_chat(context, **log); },
                                    [&log](const Context& context) { return overlap_with(context, **log); }};
    auto one = import_one(repository, in_context(where, names[number]), conversation, options, within, done);
    if (!one) return with_count(one.error(), number, names.size());
    // After the last conversation there is nothing left to interrupt.
    const auto told = progress(number + 1, names.size());
    if (!told && number + 1 < names.size()) return with_count(told.error(), number + 1, names.size());
  }
  return {};
}

Result<void> import_flat_log(Repository& repository, const Where& where, std::string_view document,
                             const LogOptions& options, LogImport& done) {
  if (auto checked = check_from(options, 1); !checked) return checked;
  if (!options.append && !options.skip_existing) {
    if (auto refused = refuse_used(repository, where, {false, {where.context}}, 1); !refused) return refused.error();
  }
  const auto entries = parse_flat_log(document);
  if (!entries) return entries.error();
  const auto message = [&entries]() -> std::string {
    for (const LogEntry& entry : *entries) {
      const std::string* text = entry.component.content ? entry.component.content->as_string() : nullptr;
      if (text != nullptr && entry.depth >= 0) return first_line(*text);
    }
    return {};
  };
  // A flat log becomes one commit.
  const auto import = [&](Context& context) -> Result<void> {
    if (auto inserted = insert_flat_log(context, document); !inserted) return inserted.error();
    const auto committed = context.commit({.message = message()});
    return committed ? Result<void>() : Result<void>(committed.error());
  };
  const Conversation conversation{import, [&](const Context& context) { return overlap_with(context, *entries); }};
  return import_one(repository, where, conversation, options, {}, done);
}

}  // namespace latewood::cli
