#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/open/input.h"
#include "cli/open/repeatable_input.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/terminal/progress.h"
#include "cli/text/json_output.h"
#include "cli/usage/verb.h"
#include "cli/verbs/documents/import_log.h"
#include "cli/verbs/documents/import_sessions.h"
#include "cli/verbs/verbs.h"
#include "latewood/context_bundle.h"
#include "latewood/errors.h"

namespace latewood::cli {
namespace {

struct ImportRequest {
  Where where;
  std::vector<std::string> paths;
  std::string file;    // the only one of `paths`, unless the log is a session's
  std::string format;  // format of a log; empty: a document or a bundle
  LogOptions log;
  bool follow = false;         // go on with what is added to session logs
  bool report = false;         // list changes that the import made to the document
  bool names_context = false;  // --context was given
  bool json = false;
};

int print_imported(const std::vector<ImportedContext>& imported, bool json) {
  for (const ImportedContext& one : imported) {
    if (json) {
      print_json(
          make_object({{"context", one.context}, {"commits", json_of(one.commits)}, {"cycle", json_of(one.cycle)}}));
    } else {
      std::cout << "context " << printable(one.context) << ": " << one.commits
                << (one.commits == 1 ? " commit" : " commits") << ", at cycle " << one.cycle << '\n';
    }
  }
  return finish_output("the import is complete");
}

void print_note(const ImportNote& note, bool json) {
  if (json) {
    print_json(make_object({{"note", std::string(name_of(note.kind))},
                            {"cycle", note.cycle ? json_of(*note.cycle) : JsonValue()},
                            {"id", note.id.empty() ? JsonValue() : JsonValue(note.id)},
                            {"member", note.member},
                            {"message", note.message},
                            {"offset", json_of(note.place.offset)}}));
    return;
  }
  std::cout << name_of(note.kind) << ": byte " << note.place.offset << ", ";
  if (note.cycle) std::cout << "cycle " << *note.cycle << ", ";
  if (!note.id.empty()) std::cout << printable(note.id) << ": ";
  std::cout << printable(note.message) << '\n';
}

void note_skipped(const LogImport& done) {
  if (done.skipped.empty()) return;
  std::cout.flush();
  const std::size_t count = done.skipped.size();
  std::cerr << "note: " << count << (count == 1 ? " conversation was" : " conversations were")
            << " skipped because the context exists: " << printable(done.skipped.front());
  if (count > 1) std::cerr << (count > 2 ? ", ... " : ", ") << printable(done.skipped.back());
  std::cerr << '\n';
}

// An error without a rule may mean that the text is no document but a log.
Error no_document(Error error) {
  const bool is_other_text = error.code == Code::InvalidArgument && error.rule.empty();
  if (is_other_text) error.message += "; for the log of a provider use --log FORMAT";
  return error;
}

Error no_place(Error error) {
  const bool is_taken = error.rule == errors::kConflict;
  if (is_taken) error.message += "; use --context NAME for a new context, or --branch NAME for a new branch";
  return error;
}

// Imports all branches and tags into a context with the original name, or the name of --context.
int import_whole_context(ImportRequest& request, RepeatableInput& input) {
  if (!request.where.branch.empty()) {
    return report({Code::InvalidArgument,
                   "this bundle has a whole context with all its branches: leave out --branch",
                   std::string(errors::kOptionInvalid),
                   {}});
  }
  return with_repository(request.where, StoreUse::Create, [&](Repository& repository) {
    const ContextImportOptions options{.context = request.names_context ? request.where.context : std::string(),
                                       .restore_purged = request.where.restore};
    const auto imported = with_progress("import", [&](const Progress& progress) {
      return import_context(repository, input.pieces(), options, progress);
    });
    if (!imported) {
      Error error = imported.error();
      if (error.rule == errors::kConflict) error.message += "; use --context NAME to import it under another name";
      return report(error, name_of_input(request.file));
    }
    if (!request.json) {
      std::cerr << "note: " << imported->branches << (imported->branches == 1 ? " branch, " : " branches, ")
                << imported->tags << (imported->tags == 1 ? " tag\n" : " tags\n");
    }
    return print_imported({{imported->context, imported->commits, imported->cycle}}, request.json);
  });
}

// Commits keep their ids. The branch appears when all commits are stored.
int import_history(ImportRequest& request) {
  auto input = RepeatableInput::open(request.file);
  if (!input) return report(input.error(), name_of_input(request.file));
  const auto start = input->pieces()();
  if (!start) return report(start.error(), name_of_input(request.file));
  if (is_context_bundle(*start)) return import_whole_context(request, *input);
  std::vector<ImportNote> notes;
  ImportOptions options{.strict = request.where.strict, .context = context_options(request.where)};
  if (request.report) options.note = [&notes](const ImportNote& note) { notes.push_back(note); };
  const auto history = context_from(input->pieces(), options);
  if (!history) {
    const Error& error = history.error();
    return report(request.where.strict ? error : no_document(error), name_of_input(request.file));
  }
  const auto count = count_commits(*history);
  if (count == 0) return report({Code::InvalidArgument, "contains no snapshot", {}, {}}, name_of_input(request.file));
  return with_repository(request.where, StoreUse::Create, [&](Repository& repository) {
    const std::string branch = request.where.branch.empty() ? std::string(kFirstBranch) : request.where.branch;
    const auto put = with_progress("import", [&](const Progress& progress) {
      return repository.put_history(request.where.context, branch, *history, {.restore_purged = request.where.restore},
                                    progress);
    });
    if (!put) return report(no_place(put.error()));
    for (const ImportNote& note : notes) print_note(note, request.json);
    return print_imported({{request.where.context, count, history->cycle()}}, request.json);
  });
}

// The log format of the specification.
constexpr std::string_view kFlat = "flat";

int import_flat(ImportRequest& request) {
  const auto text = load_input(request.file);
  if (!text) return report(text.error(), name_of_input(request.file));
  if (const auto entries = parse_flat_log(*text); !entries) {
    return report(entries.error(), name_of_input(request.file));
  }
  return with_repository(request.where, StoreUse::Create, [&](Repository& repository) {
    LogImport done;
    const auto imported = import_flat_log(repository, request.where, *text, request.log, done);
    if (!imported) return report(imported.error(), name_of_input(request.file));
    note_skipped(done);
    return print_imported(done.imported, request.json);
  });
}

Error needless_context() {
  return {Code::InvalidArgument,
          "each JSON line goes to a context named by its id: leave out --context",
          std::string(errors::kOptionInvalid),
          {}};
}

int import_log(ImportRequest& request) {
  if (request.format == kFlat) return import_flat(request);
  const auto format = find_chat_format(request.format);
  if (!format) {
    Error error = format.error();
    error.message.append(", ").append(kFlat).append(", claude-code, codex, pi, chatgpt, letta, auto");
    return report(error);
  }
  auto input = RepeatableInput::open(request.file);
  if (!input) return report(input.error(), name_of_input(request.file));
  auto survey = survey_logs(request.where, ChatLogReader(input->pieces(), *format));
  if (!survey) return report(survey.error(), name_of_input(request.file));
  if (survey->are_lines && request.names_context) return report(needless_context(), name_of_input(request.file));
  return with_repository(request.where, StoreUse::Create, [&](Repository& repository) {
    // The default context is known when the store is open.
    if (!survey->are_lines) survey->contexts = {request.where.context};
    LogImport came;
    const auto done = with_progress("import", [&](const Progress& progress) {
      ChatLogReader reader(input->pieces(), *format);
      return import_logs(repository, request.where, std::move(reader), *survey, request.log, progress, came);
    });
    const int printed = print_imported(came.imported, request.json);
    note_skipped(came);
    return done ? printed : report(done.error());
  });
}

Error one_file() {
  return {Code::InvalidArgument,
          "one file at a time; several only for session logs (--log auto)",
          std::string(errors::kOptionInvalid),
          {}};
}

int run_import(ImportRequest& request) {
  if (is_session_format(request.format)) {
    return import_sessions({request.where, request.paths, find_session_format(request.format), request.names_context,
                            request.follow, request.json});
  }
  if (request.paths.size() != 1) return report(one_file());
  if (request.follow) {
    return report({Code::InvalidArgument, "--follow is for session logs", std::string(errors::kOptionInvalid), {}});
  }
  request.file = request.paths.front();
  return request.format.empty() ? import_history(request) : import_log(request);
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
  verb.add_flag("--append", request->log.append,
                "with --log, add to existing contexts; refuses a conversation that the context contains, unless "
                "--context names it")
      ->needs(log);
  verb.add_flag("--skip-existing", request->log.skip_existing,
                "with --log, skip conversations whose context is not empty; with --append only duplicates")
      ->needs(log);
  verb.add_option("--from", request->log.from, "with --log, the number of the first conversation to import; default: 1")
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
    request->log.is_named = request->names_context;
    exit_code = run_import(*request);
  });
}

}  // namespace latewood::cli
