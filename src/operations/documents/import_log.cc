#include "operations/documents/import_log.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/exchange.h"
#include "latewood/hint.h"
#include "latewood/node_facts.h"
#include "latewood/working_diff.h"

namespace latewood::operations {
namespace {

ImportPlace in_context(ImportPlace place, const std::string& context) {
  place.context = context;
  return place;
}

Error in_use(const std::string& name, const std::string& what, std::string hint) {
  Error error = broken(kConflict, "context " + name + what, Code::Conflict);
  error.hint = std::move(hint);
  return error;
}

// The context if it has commits or edits; nullopt if it is empty or missing.
Result<std::optional<Context>> find_used(const ImportPlace& place) {
  OpenOptions options;
  options.branch = place.branch;
  options.create = false;
  options.context = place.options;
  auto context = place.repository.open_context(place.context, options);
  if (!context && context.error().rule == kContextNotFound) return std::optional<Context>();
  if (!context) return context.error();
  context->set_restore_purged(place.restore_purged);
  LW_TRY_ASSIGN(const auto edits, working_diff(*context));
  if (context->cycle() == 0 && is_empty(edits)) return std::optional<Context>();
  return std::optional<Context>(*std::move(context));
}

Result<void> refuse_used(const ImportPlace& place, const LogSurvey& survey, std::uint64_t from) {
  for (std::size_t at = static_cast<std::size_t>(from) - 1; at < survey.contexts.size(); ++at) {
    const std::string& name = survey.contexts[at];
    LW_TRY_ASSIGN(const auto used, find_used(in_context(place, name)));
    if (!used) continue;
    const std::string other = survey.are_lines ? "" : ", or \"context\" for another one";
    return in_use(name, " is not empty", R"(use "skip_existing" to skip it or "append" to add to it)" + other);
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
  LW_TRY_ASSIGN(const auto edits, working_diff(context));
  if (!is_empty(edits)) {
    return Error{Code::Conflict,
                 "context " + name + " has uncommitted edits: commit or reset them first",
                 std::string(kUncommitted),
                 {}};
  }
  const std::uint64_t before = count_commits(context);
  const auto imported = import(context);
  const std::uint64_t commits = count_commits(context) - before;
  if (!imported) return stopped_in(context, name, commits, imported.error());
  return ImportedContext{name, commits, context.cycle()};
}

// Builds the context in memory and writes it at once. System prompts of the log are allowed in a new context.
Result<ImportedContext> import_new(const ImportPlace& place, const Import& import, const Progress& progress) {
  ContextOptions options = place.options;
  options.system = true;
  Context context(std::move(options));
  LW_TRY(import(context));
  const std::string branch = place.branch.empty() ? std::string(kFirstBranch) : place.branch;
  LW_TRY(
      place.repository.put_history(place.context, branch, context, {.restore_purged = place.restore_purged}, progress));
  return ImportedContext{place.context, count_commits(context), context.cycle()};
}

// A conversation, and a test whether a context already contains it.
struct Conversation {
  Import import;
  std::function<Result<LogOverlap>(const Context& context)> overlap;
};

// Whether the newest snapshot has only this many blocks.
Result<bool> has_no_more(const Context& used, std::uint64_t blocks) {
  LW_TRY_ASSIGN(const Snapshot latest, used.latest());
  LW_TRY_ASSIGN(const std::vector<NodeView> nodes, latest.nodes());
  const auto found = std::count_if(nodes.begin(), nodes.end(),
                                   [](const NodeView& node) { return !is_container(node) && node.parent_id; });
  return static_cast<std::uint64_t>(found) <= blocks;
}

// `is_all`: the context has nothing but blocks of this conversation. The first commit of a context cannot be undone.
Error duplicate_conversation(const std::string& name, const LogOverlap& overlap, bool is_all) {
  constexpr std::string_view kAgain = R"(to add it a second time, import it alone with "context")";
  if (overlap.is_whole) {
    return in_use(name, " already contains this conversation",
                  R"(use "skip_existing" to skip it; )" + std::string(kAgain));
  }
  if (is_all) {
    return in_use(name, " has only the start of this conversation, which has grown since",
                  R"(to have it whole, import it alone with "context" for another one, or delete this context first)");
  }
  const std::string blocks = std::to_string(overlap.blocks) + (overlap.blocks == 1 ? " block" : " blocks");
  return in_use(name, " ends with the first " + blocks + " of this conversation, as after an interrupted import",
                "`undo` takes commits back; " + std::string(kAgain));
}

// Whether to skip the conversation. E_CONFLICT if the context would contain it twice.
Result<bool> is_to_skip(const Context& used, const std::string& name, const Conversation& conversation,
                        const LogOptions& options) {
  if (!options.append) return options.skip_existing;
  if (options.is_named && !options.skip_existing) return false;
  const auto overlap = conversation.overlap(used);
  if (!overlap) return overlap.error();
  if (overlap->is_whole && options.skip_existing) return true;
  if (overlap->blocks == 0 || options.is_named) return false;
  LW_TRY_ASSIGN(const bool is_all, has_no_more(used, overlap->blocks));
  return duplicate_conversation(name, *overlap, is_all);
}

Result<void> import_one(const ImportPlace& place, const Conversation& conversation, const LogOptions& options,
                        const Progress& progress, LogImport& done) {
  LW_TRY_ASSIGN(auto used, find_used(place));
  if (used) {
    LW_TRY_ASSIGN(const bool skip, is_to_skip(*used, place.context, conversation, options));
    if (skip) {
      done.skipped.push_back(place.context);
      return {};
    }
  }
  LW_TRY_ASSIGN(ImportedContext one, used ? append_to(*used, place.context, conversation.import)
                                          : import_new(place, conversation.import, progress));
  done.imported.push_back(std::move(one));
  return {};
}

Error changed_meanwhile() {
  return {Code::Conflict, "the log changed while it was being read", std::string(kConflict), {}};
}

// Adds how to continue to the error of an import that stopped early.
Error with_count(Error error, std::size_t done, std::size_t all) {
  if (done == 0 || done == all) return error;
  error.message +=
      "; conversations 1 to " + std::to_string(done) + " of " + std::to_string(all) + " are imported completely";
  error = with_hint(std::move(error));
  const std::string more = error.hint.empty() ? "" : "; " + error.hint;
  error.hint = "continue with \"from\" " + std::to_string(done + 1) + more;
  return error;
}

Error unusable_name(std::size_t number, const Error& error) {
  const std::string what = "the id of conversation " + std::to_string(number) + " cannot name a context: ";
  return {Code::InvalidArgument, what + error.message, std::string(kChatLogInvalid), {}};
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
  return {Code::InvalidArgument, what, std::string(kChatLogInvalid), {}};
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

Result<LogSurvey> survey_logs(ChatLogReader reader) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (;;) {
    LW_TRY_ASSIGN(const auto log, reader.next());
    if (!log) return LogSurvey{true, std::move(names)};
    if (!reader.are_lines()) return LogSurvey{false, {}, log->id};
    const bool has_id = !log->id.empty();
    names.push_back(has_id ? log->id : std::to_string(names.size() + 1));
    if (auto usable = check_context_name(names.back()); !usable) return unusable_name(names.size(), usable.error());
    if (!seen.insert(names.back()).second) return taken_name(names, has_id);
  }
}

namespace {

Result<void> check_from(const LogOptions& options, std::size_t conversations) {
  if (options.from <= conversations) return {};
  return broken(kOptionInvalid, "the log has " + std::to_string(conversations) +
                                    (conversations == 1 ? " conversation" : " conversations") +
                                    ", so the import cannot begin with number " + std::to_string(options.from));
}

// Everything that can be refused before anything is written.
Result<void> check_import(const ImportPlace& place, const LogSurvey& survey, const LogOptions& options) {
  LW_TRY(check_from(options, survey.contexts.size()));
  for (const std::string& context : survey.contexts) {
    if (place.check) LW_TRY(place.check(context));
  }
  return options.append || options.skip_existing ? Result<void>() : refuse_used(place, survey, options.from);
}

// A log of JSON lines may have one line, which reads as a document. So a conversation whose id names a context that has
// commits or edits is that one, unless the call names a context.
Result<std::string> context_of_document(const ImportPlace& place, const std::string& id, const LogOptions& options) {
  if (options.is_named || id.empty() || !check_context_name(id)) return place.context;
  LW_TRY_ASSIGN(const auto used, find_used(in_context(place, id)));
  return used ? id : place.context;
}

}  // namespace

Result<LogImport> import_logs(const ImportPlace& place, ChatLogReader reader, LogSurvey survey,
                              const LogOptions& options, const Progress& progress) {
  if (!survey.are_lines) {
    LW_TRY_ASSIGN(std::string context, context_of_document(place, survey.id, options));
    survey.contexts = {std::move(context)};
  }
  const std::vector<std::string>& names = survey.contexts;
  LW_TRY(check_import(place, survey, options));
  LogImport done;
  std::size_t number = 0;
  // Progress counts conversations, or commits if there is only one conversation.
  const Progress of_many = [&](std::uint64_t, std::uint64_t) {
    return progress ? progress(number, names.size()) : Result<void>();
  };
  const Progress& within = names.size() == 1 ? progress : of_many;
  for (; number < names.size(); ++number) {
    const auto log = reader.next();
    if (!log) return with_count(log.error(), number, names.size());
    if (!*log) return with_count(changed_meanwhile(), number, names.size());
    if (number + 1 < options.from) continue;
    const Conversation conversation{[&log](Context& context) { return import_chat(context, **log); },
                                    [&log](const Context& context) { return overlap_with(context, **log); }};
    auto one = import_one(in_context(place, names[number]), conversation, options, within, done);
    if (!one) return with_count(one.error(), number, names.size());
    // After the last conversation there is nothing left to interrupt.
    const auto told = progress ? progress(number + 1, names.size()) : Result<void>();
    if (!told && number + 1 < names.size()) return with_count(told.error(), number + 1, names.size());
  }
  return done;
}

namespace {

// The first line that is not empty, with " ..." if more text follows.
std::string first_line(std::string_view text) {
  const std::size_t start = std::min(text.find_first_not_of("\r\n"), text.size());
  const std::size_t end = std::min(text.find_first_of("\r\n", start), text.size());
  const bool goes_on = text.find_first_not_of(" \t\r\n", end) != std::string_view::npos;
  return std::string(text.substr(start, end - start)).append(goes_on ? " ..." : "");
}

// The first words of the log that are no system text.
std::string message_of(const std::vector<LogEntry>& entries) {
  for (const LogEntry& entry : entries) {
    const std::string* text = entry.component.content ? entry.component.content->as_string() : nullptr;
    if (text != nullptr && entry.depth >= 0) return first_line(*text);
  }
  return {};
}

}  // namespace

Result<LogImport> import_flat_log(const ImportPlace& place, std::string_view document, const LogOptions& options) {
  LW_TRY(check_import(place, {false, {place.context}}, options));
  LW_TRY_ASSIGN(const std::vector<LogEntry> entries, parse_flat_log(document));
  // A flat log becomes one commit.
  const auto import = [&](Context& context) -> Result<void> {
    LW_TRY(insert_flat_log(context, document));
    LW_TRY(context.commit({.message = message_of(entries)}));
    return {};
  };
  const Conversation conversation{import, [&](const Context& context) { return overlap_with(context, entries); }};
  LogImport done;
  LW_TRY(import_one(place, conversation, options, {}, done));
  return done;
}

}  // namespace latewood::operations
