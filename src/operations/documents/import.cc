// Documents, bundles and logs become histories.
//
// The rows of all readers are one, because a caller has a file and wants a history; which reader it needs is an
// argument. A program with a file of any size gives it beside the arguments (`CallInput`).
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/bundle.h"
#include "latewood/chat_log.h"
#include "latewood/context_bundle.h"
#include "latewood/json_text.h"
#include "latewood/session_log.h"
#include "operations/documents/import_input.h"
#include "operations/documents/import_log.h"
#include "operations/documents/import_place.h"
#include "operations/json/members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

constexpr std::string_view kDocument = "document";
constexpr std::string_view kFlat = "flat";
constexpr std::string_view kAuto = "auto";

std::vector<std::string> format_names() {
  std::vector<std::string> names = {std::string(kDocument)};
  for (const ChatFormat format : kChatFormats) names.emplace_back(to_string(format));
  names.emplace_back(kFlat);
  for (const char* session : {"claude-code", "codex", "pi", "chatgpt", "letta"}) names.emplace_back(session);
  names.emplace_back(kAuto);
  return names;
}

const Schema& import_arguments() {
  static const Schema kSchema = object(joined(
      {{optional("text", text("the document or the log")), optional("base64", text("the bytes of a bundle")),
        optional("format", word(format_names(),
                                "document: an exported document or a bundle, whichever it is; openai to flat: a log of "
                                "conversations; claude-code to letta: the log of a session; auto: one of these, told "
                                "by its first lines; default: document")),
        optional("context", text("default: the name in the text, or that of the session, else the setting, else main")),
        optional("branch", text("the new branch of a document; default: main")),
        optional("actor", text("the author of commits; default: that of the session, else the setting")),
        optional("system", boolean("permit adding system text to a context that exists; default: false")),
        optional("restore_purged", boolean("accept content that was purged before; default: refuse it")),
        optional("append", boolean("add conversations to contexts that exist; default: false")),
        optional("skip_existing", boolean("skip conversations whose context is not empty, with 'append' those that it "
                                          "contains; default: false")),
        optional("from", integer("the first conversation to import; default: 1", 1)),
        optional("strict", boolean("refuse a document that is incomplete; default: complete it")),
        optional("notes", boolean("list what was completed or changed in a document; default: false")),
        optional("file", text("the name of a session log, for the result; default: none"))}}));
  return kSchema;
}

Schema histories_schema() {
  return object(
      {required("format", text("document, bundle, context_bundle, or the format of the log")),
       required("contexts",
                list(object({required("context", text()), required("branches", count()), required("tags", count()),
                             required("commits", count("that were added")), required("cycle", count("of the newest"))}),
                     "those that were written to")),
       required("skipped", list(text(), "contexts that have their conversation already")),
       required("notes", list(object({required("note", word({"completed", "warning", "dropped"})),
                                      required("cycle", nullable(count("of the snapshot"))),
                                      required("id", nullable(text("of the node; null: the envelope"))),
                                      required("member", text()), required("message", text()),
                                      required("offset", count("in the document"))})))});
}

Schema session_schema() {
  return object(
      {required("format", text("the format of the log")), optional("file", text()), required("lines", count()),
       required("imported", count("lines with messages and compactions")),
       required("noted", count("lines without a message for the model")),
       required("unknown", list(object({required("line", count("from 1")), required("reason", text())}))),
       required(
           "contexts",
           list(object({required("context", text()), required("parent", nullable(text("the context that began it"))),
                        required("commits", count("that were added")), required("known", count("requests before")),
                        required("branches", count("that were added")), required("attempts", count("added")),
                        required("waiting", count("blocks in the active head")),
                        required("has_system", boolean("whether the log has the system text"))})))});
}

const Schema& import_result() {
  static const Schema kSchema = any_of({histories_schema(), session_schema()});
  return kSchema;
}

// ---- results ----

JsonValue note_json(const ImportNote& note) {
  return make_object({{"note", std::string(name_of(note.kind))},
                      {"cycle", note.cycle ? json_of(*note.cycle) : JsonValue()},
                      {"id", note.id.empty() ? JsonValue() : JsonValue(note.id)},
                      {"member", note.member},
                      {"message", note.message},
                      {"offset", json_of(note.place.offset)}});
}

