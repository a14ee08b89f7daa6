#include "input.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string_view>
#include <utility>

#include "latewood/bundle.h"

namespace latewood::cli {
namespace {

std::string all_of(std::istream& in) { return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()}; }

Error stopped() { return {Code::Unavailable, "reading stopped half-way", {}, {}}; }

Result<void> open(const std::string& path, std::ifstream& file) {
  if (auto refused = refuse_folder(path); !refused) return refused;
  errno = 0;
  file.open(path, std::ios::binary);
  return file ? Result<void>() : cannot_open(errno);
}

// The next piece of at most `size` bytes.
Result<std::string_view> next_piece(std::istream& in, std::string& buffer, std::size_t size) {
  buffer.resize(size);
  in.read(buffer.data(), static_cast<std::streamsize>(size));
  if (in.bad()) return stopped();
  return std::string_view(buffer).substr(0, static_cast<std::size_t>(in.gcount()));
}

Result<Context> context_from(std::istream& in, const ImportOptions& options) {
  std::string start;
  const auto head = next_piece(in, start, kBundleMagicBytes);
  if (!head) return head.error();
  start.resize(head->size());
  const bool is_document = !is_bundle(start);
  std::string buffer;
  const ByteSource pieces = [&]() -> Result<std::string_view> {
    if (start.empty()) return next_piece(in, buffer, std::size_t{64} * 1024);
    buffer = std::exchange(start, {});
    return std::string_view(buffer);
  };
  return is_document ? import_document(pieces, options) : import_bundle(pieces, options.context);
}

}  // namespace

Result<std::string> load_input(const std::string& path) {
  if (path == "-") return all_of(std::cin);
  std::ifstream file;
  const auto opened = open(path, file);
  if (!opened) return opened.error();
  std::string bytes = all_of(file);
  if (file.bad()) return stopped();
  return bytes;
}

Result<Context> load_context(const std::string& path, const ImportOptions& options) {
  if (path == "-") return context_from(std::cin, options);
  std::ifstream file;
  const auto opened = open(path, file);
  return opened ? context_from(file, options) : opened.error();
}

Result<void> refuse_folder(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) return {};
  return Error{Code::InvalidArgument, "this is a folder, a file is needed", {}, {}};
}

Error cannot_open(int reason) {
  const bool missing = reason == ENOENT || reason == ENOTDIR;
  return {missing ? Code::NotFound : Code::Unavailable, std::strerror(reason), {}, {}};
}

std::string name_of_input(const std::string& path) {
  if (path == "-") return "standard input";
  return path.empty() ? "''" : path;
}

}  // namespace latewood::cli
