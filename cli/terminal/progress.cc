#include "cli/terminal/progress.h"

#include <chrono>
#include <csignal>
#include <string>

#include "cli/terminal/guarded_output.h"
#include "cli/terminal/terminal.h"
#include "latewood/errors.h"

namespace latewood::cli {
namespace {

volatile std::sig_atomic_t interrupted = 0;

void note_interrupt(int) { interrupted = 1; }

std::int64_t now_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace

ProgressLine::ProgressLine(std::string what) : what_(std::move(what)), is_shown_(is_terminal(Stream::Error)) {
  std::signal(SIGINT, note_interrupt);
}

ProgressLine::~ProgressLine() {
  std::signal(SIGINT, SIG_DFL);
  if (was_drawn_) write_control("\r\x1b[K");
}

Progress ProgressLine::callback() {
  return [this](std::uint64_t done, std::uint64_t all) { return advance(done, all); };
}

Result<void> ProgressLine::check() const {
  if (interrupted == 0) return {};
  return Error{Code::Unavailable, what_ + " was interrupted", std::string(errors::kInterrupted), {}};
}

Result<void> ProgressLine::advance(std::uint64_t done, std::uint64_t all) {
  const auto going = check();
  if (!going) return going;
  constexpr std::int64_t kPause = 100;
  const std::int64_t now = now_ms();
  const bool is_due = now - last_drawn_ms_ >= kPause || done == all;
  if (!is_shown_ || !is_due) return {};
  last_drawn_ms_ = now;
  was_drawn_ = true;
  write_control("\r" + what_ + "  " + std::to_string(done) + "/" + std::to_string(all) + "\x1b[K");
  return {};
}

}  // namespace latewood::cli
