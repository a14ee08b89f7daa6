#include "cli/open/output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace latewood::cli {
namespace {

Error failed(int reason) {
  return {Code::Unavailable, reason == 0 ? "the result could not be written" : std::strerror(reason), {}, {}};
}

// Writes into the existing pipe or device.
Result<void> write_file(const std::string& path, const std::function<Result<void>(const ByteSink& sink)>& write) {
  errno = 0;
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  if (!file) return failed(errno);
  const Result<void> written = write([&file](std::string_view piece) -> Result<void> {
    file.write(piece.data(), static_cast<std::streamsize>(piece.size()));
    return file ? Result<void>() : failed(errno);
  });
  file.close();
  if (!written) return written;
  return file ? Result<void>() : failed(errno);
}

// A temporary file with a name of its own, also if two processes write the same result at once. It lies beside the
// final file, so that a rename is enough.
class UnfinishedFile {
 public:
  explicit UnfinishedFile(const std::string& path);
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;
  ~UnfinishedFile() {
    if (file_ != nullptr) std::fclose(file_);
    if (is_ours_) ::unlink(name_.c_str());
  }

  // After the constructor: 0, or the errno with which creating the file failed.
  int problem() const { return problem_; }
  Result<void> write(std::string_view piece) {
    const bool fits = std::fwrite(piece.data(), 1, piece.size(), file_) == piece.size();
    return fits ? Result<void>() : failed(errno);
  }
  // The file under the final name must be complete even after a power failure.
  Result<void> become(const std::string& path);

 private:
  std::string name_;
  std::FILE* file_ = nullptr;
  bool is_ours_ = false;
  int problem_ = 0;
};

UnfinishedFile::UnfinishedFile(const std::string& path) {
  const std::string prefix = path + "." + std::to_string(::getpid()) + "-";
  int opened = -1;
  for (int number = 1; opened < 0 && problem_ == 0; ++number) {
    name_ = prefix + std::to_string(number) + ".part";
    opened = ::open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (opened < 0 && errno != EEXIST) problem_ = errno;
  }
  if (problem_ != 0) return;
  is_ours_ = true;
  file_ = ::fdopen(opened, "wb");
  if (file_ != nullptr) return;
  problem_ = errno;
  ::close(opened);
}

Result<void> UnfinishedFile::become(const std::string& path) {
  if (std::fflush(file_) != 0 || ::fsync(::fileno(file_)) != 0) return failed(errno);
  if (std::rename(name_.c_str(), path.c_str()) != 0) return failed(errno);
  is_ours_ = false;
  return {};
}

}  // namespace

Result<void> save_output(const std::string& path, const std::function<Result<void>(const ByteSink& sink)>& write) {
  // A pipe or a device is written in place; a rename would replace it by a file.
  std::error_code unknown;
  const auto status = std::filesystem::status(path, unknown);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) return write_file(path, write);
  UnfinishedFile file(path);
  if (file.problem() != 0) return failed(file.problem());
  const Result<void> written = write([&file](std::string_view piece) { return file.write(piece); });
  return written ? file.become(path) : written;
}

}  // namespace latewood::cli
