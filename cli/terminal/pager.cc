#include "cli/terminal/pager.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <utility>

#include "cli/terminal/printable.h"
#include "cli/terminal/terminal.h"

namespace latewood::cli {
namespace {

bool is_in_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::string_view folders = path == nullptr ? "" : path;
  while (!folders.empty()) {
    const std::size_t end = std::min(folders.find(':'), folders.size());
    const std::string name = std::string(folders.substr(0, end)) + "/" + program;
    if (end > 0 && ::access(name.c_str(), X_OK) == 0) return true;
    folders.remove_prefix(std::min(end + 1, folders.size()));
  }
  return false;
}

// The command to run; empty if output is not paged.
std::string chosen_pager() {
  for (const char* name : {"LATEWOOD_PAGER", "PAGER"}) {
    const char* value = std::getenv(name);
    if (value == nullptr) continue;
    return std::string_view(value) == "cat" ? std::string() : std::string(value);
  }
  return is_in_path("less") ? "less -R" : std::string();
}

std::string without_colours(std::string_view line) {
  std::string shown;
  while (!line.empty()) {
    const std::size_t escape = std::min(line.find('\x1b'), line.size());
    shown += line.substr(0, escape);
    const std::size_t end = std::min(line.find('m', escape), line.size());
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return shown;
}

// The number of screen rows that one line takes.
std::size_t rows_of(std::string_view line, std::size_t columns) {
  const std::size_t used = columns_of(without_colours(line));
  return used == 0 ? 1 : (used + columns - 1) / columns;
}

// less needs -R to show colours; -X leaves the text on the screen afterwards.
[[noreturn]] void become(const std::string& command, int input) {
  ::dup2(input, STDIN_FILENO);
  ::setenv("LESS", "FRX", 0);
  ::setenv("LV", "-c", 0);
  std::signal(SIGPIPE, SIG_DFL);
  ::execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
  ::_exit(127);
}

}  // namespace

std::unique_ptr<Pager> Pager::for_terminal() {
  if (!is_terminal(Stream::Output) || is_dumb_terminal()) return nullptr;
  const std::size_t rows = terminal_rows();
  std::string command = chosen_pager();
  if (rows == 0 || command.empty()) return nullptr;
  return std::unique_ptr<Pager>(new Pager(std::move(command), rows, terminal_width()));
}

Pager::~Pager() {
  if (state_ != State::Paging) return;
  ::close(pipe_);
  // The pager handles Ctrl-C.
  const auto before = std::signal(SIGINT, SIG_IGN);
  int status = 0;
  while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
  }
  std::signal(SIGINT, before);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  const bool could_not_run = code == 126 || code == 127;
  if (could_not_run) {
    pipe_ = STDOUT_FILENO;
    send(text_);
  }
}

std::size_t Pager::rows_kept() const {
  std::size_t rows = 0;
  for (std::string_view rest = text_; !rest.empty() && rows < rows_;) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    rows += rows_of(rest.substr(0, end), columns_);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return rows;
}

bool Pager::start() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return false;
  child_ = ::fork();
  if (child_ == 0) become(command_, ends[0]);
  ::close(ends[0]);
  if (child_ < 0) {
    ::close(ends[1]);
    return false;
  }
  pipe_ = ends[1];
  std::signal(SIGPIPE, SIG_IGN);
  return true;
}

// A pager that the user quit early reads no more. That is not a failure.
void Pager::send(std::string_view text) {
  while (!text.empty()) {
    const ssize_t sent = ::write(pipe_, text.data(), text.size());
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
}

bool Pager::write(std::string_view text, std::streambuf& screen) {
  if (state_ == State::Done) {
    const auto size = static_cast<std::streamsize>(text.size());
    return screen.sputn(text.data(), size) == size;
  }
  text_ += text;
  if (state_ == State::Paging) {
    send(text);
    return true;
  }
  // One row stays free for the prompt of the shell.
  if (text.find('\n') == std::string_view::npos || rows_kept() < rows_) return true;
  if (!start()) return flush(screen);
  state_ = State::Paging;
  send(text_);
  return true;
}

bool Pager::flush(std::streambuf& screen) {
  if (state_ == State::Paging) return true;
  if (!text_.empty()) {
    state_ = State::Done;
    const auto size = static_cast<std::streamsize>(text_.size());
    if (screen.sputn(text_.data(), size) != size) return false;
    text_.clear();
  }
  return screen.pubsync() == 0;
}

}  // namespace latewood::cli
