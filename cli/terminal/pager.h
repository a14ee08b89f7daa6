// A program that shows long output one screen at a time.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <memory>
#include <streambuf>
#include <string>
#include <string_view>
#include <utility>

namespace latewood::cli {

// Keeps what is written until it is more than one screen; only then the pager starts.
class Pager {
 public:
  // None if standard output is no terminal, the terminal is dumb or has no known size, or no pager is wanted.
  static std::unique_ptr<Pager> for_terminal();

  Pager(const Pager&) = delete;
  Pager& operator=(const Pager&) = delete;
  // Waits until the pager ends.
  ~Pager();

  // `screen` gets what is written once there is to be no pager. False if it could not be written.
  bool write(std::string_view text, std::streambuf& screen);
  // Puts what was kept on the screen. After that what follows goes there directly, so that notes on standard error
  // stand where they belong.
  bool flush(std::streambuf& screen);

 private:
  Pager(std::string command, std::size_t rows, std::size_t columns)
      : command_(std::move(command)), rows_(rows), columns_(columns) {}

  enum class State { Keeping, Paging, Done };

  std::size_t rows_kept() const;
  bool start();
  void send(std::string_view text);

  std::string command_;
  std::size_t rows_;
  std::size_t columns_;
  State state_ = State::Keeping;
  std::string text_;  // all that was written, in case the pager cannot be run
  int pipe_ = -1;
  pid_t child_ = -1;
};

}  // namespace latewood::cli