std::string histories_json(std::string_view format, const LogImport& done, JsonValue::Array notes = {}) {
  JsonValue::Array contexts;
  for (const ImportedContext& one : done.imported) {
    contexts.push_back(make_object({{"branches", json_of(one.branches)},
                                    {"commits", json_of(one.commits)},
                                    {"context", one.context},
                                    {"cycle", json_of(one.cycle)},
                                    {"tags", json_of(one.tags)}}));
  }
  return json_text_of(make_object({{"contexts", std::move(contexts)},
                                   {"format", std::string(format)},
                                   {"notes", std::move(notes)},
                                   {"skipped", json_of(done.skipped)}}));
}

// ---- places ----

// A wrong name leaves no new store behind.
Result<ImportPlace> place_of(SessionState& session, const Arguments& arguments) {
  if (const auto named = session.named_context(arguments)) LW_TRY(check_context_name(*named));
  LW_TRY_ASSIGN(Repository* const repository, session.create_repository());
  LW_TRY_ASSIGN(std::string context, session.set_context(arguments));
  ImportPlace place{*repository, std::move(context), arguments.find_text("branch").value_or(session.options().branch)};
  place.options = session.context_options();
  place.options.system = arguments.flag("system") || session.options().system == SystemText::Allow;
  if (const auto actor = arguments.find_text("actor")) place.options.actor = *actor;
  place.restore_purged = arguments.flag("restore_purged") || session.options().restore_purged;
  place.check = [&session](const std::string& name) { return session.check_context(name); };
  return place;
}

// The call writes beside the open contexts of the session, so that these are read anew afterwards.
Result<std::string> forgetting(SessionState& session, Result<std::string> done) {
  session.forget_all();
  session.forget_facts();
  return done;
}

// ---- documents and bundles ----

Error taken(Error error) {
  if (error.rule == kConflict) error.hint = R"(use "context" for a new context, or "branch" for a new branch)";
  return error;
}

// All branches and tags, in a context with the original name or that of the call.
Result<std::string> import_whole_context(SessionState& session, const Arguments& arguments, const CallInput& input) {
  const bool names_branch = arguments.has("branch") || !session.options().branch.empty();
  if (names_branch) {
    return broken(kOptionInvalid, "this bundle has a whole context with all its branches: it cannot be a branch");
  }
  const auto named = arguments.find_text("context");
  if (!named && !session.options().context_prefix.empty()) {
    return broken(kScope, "the bundle names its context: this caller has to name one in \"context\"");
  }
  LW_TRY_ASSIGN(Repository* const repository, session.create_repository());
  LW_TRY_ASSIGN(const ByteSource source, input());
  const ContextImportOptions options{
      .context = named.value_or(""),
      .restore_purged = arguments.flag("restore_purged") || session.options().restore_purged};
  auto done = import_context(*repository, source, options, arguments.progress());
  if (!done && done.error().rule == kConflict) {
    Error error = std::move(done).error();
    error.hint = "use \"context\" to import it under another name";
    return error;
  }
  if (!done) return done.error();
  return histories_json("context_bundle",
                        {{{done->context, done->commits, done->cycle, done->branches, done->tags}}, {}});
}

// Commits of a bundle keep their ids. The branch appears when all commits are stored.
Result<std::string> import_history(SessionState& session, const Arguments& arguments, const CallInput& input) {
  LW_TRY_ASSIGN(const std::string start, start_of(input, kContextBundleStart));
  if (is_context_bundle(start)) return import_whole_context(session, arguments, input);
  JsonValue::Array notes;
  ImportOptions options{.strict = arguments.flag("strict"), .context = session.context_options()};
  if (arguments.flag("notes")) options.note = [&notes](const ImportNote& note) { notes.push_back(note_json(note)); };
  LW_TRY_ASSIGN(const ByteSource source, input());
  const bool is_a_bundle = is_bundle(start);
  LW_TRY_ASSIGN(const Context history,
                is_a_bundle ? import_bundle(source, options.context) : import_document(source, options));
  const std::uint64_t commits = count_commits(history);
  if (commits == 0) return Error{Code::InvalidArgument, "contains no snapshot", {}, {}};
  LW_TRY_ASSIGN(const ImportPlace place, place_of(session, arguments));
  const std::string branch = place.branch.empty() ? std::string(kFirstBranch) : place.branch;
  auto put = place.repository.put_history(place.context, branch, history, {.restore_purged = place.restore_purged},
                                          arguments.progress());
  if (!put) return taken(std::move(put).error());
  return histories_json(is_a_bundle ? "bundle" : kDocument, {{{place.context, commits, history.cycle()}}, {}},
                        std::move(notes));
}

