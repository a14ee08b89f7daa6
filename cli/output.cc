#include "output.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace latewood::cli {
namespace {

Error failed(int reason) {
  return {Code::Unavailable, reason == 0 ? "the result could not be written" : std::strerror(reason), {}, {}};
}

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

}  // namespace

Result<void> save_output(const std::string& path, const std::function<Result<void>(const ByteSink& sink)>& write) {
  // A pipe or a device is written to; a file in its place would be another thing.
  std::error_code unknown;
  const auto status = std::filesystem::status(path, unknown);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) return write_file(path, write);
  const std::string unfinished = path + ".part";
  const Result<void> written = write_file(unfinished, write);
  std::error_code error;
  if (written) std::filesystem::rename(unfinished, path, error);
  if (written && !error) return {};
  std::error_code ignored;
  std::filesystem::remove(unfinished, ignored);
  return written ? failed(error.value()) : written;
}

}  // namespace latewood::cli
