#include "cli/verbs/doors/line_reader.h"

#include <unistd.h>

#include <cerrno>

namespace latewood::cli {
namespace {

constexpr std::size_t kPiece = 64 * 1024;

}  // namespace

bool LineReader::fill() {
  if (is_at_end_) return false;
  buffer_.resize(kPiece);
  at_ = 0;
  ssize_t count = 0;
  do {
    count = ::read(STDIN_FILENO, buffer_.data(), buffer_.size());
  } while (count < 0 && errno == EINTR);
  is_at_end_ = count <= 0;
  buffer_.resize(is_at_end_ ? 0 : static_cast<std::size_t>(count));
  return !is_at_end_;
}

std::optional<LineReader::Line> LineReader::next() {
  Line line;
  bool has_any = false;
  while (at_ < buffer_.size() || fill()) {
    has_any = true;
    const std::size_t end = buffer_.find('\n', at_);
    const std::size_t stop = end == std::string::npos ? buffer_.size() : end;
    const bool fits = !line.is_too_long && line.text.size() + (stop - at_) <= most_;
    if (fits) {
      line.text.append(buffer_, at_, stop - at_);
    } else {
      line.is_too_long = true;
      line.text.clear();
    }
    at_ = end == std::string::npos ? stop : stop + 1;
    if (end != std::string::npos) return line;
  }
  return has_any ? std::optional(std::move(line)) : std::nullopt;
}

}  // namespace latewood::cli
