// A folder for the files of one figure, gone with it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace latewood::bench {

class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "lw_bench_XXXXXX").string();
    const char* made = ::mkdtemp(name.data());
    if (made == nullptr) std::abort();
    path_ = made;
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }

  std::string file(const std::string& name) const { return (path_ / name).string(); }
  // The size of all files in the folder.
  std::uint64_t bytes() const {
    std::uint64_t sum = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path_)) {
      if (entry.is_regular_file()) sum += entry.file_size();
    }
    return sum;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace latewood::bench
