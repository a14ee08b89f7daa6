// A file that is read more than once, in pieces.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include "latewood/exchange.h"
#include "latewood/result.h"

namespace latewood::cli {

class RepeatableInput {
 public:
  // Opens a file, or standard input for "-". An input that can be read only once, like a pipe, is first copied to a
  // temporary file, which the system removes when the process ends.
  static Result<RepeatableInput> open(const std::string& path);

  // A source that reads from the start. A new source invalidates earlier ones. This object must not move while a
  // source is in use.
  ByteSource pieces();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, Close>;

  explicit RepeatableInput(File file) : file_(std::move(file)) {}
  static Result<RepeatableInput> spooled(std::FILE* once);

  File file_;
  std::string buffer_;
};

}  // namespace latewood::cli
