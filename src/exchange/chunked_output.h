// Output that is passed to a sink in pieces, so that a text of any size needs little memory.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "latewood/result.h"

namespace latewood::exchange {

class ChunkedOutput {
 public:
  using Sink = std::function<Result<void>(std::string_view piece)>;

  // `sink` must outlive this.
  explicit ChunkedOutput(const Sink& sink) : sink_(sink) { buffer_.reserve(kPiece + kPiece / 4); }

  // The buffer for the next bytes. Call `pass_on` regularly while writing.
  std::string& buffer() { return buffer_; }

  // Passes the buffer to the sink if it is large enough.
  Result<void> pass_on() {
    if (buffer_.size() < kPiece) return {};
    return finish();
  }

  // Passes the rest to the sink.
  Result<void> finish() {
    Result<void> result = buffer_.empty() ? Result<void>() : sink_(buffer_);
    buffer_.clear();
    return result;
  }

 private:
  static constexpr std::size_t kPiece = std::size_t{64} * 1024;

  const Sink& sink_;
  std::string buffer_;
};

}  // namespace latewood::exchange
