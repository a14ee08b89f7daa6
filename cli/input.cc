#include "input.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

namespace latewood::cli {
namespace {

Error unreadable(const std::string& reason) { return {Code::NotFound, reason, {}, {}}; }

std::string all_of(std::istream& in) { return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()}; }

}  // namespace

Result<std::string> load_input(const std::string& path) {
  if (path == "-") return all_of(std::cin);
  // Opening a folder succeeds and reading it gives nothing, which would pass for
  // an empty file.
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return unreadable("this is a folder");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) return unreadable(std::strerror(errno));
  std::string bytes = all_of(file);
  if (file.bad()) return Error{Code::Unavailable, "reading stopped half-way", {}, {}};
  return bytes;
}

}  // namespace latewood::cli
