#include "cli/verbs/documents/import_sessions.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>

#include "cli/terminal/printable.h"
#include "cli/terminal/progress.h"
#include "cli/terminal/report.h"
#include "cli/text/counted.h"
#include "cli/text/json_output.h"
#include "latewood/errors.h"

namespace latewood::cli {
namespace {

namespace fs = std::filesystem;

constexpr auto kPollTime = std::chrono::milliseconds(300);

bool is_log_name(const fs::path& path) {
  const std::string extension = path.extension().string();
  return extension == ".jsonl" || extension == ".json" || extension == ".af";
}

// Conversations of sub-agents come after those that began them.
bool is_before(const fs::path& a, const fs::path& b) {
  const auto rank = [](const fs::path& path) {
    return std::tuple(path.filename().string().starts_with("agent-"), path.string());
  };
  return rank(a) < rank(b);
}

struct LogPath {
  std::string path;
  bool is_named = false;  // by the user, and not found in a folder
};

Result<std::vector<LogPath>> logs_in(const std::vector<std::string>& paths) {
  std::vector<LogPath> logs;
  for (const std::string& path : paths) {
    std::error_code fault;
    if (!fs::is_directory(path, fault)) {
      logs.push_back({path, true});
      continue;
    }
    std::vector<fs::path> found;
    fs::recursive_directory_iterator at(path, fs::directory_options::skip_permission_denied, fault);
    for (; !fault && at != fs::recursive_directory_iterator(); at.increment(fault)) {
      if (at->is_regular_file(fault) && is_log_name(at->path())) found.push_back(at->path());
    }
    if (fault) return Error{Code::Unavailable, path + ": " + fault.message(), {}, {}};
    std::sort(found.begin(), found.end(), is_before);
    for (const fs::path& each : found) logs.push_back({each.string(), false});
  }
  return logs;
}

void print_context(const SessionContext& context) {
  std::cout << "  context " << printable(context.name) << ": " << counted(context.commits, "commit");
  if (context.known > 0) std::cout << " and " << context.known << " known already";
  if (context.branches > 0) std::cout << ", " << counted(context.branches, "new branch", "new branches");
  std::cout << ", " << counted(context.attempts, "answer");
  if (context.waiting > 0) std::cout << "; " << counted(context.waiting, "block") << " in the active head";
  if (!context.parent.empty()) std::cout << "; begun by context " << printable(context.parent);
  if (!context.has_system) std::cout << "; the log has no system text: reports of its prefix are lower bounds";
  std::cout << '\n';
}

void print_import(const std::string& path, const SessionImport& done, bool json) {
  if (json) {
    print_json(json_of(done, path));
    return;
  }
  std::cout << printable(path) << " (" << to_string(done.format) << "): " << counted(done.lines, "line") << ": "
            << done.imported << " imported, " << done.noted << " noted, " << done.unknown.size() << " unknown\n";
  for (const SessionContext& context : done.contexts) print_context(context);
  for (const LogLine& line : done.unknown) {
    std::cout << "  line " << line.number << ": " << printable(line.reason) << '\n';
  }
}

// Whether a file of a folder is just no log.
bool is_no_log(const Error& error) { return error.code == Code::Unsupported; }

int import_all(SessionImporter& importer, const std::vector<LogPath>& logs, const SessionsRequest& request) {
  int exit_code = kSuccess;
  std::size_t skipped = 0;
  for (const LogPath& log : logs) {
    const auto done =
        with_progress("import", [&](const Progress& progress) { return importer.import_file(log.path, progress); });
    if (done) {
      print_import(log.path, *done, request.json);
    } else if (!log.is_named && is_no_log(done.error())) {
      ++skipped;
    } else {
      exit_code = report(done.error());
      if (done.error().rule == errors::kInterrupted) return exit_code;
    }
  }
  if (skipped > 0) std::cerr << "note: " << counted(skipped, "file") << " skipped that are no session logs\n";
  const int printed = finish_output("the import is complete");
  return exit_code == kSuccess ? printed : exit_code;
}

int follow_all(SessionImporter& importer, const SessionsRequest& request) {
  ProgressLine interruption("follow");
  for (;;) {
    const auto logs = logs_in(request.paths);
    if (!logs) return report(logs.error());
    for (const LogPath& log : *logs) {
      const auto done = importer.follow_file(log.path);
      if (!done && !log.is_named && is_no_log(done.error())) continue;
      if (!done) return report(done.error());
      if (done->lines > 0) print_import(log.path, *done, request.json);
    }
    if (const int printed = finish_output(); printed != kSuccess) return printed;
    std::this_thread::sleep_for(kPollTime);
    if (!interruption.check()) return kSuccess;
  }
}

}  // namespace

bool is_session_format(std::string_view name) { return name == "auto" || find_session_format(name).has_value(); }

int import_sessions(SessionsRequest request) {
  const auto logs = logs_in(request.paths);
  if (!logs) return report(logs.error());
  if (request.names_context && logs->size() > 1) {
    return report({Code::InvalidArgument,
                   "each log goes to a context named by its session: leave out --context",
                   std::string(errors::kOptionInvalid),
                   {}});
  }
  return with_repository(request.where, StoreUse::Create, [&](Repository& repository) {
    SessionImportOptions options;
    options.format = request.format;
    options.actor = request.where.actor;
    if (request.names_context) options.context = request.where.context;
    SessionImporter importer(repository, options);
    return request.follow ? follow_all(importer, request) : import_all(importer, *logs, request);
  });
}

}  // namespace latewood::cli
