#include "support/transcript.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>

namespace latewood::test {
namespace {

using Part = Transcript::Part;
using Kind = Transcript::Part::Kind;

constexpr std::string_view kTranscriptFence = "```";
constexpr std::string_view kFile = "```file ";
constexpr std::string_view kConsole = "```console\n";
constexpr std::string_view kPrompt = "$ ";

// The lines of `text`, each with its line feed.
std::vector<std::string> full_lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

std::string without_line_feed(std::string line) {
  if (line.ends_with('\n')) line.pop_back();
  return line;
}

// Reads line by line; `inside` is the kind of the block that is open.
class Parser {
 public:
  void line(const std::string& line) {
    if (inside_ == Kind::Prose) {
      prose(line);
    } else if (line.starts_with(kTranscriptFence)) {
      add(Kind::Prose, {}, line);
      inside_ = Kind::Prose;
    } else if (inside_ == Kind::Command && line.starts_with(kPrompt)) {
      add(Kind::Command, without_line_feed(line.substr(kPrompt.size())), {});
    } else {
      EXPECT_NE(parts_.back().kind, Kind::Prose) << "a console block starts with a command: " << line;
      parts_.back().text += line;
    }
  }

  std::vector<Part> finish() {
    EXPECT_EQ(inside_, Kind::Prose) << "the last block is open";
    return std::move(parts_);
  }

 private:
  void prose(const std::string& line) {
    add(Kind::Prose, {}, line);
    if (line.starts_with(kFile)) {
      inside_ = Kind::File;
      add(Kind::File, without_line_feed(line.substr(kFile.size())), {});
    } else if (line == kConsole) {
      inside_ = Kind::Command;
    }
  }

  void add(Kind kind, std::string name, std::string text) {
    parts_.push_back({kind, std::move(name), std::move(text)});
  }

  std::vector<Part> parts_;
  Kind inside_ = Kind::Prose;
};

std::string printed(const CommandResult& result) {
  std::string text = result.output;
  if (!text.empty() && !text.ends_with('\n')) text += "\n[no line feed]\n";
  if (result.exit_code != 0) text += "[exit " + std::to_string(result.exit_code) + "]\n";
  return text;
}

// In the child: never returns.
[[noreturn]] void run_shell(const std::string& command, const std::filesystem::path& folder,
                            const std::map<std::string, std::string>& environment, int output) {
  std::vector<std::string> settings;
  for (const auto& [name, value] : environment) settings.push_back(name + "=" + value);
  std::vector<char*> pointers;
  for (std::string& setting : settings) pointers.push_back(setting.data());
  pointers.push_back(nullptr);
  const int nothing = open("/dev/null", O_RDONLY);
  const bool ready =
      dup2(nothing, 0) == 0 && dup2(output, 1) == 1 && dup2(output, 2) == 2 && chdir(folder.c_str()) == 0;
  if (ready) execle("/bin/sh", "sh", "-c", command.c_str(), nullptr, pointers.data());
  _exit(127);
}

std::string read_to_end(int from) {
  std::string bytes;
  std::array<char, 4096> piece{};
  for (ssize_t length = 0; (length = read(from, piece.data(), piece.size())) > 0;) {
    bytes.append(piece.data(), static_cast<std::size_t>(length));
  }
  return bytes;
}

}  // namespace

CommandResult run_command(const std::string& command, const std::filesystem::path& folder,
                          const std::map<std::string, std::string>& environment) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    ADD_FAILURE() << "no pipe for " << command;
    return {};
  }
  const pid_t child = fork();
  if (child == 0) run_shell(command, folder, environment, ends[1]);
  EXPECT_GT(child, 0) << "no process for " << command;
  close(ends[1]);
  CommandResult result{read_to_end(ends[0]), 0};
  close(ends[0]);
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

Transcript::Transcript(std::string_view markdown) {
  Parser parser;
  for (const std::string& line : full_lines_of(markdown)) parser.line(line);
  parts_ = parser.finish();
}

std::string Transcript::markdown() const {
  std::string text;
  for (const Part& part : parts_) {
    if (part.kind == Kind::Command) text.append(kPrompt).append(part.name).append("\n");
    text.append(part.text);
  }
  return text;
}

Transcript Transcript::run(const std::filesystem::path& folder, std::map<std::string, std::string> environment) const {
  environment["HOME"] = folder.string();
  Transcript now = *this;
  for (Part& part : now.parts_) {
    if (part.kind == Kind::File) std::ofstream(folder / part.name, std::ios::binary) << part.text;
    if (part.kind == Kind::Command) part.text = printed(run_command(part.name, folder, environment));
  }
  return now;
}

}  // namespace latewood::test
