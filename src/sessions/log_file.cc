#include "sessions/log_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/try.h"

namespace latewood::sessions {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;

Error unreadable(const std::string& path) {
  const Code code = errno == ENOENT ? Code::NotFound : Code::Unavailable;
  return {code, path + ": " + std::strerror(errno), {}, {}};
}

}  // namespace

Result<LogFile> LogFile::open(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return unreadable(path);
  return LogFile(descriptor, path);
}

LogFile LogFile::of_text(std::string text, std::string name) {
  LogFile file(-1, std::move(name));
  file.text_ = std::move(text);
  return file;
}

LogFile& LogFile::operator=(LogFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(path_, other.path_);
  std::swap(text_, other.text_);
  return *this;
}

LogFile::~LogFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<std::uint64_t> LogFile::size() const {
  if (descriptor_ < 0) return std::uint64_t{text_.size()};
  struct stat facts {};
  if (::fstat(descriptor_, &facts) != 0) return unreadable(path_);
  if (S_ISDIR(facts.st_mode)) return Error{Code::InvalidArgument, path_ + ": a folder, not a file", {}, {}};
  return static_cast<std::uint64_t>(facts.st_size);
}

Result<std::string> LogFile::read(std::uint64_t offset, std::size_t size) const {
  if (descriptor_ < 0) return text_.substr(std::min<std::uint64_t>(offset, text_.size()), size);
  std::string bytes(size, '\0');
  std::size_t done = 0;
  while (done < size) {
    const ssize_t more = ::pread(descriptor_, bytes.data() + done, size - done, static_cast<off_t>(offset + done));
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) return unreadable(path_);
    if (more == 0) break;
    done += static_cast<std::size_t>(more);
  }
  bytes.resize(done);
  return bytes;
}

Result<LogLines::Line> LogLines::next() {
  Line line;
  line.offset = offset_;
  for (;;) {
    if (at_ == piece_.size()) {
      if (offset_ >= end_) break;
      const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, end_ - offset_));
      LW_TRY_ASSIGN(piece_, file_->read(offset_, most));
      at_ = 0;
      if (piece_.empty()) break;
    }
    const std::size_t feed = piece_.find('\n', at_);
    const std::size_t end = feed == piece_.npos ? piece_.size() : feed;
    line.is_there = true;
    const std::size_t room = kLongestLine - std::min(kLongestLine, line.text.size());
    line.is_cut = line.is_cut || end - at_ > room;
    line.text.append(piece_, at_, std::min(end - at_, room));
    const std::size_t after = feed == piece_.npos ? end : end + 1;
    offset_ += after - at_;
    at_ = after;
    if (feed == piece_.npos) continue;
    line.is_whole = true;
    break;
  }
  if (line.text.ends_with('\r')) line.text.pop_back();
  return line;
}

}  // namespace latewood::sessions
