#include "cli/verbs/store/doctor.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

#include "latewood/errors.h"
#include "latewood/working_diff.h"

namespace latewood::cli {
namespace {

namespace fs = std::filesystem;

// A log of this size slows down every reader. An open reader or a crash prevented a checkpoint.
constexpr std::uint64_t kLongLog = std::uint64_t{64} * 1024 * 1024;

// ---- the file ----

// The path of a store that is a file; nullopt for other stores.
std::optional<std::string> file_of_store(const std::string& store) {
  constexpr std::string_view kScheme = "sqlite:";
  if (store.starts_with(kScheme)) return store.substr(kScheme.size());
  const bool is_other = store.find("://") != std::string::npos || store.starts_with("memory:");
  return is_other ? std::nullopt : std::optional(store);
}

std::string permissions_text(fs::perms perms) {
  constexpr std::array kBits = {fs::perms::owner_read,  fs::perms::owner_write,  fs::perms::owner_exec,
                                fs::perms::group_read,  fs::perms::group_write,  fs::perms::group_exec,
                                fs::perms::others_read, fs::perms::others_write, fs::perms::others_exec};
  std::string text = "rwxrwxrwx";
  for (std::size_t i = 0; i < kBits.size(); ++i) {
    if ((perms & kBits[i]) == fs::perms::none) text[i] = '-';
  }
  return text;
}

std::uint64_t size_of(const std::string& path) {
  std::error_code missing;
  const auto size = fs::file_size(path, missing);
  return missing ? 0 : size;
}

// The header of an SQLite file; integers are big-endian.
struct Header {
  std::string bytes;