// ---- logs ----

LogOptions log_options(const Arguments& arguments) {
  return {.append = arguments.flag("append"),
          .skip_existing = arguments.flag("skip_existing"),
          .is_named = arguments.has("context"),
          .from = static_cast<std::uint64_t>(arguments.integer("from", 1))};
}

Result<std::string> import_flat(SessionState& session, const Arguments& arguments, const CallInput& input) {
  LW_TRY_ASSIGN(const std::string document, whole_text(input));
  LW_TRY(parse_flat_log(document));
  LW_TRY_ASSIGN(const ImportPlace place, place_of(session, arguments));
  LW_TRY_ASSIGN(const LogImport done, import_flat_log(place, document, log_options(arguments)));
  return histories_json(kFlat, done);
}

Result<std::string> import_conversations(SessionState& session, const Arguments& arguments, const CallInput& input) {
  LW_TRY_ASSIGN(const ChatFormat format, find_chat_format(arguments.text("format")));
  LW_TRY_ASSIGN(ByteSource first, input());
  LW_TRY_ASSIGN(LogSurvey survey, survey_logs(ChatLogReader(std::move(first), format)));
  if (survey.are_lines && arguments.has("context")) {
    Error error = broken(kOptionInvalid, "each JSON line goes to a context named by its id");
    error.hint = "leave out \"context\"";
    return error;
  }
  LW_TRY_ASSIGN(const ImportPlace place, place_of(session, arguments));
  LW_TRY_ASSIGN(ByteSource again, input());
  LW_TRY_ASSIGN(const LogImport done, import_logs(place, ChatLogReader(std::move(again), format), std::move(survey),
                                                  log_options(arguments), arguments.progress()));
  return histories_json(to_string(format), done);
}

// The names of contexts are made of the ids in the log, so a caller of some contexts only cannot import it.
Result<std::string> import_session(SessionState& session, const Arguments& arguments, const CallInput& input) {
  if (!session.options().context_prefix.empty()) {
    return broken(kScope, "the log of a session names its contexts itself: this caller may use only some");
  }
  LW_TRY_ASSIGN(std::string log, whole_text(input));
  LW_TRY_ASSIGN(const ImportPlace place, place_of(session, arguments));
  SessionImportOptions options;
  options.format = find_session_format(arguments.text("format"));
  options.actor = place.options.actor;
  options.context = arguments.text("context");
  SessionImporter importer(place.repository, options);
  const std::string file = arguments.text("file");
  LW_TRY_ASSIGN(const SessionImport done,
                importer.import_text(std::move(log), file.empty() ? "the text" : file, arguments.progress()));
  return json_text_of(latewood::json_of(done, file));
}

Result<std::string> import_any(SessionState& session, const Arguments& arguments) {
  if (session.options().system == SystemText::Refuse) {
    return broken(kUnauthorized, "an import can bring system text, which this session does not permit");
  }
  LW_TRY_ASSIGN(const CallInput input, input_of(arguments));
  const std::string format = arguments.find_text("format").value_or(std::string(kDocument));
  if (format == kDocument) return forgetting(session, import_history(session, arguments, input));
  if (format == kFlat) return forgetting(session, import_flat(session, arguments, input));
  const bool is_session = format == kAuto || find_session_format(format).has_value();
  return forgetting(session, is_session ? import_session(session, arguments, input)
                                        : import_conversations(session, arguments, input));
}

}  // namespace

const Row kImport = {
    .name = "import",
    .scope = Scope::Write,
    .summary = "Makes histories of an exported document, a bundle, or a log.",
    .arguments = import_arguments,
    .result = import_result,
    .example =
        R"({"text":"{\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]}","format":"openai","context":"chat"})",
    .errors = {kChatLogInvalid, kConflict, kUncommitted, kPayloadPurged, kUnauthorized, kAttrValue, kOptionInvalid},
    .run = import_any,
};

}  // namespace latewood::operations
