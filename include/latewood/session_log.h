// Logs that coding agents and chat programs write of their sessions, imported as histories.
//
//   SessionImporter importer(repository);
//   const SessionImport done = importer.import_file("session.jsonl").value();
//   for (const SessionContext& context : done.contexts) std::cout << context.name << '\n';
//   for (const LogLine& line : done.unknown) std::cout << "line " << line.number << ": " << line.reason << '\n';
//
// A session becomes a context: each request that the program sent is a commit, with the time of the log and the first
// words of its new messages; each answer is an attempt with its token counts. Forks become branches, conversations of
// sub-agents contexts of their own. docs/sessions.md has the formats and what is read of each.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/json_value.h"
#include "latewood/repository.h"
#include "latewood/result.h"

namespace latewood {

enum class SessionFormat : std::uint8_t { ClaudeCode, Codex, Pi, ChatGpt, Letta };

// "claude-code", "codex", "pi", "chatgpt", "letta".
std::string_view to_string(SessionFormat format);
// nullopt for any other text.
std::optional<SessionFormat> find_session_format(std::string_view name);
// The format of a log by its first lines; nullopt if it is none of these.
std::optional<SessionFormat> detect_session_format(std::string_view start);

// A line of a log, or an element of a document, from 1.
struct LogLine {
  std::uint64_t number = 0;
  std::string reason;
};

// A context that an import wrote to or found complete.
struct SessionContext {
  std::string name;
  std::string parent = {};     // for the conversation of a sub-agent the context that began it; empty: none
  std::uint64_t commits = 0;   // added
  std::uint64_t known = 0;     // requests that the context had already
  std::uint64_t branches = 0;  // added
  std::uint64_t attempts = 0;  // added
  std::uint64_t waiting = 0;   // blocks that no request has carried yet: in the active head
  bool has_system = false;     // whether the log has the system text
};

// Every line is imported, noted or unknown.
struct SessionImport {
  SessionFormat format = SessionFormat::ClaudeCode;
  std::uint64_t lines = 0;
  std::uint64_t imported = 0;  // messages and compactions
  std::uint64_t noted = 0;     // lines without a message: titles, states of the program, repeated lines
  std::vector<LogLine> unknown;
  std::vector<SessionContext> contexts;
};

// One object, with every member in the order of their names. `file`: the name of the log; empty: no such member.
JsonValue json_of(const SessionImport& done, const std::string& file = {});

struct SessionImportOptions {
  std::optional<SessionFormat> format = {};  // default: recognised by the first lines
  std::string context = {};  // for the session of the file, instead of the name made of its id; default: that name
  std::string actor = {};    // author of commits and provenance of nodes; default: empty
  // A commit waits for the disk once in so many, and the last one always. A power cut may lose the newest commits of an
  // import that has not returned; importing again adds them. Default: 200
  std::uint64_t commits_per_flush = 200;
};

// Ownership: shares the store with the repository. Threads: one thread at a time. Memory: a few hundred bytes for each
// line of a log besides the longest line; of a format that is one document, the document.
class SessionImporter {
 public:
  explicit SessionImporter(Repository repository, SessionImportOptions options = {});
  SessionImporter(SessionImporter&&) noexcept;
  SessionImporter& operator=(SessionImporter&&) noexcept;
  ~SessionImporter();

  // Imports the messages of the file that the store does not have yet. So a second import of a file adds nothing, and
  // after an interruption the next call completes the import.
  //
  // NotFound if there is no such file. Unsupported if `options.format` is nullopt and the first lines match no known
  // format. A line that cannot be read is no error: it is in `SessionImport::unknown`.
  Result<SessionImport> import_file(const std::string& path, const Progress& progress = {});

  // The same for the text of a file. `name` is for messages.
  Result<SessionImport> import_text(std::string text, const std::string& name, const Progress& progress = {});

  // Imports the lines that were added to the file since the last call with this path. A last line without a line feed
  // waits for the next call. The report counts only new lines. A format that is one document is imported again as a
  // whole.
  Result<SessionImport> follow_file(const std::string& path);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace latewood