  static std::optional<Header> read(const std::string& path) {
    Header header{std::string(100, '\0')};
    std::ifstream file(path, std::ios::binary);
    file.read(header.bytes.data(), static_cast<std::streamsize>(header.bytes.size()));
    const bool is_ours =
        file.gcount() == 100 && header.bytes.starts_with("SQLite format 3") && header.number(68, 4) == kOurs;
    return is_ours ? std::optional(header) : std::nullopt;
  }
  std::uint64_t number(std::size_t at, std::size_t size) const {
    std::uint64_t value = 0;
    for (std::size_t i = at; i < at + size; ++i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
  }
  std::uint64_t page_bytes() const { return number(16, 2) == 1 ? 65536 : number(16, 2); }
  std::uint64_t free_pages() const { return number(36, 4); }
  std::int64_t schema() const { return static_cast<std::int64_t>(number(60, 4)); }

  static constexpr std::uint64_t kOurs = 0x4c574f44;  // docs/format/store.md
};

// Files beside the store that an interrupted backup or export left behind.
std::vector<std::string> leftovers_beside(const std::string& path) {
  std::vector<std::string> found;
  std::error_code ignored;
  const fs::path folder = fs::path(path).parent_path();
  const std::string name = fs::path(path).filename().string();
  for (const auto& entry : fs::directory_iterator(folder.empty() ? fs::path(".") : folder, ignored)) {
    const std::string other = entry.path().filename().string();
    const bool is_unfinished = other.ends_with(".part") || other.ends_with(".partial");
    if (is_unfinished && other.starts_with(name + ".")) found.push_back(other);
  }
  return found;
}

void look_at_file(const std::string& path, Findings& found) {
  std::error_code missing;
  const auto status = fs::status(path, missing);
  if (missing || !fs::is_regular_file(status)) return;
  StoreFile file;
  file.bytes = size_of(path);
  file.log_bytes = size_of(path + "-wal");
  file.permissions = permissions_text(status.permissions());
  file.leftovers = leftovers_beside(path);
  if (const auto header = Header::read(path)) {
    file.free_bytes = header->free_pages() * header->page_bytes();
    found.schema = header->schema();
  }
  const bool others_may_write = (status.permissions() & fs::perms::others_write) != fs::perms::none;
  if (others_may_write) found.advice.push_back("every user can write to the file: chmod o-w " + path);
  if (file.log_bytes > kLongLog) {
    found.advice.emplace_back(
        "the log is long, perhaps because a reader stays open; the next commit without readers empties it");
  }
  for (const std::string& name : file.leftovers) {
    found.advice.push_back(name + " is incomplete: remove it if no process is writing it");
  }
  found.file = std::move(file);
}

// ---- the contents ----

Result<void> look_at_records(Repository& repository, const Progress& progress, Findings& found) {
  auto wrong = repository.fsck({}, progress);
  if (!wrong) return wrong.error();
  found.wrong = *std::move(wrong);
  auto tables = repository.table_sizes();
  if (!tables) return tables.error();
  found.tables = *std::move(tables);
  const auto uploads = repository.store().list_uploads();
  if (!uploads) return uploads.error();
  found.uploads = uploads->size();
  if (!found.wrong.empty()) return {};
  CollectOptions options;
  options.dry_run = DryRun::Yes;
  const auto garbage = repository.collect(options, progress);
  if (!garbage) return garbage.error();
  found.collectable_bytes = garbage->bytes;
  return {};
}

Result<void> look_at_imports(Repository& repository, const std::vector<store::ContextRecord>& contexts,
                             Findings& found) {
  const auto marks = repository.store().find_states("arriving/");
  if (!marks) return marks.error();
  for (const store::ContextState& mark : marks->states) {
    if (mark.state.value == "arrived") continue;
    for (const store::ContextRecord& context : contexts) {
      if (context.key == mark.context) found.unfinished_imports.push_back("into context " + context.name);
    }
  }
  return {};
}

std::string edits_text(const Context& context) {
  if (context.stale_edits() > 0) return std::to_string(context.stale_edits()) + " edits that need a rebase";
  const auto edits = working_diff(context);
  if (!edits) return {};
  const std::size_t nodes = edits->added.size() + edits->removed.size() + edits->changed.size();
  if (nodes > 0) return "edits of " + std::to_string(nodes) + (nodes == 1 ? " node" : " nodes");
  return pin_edits(context).is_empty() ? std::string() : "pins";
}

Result<void> look_at_edits(Repository& repository, const std::vector<store::ContextRecord>& contexts, Findings& found) {
  for (const store::ContextRecord& record : contexts) {
    const auto journals = repository.store().list_journals(record.key);
    if (!journals) return journals.error();
    for (const std::string& branch : *journals) {
      const auto context = repository.open_context(record.name, {.branch = branch, .create = false});
      const std::string where = "context " + record.name + ", branch " + branch + ": ";
      if (!context) {
        found.wrong.push_back(where + context.error().message);
        continue;
      }
      const std::string edits = edits_text(*context);
      if (!edits.empty()) found.waiting.push_back(where + edits);
    }
  }
  return {};
}

Result<std::vector<store::ContextRecord>> list_contexts(Repository& repository) {
  std::vector<store::ContextRecord> contexts;
  for (;;) {
    const store::ContextKey after = contexts.empty() ? store::ContextKey{} : contexts.back().key;
    auto piece = repository.store().list_contexts(after, 1024);
    if (!piece) return piece.error();
    if (piece->empty()) return contexts;
    contexts.insert(contexts.end(), piece->begin(), piece->end());
  }
}

Result<void> look_inside(Repository& repository, const Progress& progress, Findings& found) {
  const auto contexts = list_contexts(repository);
  if (!contexts) return contexts.error();
  found.contexts = contexts->size();
  if (auto looked = look_at_records(repository, progress, found); !looked) return looked;
  if (auto looked = look_at_imports(repository, *contexts, found); !looked) return looked;
  return look_at_edits(repository, *contexts, found);
}

// ---- the advice ----

void advise(Findings& found) {
  std::vector<std::string> first;
  if (!found.wrong.empty()) {
    first.emplace_back(
        "copy the file first; then `latewood fsck --repair` rebuilds pages, and "
        "`latewood verify --all` shows which history is intact");
  }
  const bool has_unfinished = found.uploads > 0 || !found.unfinished_imports.empty();
  if (has_unfinished) {
    first.emplace_back("if no import is running, `latewood gc --all --uploads` removes unfinished imports");
  }
  if (!found.waiting.empty()) first.emplace_back("`latewood status` shows uncommitted edits; commit or reset them");
  const std::uint64_t all = found.file ? found.file->bytes : 0;
  if (found.collectable_bytes > all / 10) {
    first.emplace_back("`latewood gc --all --compact` removes the garbage");
  } else if (found.file && found.file->free_bytes > all / 4 && found.file->free_bytes > std::uint64_t{1} << 20) {
    first.emplace_back("`latewood gc --all --compact` returns the free bytes to the disk");
  }
  found.advice.insert(found.advice.begin(), first.begin(), first.end());
}

// The advice for a store that does not open.
std::string advice_on_opening(const Error& error) {
  if (error.code == Code::Unsupported)
    return "check the file name, or use the version of latewood that created the file";
  if (error.code == Code::Corruption)
    return "copy the file, then replace it by a `latewood backup`, or import a bundle";
  return "make the file readable or the server reachable, then run doctor again";
}

}  // namespace

Result<Findings> examine(const Where& where, const Progress& progress) {
  Findings found;
  found.store = store_name(where);
  if (const auto path = file_of_store(where.store)) look_at_file(*path, found);
  auto repository = open_repository(where, StoreUse::Read);
  if (!repository && repository.error().code == Code::NotFound) return repository.error();
  const Result<void> looked = repository ? look_inside(*repository, progress, found) : Result<void>(repository.error());
  if (!looked && looked.error().rule == errors::kInterrupted) return looked.error();
  if (!looked) found.wrong.push_back(looked.error().message);
  if (!repository) {
    found.advice.insert(found.advice.begin(), advice_on_opening(repository.error()));
  } else {
    advise(found);
  }
  return found;
}

}  // namespace latewood::cli
