#include "cli/verbs/doors/desktop.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>
#include <thread>

extern char** environ;

namespace latewood::cli {
namespace {

bool has_desktop() { return std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr; }

// A page that goes on to the address. The address has no character that HTML gives a meaning.
std::string write_page(const std::string& url) {
  const char* folder = std::getenv("XDG_RUNTIME_DIR");
  std::string path = std::string(folder == nullptr ? "/tmp" : folder) + "/latewood-XXXXXX.html";
  const int file = mkstemps(path.data(), 5);
  if (file < 0) return {};
  const std::string text = "<!doctype html><meta http-equiv=\"refresh\" content=\"0;url=" + url + "\">\n";
  const bool is_written = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  ::close(file);
  return is_written ? path : std::string();
}

}  // namespace

void open_on_desktop(const std::string& url) {
  if (!has_desktop()) return;
  std::string path = write_page(url);
  if (path.empty()) return;
  std::string program = "xdg-open";
  char* const arguments[] = {program.data(), path.data(), nullptr};
  pid_t process = 0;
  if (posix_spawnp(&process, program.c_str(), nullptr, nullptr, arguments, environ) != 0) return;
  std::thread([process] { waitpid(process, nullptr, 0); }).detach();
}

}  // namespace latewood::cli
