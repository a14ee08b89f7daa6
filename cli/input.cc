#include "input.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

namespace latewood::cli {
namespace {

// What `errno` says about a file that does not open.
Error cannot_open(int reason) {
  const bool missing = reason == ENOENT || reason == ENOTDIR;
  return {missing ? Code::NotFound : Code::Unavailable, std::strerror(reason), {}, {}};
}

std::string all_of(std::istream& in) { return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()}; }

}  // namespace

Result<std::string> load_input(const std::string& path) {
  if (path == "-") return all_of(std::cin);
  // Opening a folder succeeds and reading it gives nothing, which would pass for
  // an empty file.
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return Error{Code::InvalidArgument, "this is a folder, a file is needed", {}, {}};
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) return cannot_open(errno);
  std::string bytes = all_of(file);
  if (file.bad()) return Error{Code::Unavailable, "reading stopped half-way", {}, {}};
  return bytes;
}

std::string name_of_input(const std::string& path) {
  if (path == "-") return "standard input";
  return path.empty() ? "''" : path;
}

}  // namespace latewood::cli
