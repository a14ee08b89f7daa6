// Documents of tests/cli: what a user types and exactly what comes back.
//
//   ```file cases.json       the bytes of a file that the commands find
//   ```console               commands, each with its output below it:
//   $ latewood warp plan cases.json
//   {"name":"0","digest":"..."}
//   $ latewood warp plan other.json
//   error[NotFound]: other.json: No such file or directory
//   [exit 1]
//
// A command runs by /bin/sh in the folder of its transcript. Its output is stdout and
// stderr in the order they were written. `[exit N]` stands where the exit code is not 0,
// `[no line feed]` where the output does not end with one. All other text is for the
// reader.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace latewood::test {

struct CommandResult {
  std::string output;  // stdout and stderr
  int exit_code = 0;   // 128 and the signal's number if one ended it
};

// Runs `command` by /bin/sh in `folder` with exactly these variables and no input.
CommandResult run_command(const std::string& command, const std::filesystem::path& folder,
                          const std::map<std::string, std::string>& environment);

class Transcript {
 public:
  // Fails the test if a block is left open or a console block does not start with a command.
  explicit Transcript(std::string_view markdown);

  struct Part {
    enum class Kind { Prose, File, Command };
    Kind kind = Kind::Prose;
    std::string name;  // of a file, or the text of a command
    std::string text;  // of prose or a file, or what a command gave back
    friend bool operator==(const Part&, const Part&) = default;
  };
  const std::vector<Part>& parts() const { return parts_; }

  // The whole document. Of a transcript that was read it is the text that was read.
  std::string markdown() const;

  // The same document with what its commands give now. They run in `folder`, which
  // becomes their HOME as well.
  Transcript run(const std::filesystem::path& folder, std::map<std::string, std::string> environment) const;

 private:
  Transcript() = default;
  std::vector<Part> parts_;
};

}  // namespace latewood::test
