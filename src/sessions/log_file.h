// A file that is read at any place.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "latewood/result.h"

namespace latewood::sessions {

// Owns the open file, or a text that stands for it. Used by one thread.
class LogFile {
 public:
  // NotFound if there is no such file; Unavailable if it cannot be read.
  static Result<LogFile> open(const std::string& path);
  // A file with this text; `name` is for messages.
  static LogFile of_text(std::string text, std::string name);
  LogFile(LogFile&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)),
        path_(std::move(other.path_)),
        text_(std::move(other.text_)) {}
  LogFile& operator=(LogFile&& other) noexcept;
  ~LogFile();

  // How long it is now.
  Result<std::uint64_t> size() const;
  // Exactly `size` bytes, or what is there of them.
  Result<std::string> read(std::uint64_t offset, std::size_t size) const;

 private:
  LogFile(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {}

  int descriptor_;  // below 0: the file is `text_`
  std::string path_;
  std::string text_ = {};
};

// The lines of a file from a place on.
class LogLines {
 public:
  LogLines(const LogFile& file, std::uint64_t offset, std::uint64_t end) : file_(&file), offset_(offset), end_(end) {}

  struct Line {
    std::string text;  // without its line feed
    std::uint64_t offset = 0;
    bool is_whole = false;  // whether the line ends with a line feed
    bool is_cut = false;    // whether it is longer than `kLongestLine`; then `text` is its beginning
    bool is_there = false;  // false: the file has no more lines
  };
  Result<Line> next();

  static constexpr std::size_t kLongestLine = std::size_t{256} << 20;

 private:
  const LogFile* file_;
  std::uint64_t offset_;
  std::uint64_t end_;
  std::string piece_ = {};
  std::size_t at_ = 0;
};

}  // namespace latewood::sessions
