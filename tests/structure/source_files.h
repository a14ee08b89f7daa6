// The sources as text, for tests about the sources themselves.
#pragma once

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "support/test_files.h"

namespace latewood::test {

struct SourceFile {
  std::string path;    // from the project's root, such as "src/canon/hex.cc"
  std::string folder;  // below src: "canon", or the room "engine/care"; otherwise empty
  std::vector<std::string> lines;

  bool is_test() const { return path.ends_with("_test.cc"); }
};

// The folder of a path below src: all of it but the file's name.
inline std::string folder_of(const std::string& path) {
  const std::size_t last = path.rfind('/');
  return last == std::string::npos ? std::string() : path.substr(0, last);
}

// Every .h and .cc file below the given folders of the project, sorted by path.
inline std::vector<SourceFile> source_files(const std::vector<std::string>& below) {
  std::vector<SourceFile> files;
  for (const std::string& top : below) {
    if (!std::filesystem::exists(source_root() / top)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_root() / top)) {
      const std::string extension = entry.path().extension();
      if (extension != ".h" && extension != ".cc") continue;
      SourceFile file;
      file.path = std::filesystem::relative(entry.path(), source_root()).generic_string();
      if (top == "src") file.folder = folder_of(file.path.substr(4));
      std::istringstream text(read_file(entry.path()));
      for (std::string line; std::getline(text, line);) file.lines.push_back(line);
      files.push_back(std::move(file));
    }
  }
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return files;
}

// The code of a source: without comments, and with empty string and character literals.
inline std::string code_of(const std::vector<std::string>& lines) {
  std::string code;
  for (const std::string& line : lines) {
    for (std::size_t at = 0; at < line.size(); ++at) {
      if (line.compare(at, 2, "//") == 0) break;
      const char quote = line[at];
      const bool separates_digits =
          quote == '\'' && at > 0 && std::isalnum(static_cast<unsigned char>(line[at - 1])) != 0;
      code += quote;
      if ((quote != '"' && quote != '\'') || separates_digits) continue;
      for (++at; at < line.size() && line[at] != quote; ++at) at += line[at] == '\\' ? 1 : 0;
      code += quote;
    }
    code += '\n';
  }
  return code;
}

// The target of an #include with quotes, or an empty string.
inline std::string included_by(const std::string& line) {
  const std::string start = "#include \"";
  if (!line.starts_with(start)) return {};
  return line.substr(start.size(), line.find('"', start.size()) - start.size());
}

}  // namespace latewood::test
