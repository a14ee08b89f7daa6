#include "driver/server_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "latewood/json_text.h"
#include "workloads/messages.h"

namespace latewood::bench {
namespace {

std::string first_line(int from) {
  std::string line;
  char c = 0;
  while (::read(from, &c, 1) == 1 && c != '\n') line += c;
  return line;
}

}  // namespace

ServerProcess::ServerProcess(const std::string& store) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) std::abort();
  process_ = ::fork();
  if (process_ == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    ::execl(LATEWOOD_CLI, "latewood", "serve", "--create", "--listen", "127.0.0.1:0", "--json", "--store",
            store.c_str(), static_cast<char*>(nullptr));
    std::_Exit(127);
  }
  ::close(ends[1]);
  const std::string line = first_line(ends[0]);
  ::close(ends[0]);
  const auto started = parse_json_text(line);
  if (!started) {
    std::cerr << "bench: " << LATEWOOD_CLI << " serve does not start\n";
    std::exit(1);
  }
  token_ = *started->find("token")->as_string();
  const std::string url = *started->find("url")->as_string();
  port_ = static_cast<unsigned short>(std::strtoul(url.c_str() + url.rfind(':') + 1, nullptr, 10));
}

ServerProcess::~ServerProcess() {
  ::kill(process_, SIGTERM);
  ::waitpid(process_, nullptr, 0);
}

std::uint64_t ServerProcess::bytes() const {
  std::ifstream status("/proc/" + std::to_string(process_) + "/status");
  std::string word;
  while (status >> word) {
    if (word != "VmRSS:") continue;
    std::uint64_t kilobytes = 0;
    status >> kilobytes;
    return kilobytes * 1024;
  }
  return 0;
}

}  // namespace latewood::bench
