// The file of a store: its size, its log, its permissions, and the files that interrupted commands left beside it.
#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "operations/doctor/findings.h"

namespace latewood::operations {
namespace {

namespace fs = std::filesystem;

// A log of this size slows down every reader. An open reader or a crash prevented a checkpoint.
constexpr std::uint64_t kLongLog = std::uint64_t{64} * 1024 * 1024;

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

}  // namespace

void look_at_file(const std::string& url, Findings& found) {
  const auto path = file_of_store(url);
  if (!path) return;
  std::error_code missing;
  const auto status = fs::status(*path, missing);
  if (missing || !fs::is_regular_file(status)) return;
  StoreFile file;
  file.bytes = size_of(*path);
  file.log_bytes = size_of(*path + "-wal");
  file.permissions = permissions_text(status.permissions());
  file.leftovers = leftovers_beside(*path);
  if (const auto header = Header::read(*path)) {
    file.free_bytes = header->free_pages() * header->page_bytes();
    found.schema = header->schema();
  }
  const bool others_may_write = (status.permissions() & fs::perms::others_write) != fs::perms::none;
  if (others_may_write) found.advice.push_back("every user can write to the file: chmod o-w " + *path);
  if (file.log_bytes > kLongLog) {
    found.advice.emplace_back(
        "the log is long, perhaps because a reader stays open; the next commit without readers empties it");
  }
  for (const std::string& name : file.leftovers) {
    found.advice.push_back(name + " is incomplete: remove it if no process is writing it");
  }
  found.file = std::move(file);
}

}  // namespace latewood::operations
