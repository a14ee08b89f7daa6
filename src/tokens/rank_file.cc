#include "tokens/rank_file.h"

#include <dlfcn.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "latewood/tokens.h"

namespace latewood {
namespace {

namespace fs = std::filesystem;

struct GivenFolder {
  std::mutex mutex;
  std::string folder;
};

GivenFolder& given_folder() {
  static GivenFolder given;
  return given;
}

}  // namespace

void set_token_folder(std::string folder) {
  GivenFolder& given = given_folder();
  const std::lock_guard lock(given.mutex);
  given.folder = std::move(folder);
}

namespace tokens {
namespace {

// The file with this code: a shared library, or else the program.
std::vector<fs::path> code_files() {
  std::vector<fs::path> files;
  std::error_code ignored;
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&set_token_folder), &info) != 0 && info.dli_fname != nullptr) {
    const fs::path file = fs::canonical(info.dli_fname, ignored);
    if (!ignored) files.push_back(file);
  }
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  if (!ignored) files.push_back(program);
  return files;
}

std::vector<fs::path> folders() {
  constexpr int kLevels = 6;
  std::vector<fs::path> all;
  GivenFolder& given = given_folder();
  {
    const std::lock_guard lock(given.mutex);
    if (!given.folder.empty()) all.emplace_back(given.folder);
  }
  for (const fs::path& file : code_files()) {
    fs::path above = file.parent_path();
    for (int level = 0; level <= kLevels; ++level, above = above.parent_path()) {
      all.push_back(above / "share" / "latewood");
      if (above == above.parent_path()) break;
    }
  }
  return all;
}

std::optional<std::string> read_file(const fs::path& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) return std::nullopt;
  std::string bytes;
  std::vector<char> part(std::size_t{1} << 18U);
  while (const std::size_t size = std::fread(part.data(), 1, part.size(), file.get())) bytes.append(part.data(), size);
  return std::ferror(file.get()) != 0 ? std::nullopt : std::optional(std::move(bytes));
}

}  // namespace

Result<std::string> load_rank_file(std::string_view name) {
  const std::string file = std::string(name) + ".ranks";
  const std::vector<fs::path> places = folders();
  for (const fs::path& folder : places) {
    if (auto bytes = read_file(folder / file)) return *std::move(bytes);
  }
  Error error{
      Code::Unavailable, "the exact counter " + std::string(name) + " needs its ranks, and no folder has " + file, {}};
  error.hint =
      "tools/bootstrap.sh makes it in build/share/latewood, installed packages have it in share/latewood; the "
      "counter '" +
      std::string(kEstimateCounter) + "' needs no file";
  return error;
}

}  // namespace tokens
}  // namespace latewood
