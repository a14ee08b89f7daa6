#include <algorithm>
#include <map>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/session_log.h"
#include "sessions/log_file.h"
#include "sessions/log_history.h"
#include "sessions/members.h"

namespace latewood::sessions {
// The text that tells the format of a file.
inline constexpr std::size_t kStart = std::size_t{64} << 10;

namespace {

using ReadLine = void (*)(std::string_view, ReaderState&, std::vector<LogEntry>&);

ReadLine reader_of(SessionFormat format) {
  if (format == SessionFormat::Codex) return read_codex;
  return format == SessionFormat::Pi ? read_pi : read_claude_code;
}

}  // namespace

// A file with what was read of it.
class LogImport {
 public:
  LogImport(const Repository& repository, const SessionImportOptions& options, SessionFormat format, LogFile file)
      : format_(format),
        file_(std::move(file)),
        tree_(reader_, [this](const LogPlace& place) { return reload(place); }),
        history_(repository, options, reader_, tree_, format) {
    report_.format = format;
  }
  LogImport(const LogImport&) = delete;
  LogImport& operator=(const LogImport&) = delete;

  bool is_of_lines() const { return !is_document(format_); }

  // Reads the lines that were added. `takes_last`: also a last line without its end.
  Result<void> read_lines(bool takes_last, const Progress& progress) {
    LW_TRY_ASSIGN(const std::uint64_t size, file_.size());
    LogLines lines(file_, offset_, size);
    for (;;) {
      LW_TRY_ASSIGN(LogLines::Line line, lines.next());
      if (!line.is_there || (!line.is_whole && !takes_last)) break;
      offset_ = line.offset + line.text.size() + (line.is_whole ? 1 : 0);
      LW_TRY(take_line(line));
      if (progress && report_.lines % 64 == 0) LW_TRY(progress(std::min(offset_, size), size));
    }
    return {};
  }

  Result<void> read_document() {
    LW_TRY_ASSIGN(const std::uint64_t size, file_.size());
    LW_TRY_ASSIGN(const std::string text, file_.read(0, static_cast<std::size_t>(size)));
    LW_TRY_ASSIGN(std::vector<LoggedConversation> conversations,
                  format_ == SessionFormat::Letta ? read_letta(text) : read_chatgpt(text));
    for (LoggedConversation& conversation : conversations) {
      state_.system = conversation.system;
      state_.has_system = conversation.has_system;
      for (LogEntry& entry : conversation.entries) {
        ++report_.lines;
        LW_TRY(take_entry(std::move(entry), {0, 0, kNeverAgain}));
      }
    }
    return {};
  }

  Result<SessionImport> finish(bool is_end) {
    LW_TRY(history_.settle_all(is_end));
    SessionImport done = report_;
    done.contexts = history_.take_report();
    report_.lines = report_.imported = report_.noted = 0;
    report_.unknown.clear();
    return done;
  }

 private:
  static constexpr std::uint32_t kNeverAgain = 0xffffffff;

  Result<void> take_line(const LogLines::Line& line) {
    ++report_.lines;
    state_.line = ++line_;
    if (line.text.find_first_not_of(" \t\r") == line.text.npos) {
      ++report_.noted;
      return {};
    }
    if (line.is_cut) return take_entry(unknown_entry("a line of more than 256 MiB"), {});
    std::vector<LogEntry> entries;
    reader_of(format_)(line.text, state_, entries);
    const LogPlace place{line.offset, static_cast<std::uint32_t>(line.text.size()), 0};
    // A line is what its first entry is; those after it belong to it.
    for (std::size_t at = 0; at < entries.size(); ++at) {
      LogPlace own = place;
      own.part = static_cast<std::uint32_t>(at);
      LW_TRY(take_entry(std::move(entries[at]), own, at == 0));
    }
    if (entries.empty()) ++report_.noted;
    return {};
  }

  Result<void> take_entry(LogEntry entry, const LogPlace& place, bool is_counted = true) {
    const EntryKind kind = entry.kind;
    if (kind == EntryKind::Unknown) report_.unknown.push_back({line_of(place), entry.reason});
    const bool lacks_id = kind == EntryKind::Message && entry.id.empty();
    if (lacks_id) report_.unknown.push_back({line_of(place), "a message without an id"});
    const std::optional<LoggedResponse> response = entry.response;
    EntryIndex index = kNoEntry;
    const SessionTree::Taken taken = tree_.add(std::move(entry), place, index);
    const bool is_known = kind != EntryKind::Unknown && !lacks_id;
    const bool is_said = kind == EntryKind::Message || kind == EntryKind::Boundary;
    if (is_counted && is_known) ++(is_said && taken == SessionTree::Taken::Placed ? report_.imported : report_.noted);
    if (taken != SessionTree::Taken::Placed) return {};
    LogRoot& root = tree_.root_of(index);
    if (state_.has_system && !root.has_system) {
      root.system = state_.system;
      root.has_system = true;
    }
    return history_.note(index, response, tree_.at(index).blocks);
  }

