#include "server/proxy/body_frame.h"

#include <algorithm>

namespace latewood::server {
namespace {

constexpr std::size_t kMostDigits = 15;
constexpr std::size_t kMostTrailers = 64 * 1024;

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

BodyFrame::BodyFrame(Kind kind, std::uint64_t left) : kind_(kind), left_(left) {
  if (kind == Kind::None || (kind == Kind::Length && left == 0)) state_ = State::Done;
  if (kind == Kind::Chunks) state_ = State::Size;
}

std::size_t BodyFrame::take(std::string_view bytes, std::string& content) {
  std::size_t taken = 0;
  while (taken < bytes.size() && state_ != State::Done && state_ != State::Broken) {
    if (state_ == State::Data) {
      const std::uint64_t rest = bytes.size() - taken;
      const std::uint64_t size = kind_ == Kind::Close ? rest : std::min(left_, rest);
      content.append(bytes.substr(taken, static_cast<std::size_t>(size)));
      taken += static_cast<std::size_t>(size);
      if (kind_ == Kind::Close) continue;
      left_ -= size;
      if (left_ == 0) state_ = kind_ == Kind::Length ? State::Done : State::DataEnd;
      continue;
    }
    const char c = bytes[taken++];
    if (state_ == State::Size || state_ == State::Extension || state_ == State::SizeEnd) {
      take_size(c);
    } else {
      take_line(c);
    }
  }
  return taken;
}

// The line with the size of a chunk, which may have an extension.
void BodyFrame::take_size(char c) {
  if (state_ == State::SizeEnd) {
    state_ = State::Broken;
    if (c == '\n') end_size();
    return;
  }
  if (c == '\r') {
    state_ = digits_ > 0 ? State::SizeEnd : State::Broken;
    return;
  }
  if (state_ == State::Extension) {
    if (++line_length_ > kMostTrailers || c == '\n') state_ = State::Broken;
    return;
  }
  if (const int digit = digit_of(c); digit >= 0 && digits_ < kMostDigits) {
    left_ = left_ * 16 + static_cast<std::uint64_t>(digit);
    ++digits_;
    return;
  }
  state_ = digits_ > 0 && (c == ';' || c == ' ' || c == '\t') ? State::Extension : State::Broken;
}

void BodyFrame::end_size() {
  digits_ = 0;
  line_length_ = 0;
  state_ = left_ == 0 ? State::Trailer : State::Data;
}

// The line break behind the data of a chunk, and the lines behind the last chunk, of which an empty one is the end.
void BodyFrame::take_line(char c) {
  if (state_ == State::DataEnd) {
    // "\r", then "\n".
    const bool is_right = c == (line_length_ == 0 ? '\r' : '\n');
    ++line_length_;
    if (!is_right) state_ = State::Broken;
    if (line_length_ < 2 || !is_right) return;
    line_length_ = 0;
    state_ = State::Size;
    return;
  }
  if (++trailers_ > kMostTrailers) {
    state_ = State::Broken;
    return;
  }
  if (c == '\r') return;
  if (c != '\n') {
    ++line_length_;
    return;
  }
  if (line_length_ == 0) state_ = State::Done;
  line_length_ = 0;
}

}  // namespace latewood::server
