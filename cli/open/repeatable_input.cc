#include "cli/open/repeatable_input.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "cli/open/input.h"

namespace latewood::cli {
namespace {

constexpr std::size_t kPiece = std::size_t{64} * 1024;

Error unavailable(int reason) { return {Code::Unavailable, std::strerror(reason), {}, {}}; }

}  // namespace

Result<RepeatableInput> RepeatableInput::spooled(std::FILE* once) {
  errno = 0;
  File copy(std::tmpfile());
  if (copy == nullptr) return unavailable(errno);
  std::string buffer(kPiece, '\0');
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), once)) {
    if (std::fwrite(buffer.data(), 1, count, copy.get()) != count) return unavailable(errno);
  }
  if (std::ferror(once) != 0) return unavailable(errno);
  if (std::fflush(copy.get()) != 0) return unavailable(errno);
  return RepeatableInput(std::move(copy));
}

Result<RepeatableInput> RepeatableInput::open(const std::string& path) {
  if (path == "-") return spooled(stdin);
  if (const auto refused = refuse_folder(path); !refused) return refused.error();
  errno = 0;
  File file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr) return cannot_open(errno);
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return spooled(file.get());
  return RepeatableInput(std::move(file));
}

ByteSource RepeatableInput::pieces() {
  std::rewind(file_.get());
  return [this]() -> Result<std::string_view> {
    buffer_.resize(kPiece);
    const std::size_t count = std::fread(buffer_.data(), 1, buffer_.size(), file_.get());
    if (count == 0 && std::ferror(file_.get()) != 0) return unavailable(errno);
    return std::string_view(buffer_).substr(0, count);
  };
}

}  // namespace latewood::cli
