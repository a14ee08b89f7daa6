#include <array>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/open/input.h"
#include "cli/open/operation_call.h"
#include "cli/open/repeatable_input.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/text/counted.h"
#include "cli/usage/verb.h"
#include "cli/verbs/documents/import_sessions.h"
#include "cli/verbs/verbs.h"
#include "latewood/chat_log.h"
#include "latewood/errors.h"

namespace latewood::cli {
namespace {

struct ImportRequest {
  Where where;
  std::vector<std::string> paths;
  std::string format;  // format of a log; empty: a document or a bundle
  bool append = false;
  bool skip_existing = false;
  std::int64_t from = 1;
  bool follow = false;         // go on with what is added to session logs
  bool report = false;         // list changes that the import made to the document
  bool names_context = false;  // --context was given
  bool json = false;
};

// ---- the result ----

void print_note(const JsonValue& note) {
  std::cout << text_of(note, "note") << ": byte " << number_of(note, "offset") << ", ";
  if (!note.find("cycle")->is_null()) std::cout << "cycle " << number_of(note, "cycle") << ", ";
  if (!note.find("id")->is_null()) std::cout << printable(text_of(note, "id")) << ": ";
  std::cout << printable(text_of(note, "message")) << '\n';
}

void print_context(const JsonValue& one) {
  const auto commits = number_of(one, "commits");
  std::cout << "context " << printable(text_of(one, "context")) << ": " << counted(commits, "commit") << ", at cycle "
            << number_of(one, "cycle") << '\n';
}

void note_skipped(const JsonValue::Array& skipped) {
  if (skipped.empty()) return;
  std::cout.flush();
  std::cerr << "note: " << skipped.size() << (skipped.size() == 1 ? " conversation was" : " conversations were")
            << " skipped because the context exists: " << printable(*skipped.front().as_string());
  if (skipped.size() > 1) {
    std::cerr << (skipped.size() > 2 ? ", ... " : ", ") << printable(*skipped.back().as_string());
  }
  std::cerr << '\n';
}

void print_imported(const JsonValue& result) {
  const JsonValue::Array& contexts = *result.find("contexts")->as_array();
  if (text_of(result, "format") == "context_bundle") {
    std::cerr << "note: " << counted(number_of(contexts.front(), "branches"), "branch", "branches") << ", "
              << counted(number_of(contexts.front(), "tags"), "tag") << '\n';
  }
  for (const JsonValue& note : *result.find("notes")->as_array()) print_note(note);
  for (const JsonValue& one : contexts) print_context(one);
  note_skipped(*result.find("skipped")->as_array());
}

// ---- errors ----

// Arguments of the operation stand in quotes; here they are options.
std::string with_options(std::string text) {
  constexpr std::array<std::array<std::string_view, 2>, 5> kOptions = {{{R"("skip_existing")", "--skip-existing"},
                                                                        {R"("append")", "--append"},
                                                                        {R"("context")", "--context"},
                                                                        {R"("branch")", "--branch"},
                                                                        {R"("from")", "--from"}}};
  for (const auto& [word, option] : kOptions) {
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word)) {
      text.replace(at, word.size(), option);
    }
  }
  return text;
}

// An error without a rule may mean that the text is no document but a log.
Error explain_import(Error error, const ImportRequest& request) {
  error.hint = with_options(std::move(error.hint));
  const bool reads_document = request.format.empty() && !request.where.strict;
  const bool is_other_text = error.code == Code::InvalidArgument && error.rule.empty();
  if (reads_document && is_other_text) error.hint = "for the log of a provider use --log FORMAT";
  return error;
}

// ---- the call ----

CallArguments import_arguments_of(const ImportRequest& request) {
  CallArguments arguments;
  arguments.add_given("format", request.format);
  if (request.names_context) arguments.add("context", request.where.context);
  arguments.add_flag("append", request.append).add_flag("skip_existing", request.skip_existing);
  if (request.from != 1) arguments.add("from", JsonValue(request.from));
  return arguments.add_flag("strict", request.where.strict).add_flag("notes", request.report);
}

int import_one_file(const ImportRequest& request) {
  const std::string& file = request.paths.front();
  auto input = RepeatableInput::open(file);
  if (!input) {
    return request.json ? report_json(input.error(), name_of_input(file)) : report(input.error(), name_of_input(file));
  }
  return run_operation(request.where, "import", import_arguments_of(request),
                       {.json = request.json,
                        .done = "the import is complete",
                        .print = print_imported,
                        .input = [&input]() -> Result<ByteSource> { return input->pieces(); },
                        .subject = name_of_input(file),
                        .explain = [&](Error error) { return explain_import(std::move(error), request); },
                        .progress = "import"});
}

Error one_file() {
  return {Code::InvalidArgument,
          "one file at a time; several only for session logs (--log auto)",
          std::string(errors::kOptionInvalid),
          {}};
}

// Names every format of --log.
Error unknown_format(const std::string& format) {
  Error error = find_chat_format(format).error();
  error.message += ", flat, claude-code, codex, pi, chatgpt, letta, auto";
  return error;
}

int run_import(ImportRequest& request) {
  if (is_session_format(request.format)) {
    return import_sessions({request.where, request.paths, find_session_format(request.format), request.names_context,
                            request.follow, request.json});
  }
  if (request.paths.size() != 1) return report_as(request.json, one_file());
  if (request.follow) {
    return report_as(request.json,
                     {Code::InvalidArgument, "--follow is for session logs", std::string(errors::kOptionInvalid), {}});
  }
  const bool is_known = request.format.empty() || request.format == "flat" || find_chat_format(request.format);
  return is_known ? import_one_file(request) : report_as(request.json, unknown_format(request.format));
}

}  // namespace

void add_import_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb = add_verb(app, "import", "import a document, a bundle, or logs of chats or sessions",
                            "import --log auto ~/.claude/projects\nimport --log openai chat.json\n"
                            "import --log anthropic chats.jsonl --skip-existing\n"
                            "import history.json --context copy\nimport history.lwb");
  const auto request = std::make_shared<ImportRequest>();
  verb.add_option("FILE", request->paths,
                  "the file to import, or - for standard input; for logs of sessions several files and folders")
      ->required()
      ->type_name("");
  CLI::Option* log =
      verb.add_option("--log", request->format,
                      "read a log of chats: openai, anthropic, responses, gemini, flat; or a log of a session: "
                      "claude-code, codex, pi, chatgpt, letta, or auto, which recognises the format");
  log->type_name("FORMAT");
  verb.add_flag("--append", request->append,
                "with --log, add to existing contexts; refuses a conversation that the context contains, unless "
                "--context names it")
      ->needs(log);
  verb.add_flag("--skip-existing", request->skip_existing,
                "with --log, skip conversations whose context is not empty; with --append only duplicates")
      ->needs(log);
  verb.add_option("--from", request->from, "with --log, the number of the first conversation to import; default: 1")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000'000))
      ->needs(log);
  verb.add_flag("--follow", request->follow, "for logs of sessions, also import lines as they are added, until Ctrl-C")
      ->needs(log);
  verb.add_flag("--strict", request->where.strict,
                "refuse a document that is incomplete or contradicts itself; default: complete it")
      ->excludes(log);
  verb.add_flag("--report", request->report, "for documents, list everything that the import completed or changed")
      ->excludes(log);
  add_restore_flag(verb, request->where);
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &verb, &exit_code] {
    request->names_context = verb.count("--context") > 0;
    exit_code = run_import(*request);
  });
}

}  // namespace latewood::cli