  std::uint64_t line_of(const LogPlace&) const { return is_document(format_) ? report_.lines : line_; }

  Result<std::vector<Component>> reload(const LogPlace& place) const {
    if (place.part == kNeverAgain) return Error{Code::Unavailable, "the document was read once", {}, {}};
    LW_TRY_ASSIGN(const std::string line, file_.read(place.offset, place.size));
    ReaderState state = state_;
    std::vector<LogEntry> entries;
    reader_of(format_)(line, state, entries);
    const bool is_there = place.part < entries.size() && entries[place.part].kind != EntryKind::Unknown;
    if (!is_there) {
      return Error{Code::Conflict, "the log changed while it was being read", std::string(kConflict), {}};
    }
    return std::move(entries[place.part].blocks);
  }

  SessionFormat format_;
  LogFile file_;
  reconcile::UnitReader reader_;
  SessionTree tree_;
  LogHistory history_;
  ReaderState state_;
  SessionImport report_;
  std::uint64_t offset_ = 0;
  std::uint64_t line_ = 0;
};

}  // namespace latewood::sessions

namespace latewood {

using sessions::LogFile;
using sessions::LogImport;

struct SessionImporter::Impl {
  Repository repository;
  SessionImportOptions options;
  std::map<std::string, std::unique_ptr<LogImport>> followed = {};

  Result<std::unique_ptr<LogImport>> open(const std::string& path) const {
    LW_TRY_ASSIGN(LogFile file, LogFile::open(path));
    return open(std::move(file), path);
  }

  Result<std::unique_ptr<LogImport>> open(LogFile file, const std::string& path) const {
    LW_TRY_ASSIGN(const std::uint64_t size, file.size());
    std::optional<SessionFormat> format = options.format;
    if (!format) {
      LW_TRY_ASSIGN(const std::string start,
                    file.read(0, static_cast<std::size_t>(std::min<std::uint64_t>(size, sessions::kStart))));
      format = detect_session_format(start);
    }
    if (!format) {
      return Error{Code::Unsupported,
                   path + ": no session log that is known: claude-code, codex, pi, chatgpt, letta",
                   std::string(kChatLogInvalid),
                   {}};
    }
    return std::make_unique<LogImport>(repository, options, *format, std::move(file));
  }
};

SessionImporter::SessionImporter(Repository repository, SessionImportOptions options)
    : impl_(std::make_unique<Impl>(Impl{std::move(repository), std::move(options)})) {}
SessionImporter::SessionImporter(SessionImporter&&) noexcept = default;
SessionImporter& SessionImporter::operator=(SessionImporter&&) noexcept = default;
SessionImporter::~SessionImporter() = default;

namespace {

Result<SessionImport> import_whole(LogImport& log, const Progress& progress) {
  LW_TRY(log.is_of_lines() ? log.read_lines(true, progress) : log.read_document());
  return log.finish(true);
}

}  // namespace

Result<SessionImport> SessionImporter::import_file(const std::string& path, const Progress& progress) {
  LW_TRY_ASSIGN(const std::unique_ptr<LogImport> log, impl_->open(path));
  return import_whole(*log, progress);
}

Result<SessionImport> SessionImporter::import_text(std::string text, const std::string& name,
                                                   const Progress& progress) {
  LW_TRY_ASSIGN(const std::unique_ptr<LogImport> log, impl_->open(LogFile::of_text(std::move(text), name), name));
  return import_whole(*log, progress);
}

Result<SessionImport> SessionImporter::follow_file(const std::string& path) {
  std::unique_ptr<LogImport>& log = impl_->followed[path];
  if (!log) {
    LW_TRY_ASSIGN(log, impl_->open(path));
  }
  // A document has no lines to go on from.
  if (!log->is_of_lines()) {
    log.reset();
    return import_file(path);
  }
  auto read = log->read_lines(false, {});
  auto done = read ? log->finish(false) : Result<SessionImport>(read.error());
  // After an error the position in the log is unknown. The next call reads the log from its beginning, and imports the
  // messages that the store does not have.
  if (!done) log.reset();
  return done;
}

}  // namespace latewood
