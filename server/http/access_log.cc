#include "server/http/access_log.h"

#include <cerrno>
#include <cstring>
#include <ctime>

#include "latewood/json_text.h"

namespace latewood::server {
namespace {

constexpr std::size_t kMostWaiting = std::size_t{1024} * 1024;

// "2026-01-31T12:00:00Z"
std::string now_text() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

std::string line_of(const LoggedRequest& request) {
  return "{\"time\":\"" + now_text() + "\",\"method\":" + json_text(request.method) +
         ",\"route\":" + json_text(request.route) + ",\"status\":" + std::to_string(request.status) +
         ",\"bytes\":" + std::to_string(request.bytes) + ",\"microseconds\":" + std::to_string(request.time.count()) +
         ",\"token\":" + json_text(request.token_id) + ",\"peer\":" + json_text(request.peer) + "}\n";
}

}  // namespace

Result<std::FILE*> AccessLog::open(const std::string& path) {
  if (path.empty()) return static_cast<std::FILE*>(nullptr);
  if (path == "-") return stderr;
  std::FILE* file = std::fopen(path.c_str(), "ae");
  if (file == nullptr) return Error{Code::Unavailable, "cannot open " + path + ": " + std::strerror(errno), {}};
  return file;
}

AccessLog::AccessLog(std::FILE* file, Metrics& metrics) : file_(file), metrics_(metrics) {
  if (file_ != nullptr) thread_ = std::thread([this] { write_lines(); });
}

AccessLog::~AccessLog() {
  if (file_ == nullptr) return;
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
  }
  changed_.notify_all();
  thread_.join();
  if (file_ != stderr) std::fclose(file_);
}

void AccessLog::add(const LoggedRequest& request) {
  if (file_ == nullptr) return;
  const std::string line = line_of(request);
  const std::lock_guard lock(mutex_);
  if (lines_.size() + line.size() > kMostWaiting) {
    ++metrics_.dropped_log_lines;
    return;
  }
  lines_ += line;
  changed_.notify_all();
}

void AccessLog::write_lines() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return is_closed_ || !lines_.empty(); });
    if (lines_.empty()) return;
    std::string lines;
    lines.swap(lines_);
    lock.unlock();
    std::fwrite(lines.data(), 1, lines.size(), file_);
    std::fflush(file_);
    lock.lock();
  }
}

}  // namespace latewood::server
