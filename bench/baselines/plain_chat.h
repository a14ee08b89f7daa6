// The plain ways to keep a chat durable in C++, one per file: what a turn costs without Latewood.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace latewood::bench {

class PlainChat {
 public:
  virtual ~PlainChat() = default;
  // Two messages, on disk when it returns.
  virtual void turn(const std::string& question, const std::string& answer) = 0;
  // Whether everything that was said can be read back: how many messages there are.
  virtual std::uint64_t messages() = 0;
};

// Aborts if the files cannot be made.
std::unique_ptr<PlainChat> make_sqlite_rows(const std::string& path);  // a row per message, a transaction per turn
std::unique_ptr<PlainChat> make_json_file(const std::string& path);    // one file, written anew for each turn
std::unique_ptr<PlainChat> make_git_commits(const std::string& path);  // a blob per message, a commit per turn

}  // namespace latewood::bench
