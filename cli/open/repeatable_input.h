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
  // A file, or standard input for "-". What can be read only once, like a pipe, is first copied to a temporary file
  // that goes with the process.
  static Result<RepeatableInput> open(const std::string& path);

  // From the start. One at a time: an earlier source is not to be asked any more, and this must stay where it is.
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
