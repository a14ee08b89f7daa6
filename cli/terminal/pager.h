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

// Holds the output back until it is longer than one screen; only then starts the pager.
class Pager {
 public:
  // Null if standard output is not a terminal, if the terminal is dumb or its size unknown, or if no pager is set.
  static std::unique_ptr<Pager> for_terminal();

  Pager(const Pager&) = delete;
  Pager& operator=(const Pager&) = delete;
  // Waits for the pager to end.
  ~Pager();

  // Writes to the pager, or to `screen` if there will be no pager. False if writing failed.
  bool write(std::string_view text, std::streambuf& screen);
  // Writes the held output to the screen. Later output goes there directly, so that notes on standard error appear in
  // the right order.
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
  std::string text_;  // all output so far, in case the pager cannot run
  int pipe_ = -1;
  pid_t child_ = -1;
};

}  // namespace latewood::cli
