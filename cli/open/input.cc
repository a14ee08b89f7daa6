#include "cli/open/input.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string_view>
#include <utility>

#include "latewood/bundle.h"
#include "latewood/context_bundle.h"
#include "latewood/repository.h"

namespace latewood::cli {
namespace {

std::string all_of(std::istream& in) { return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()}; }

Error stopped() { return {Code::Unavailable, "the input ended with a read error", {}, {}}; }

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

// Only the branch that was in use is read; a Context has no other branches.
Result<Context> branch_in_use(const ByteSource& pieces, const ImportOptions& options) {
  auto repository = Repository::open("memory:");
  if (!repository) return repository.error();
  const auto imported = import_context(*repository, pieces);
  if (!imported) return imported.error();
  return repository->load(imported->context, imported->branch, options.context);
}

Result<Context> from_stream(std::istream& in, const ImportOptions& options) {
  std::string buffer;
  return context_from([&]() { return next_piece(in, buffer, std::size_t{64} * 1024); }, options);
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

Result<Context> context_from(const ByteSource& source, const ImportOptions& options) {
  // A pipe may deliver its first bytes one by one.
  std::string start;
  while (start.size() < kContextBundleStart) {
    const auto piece = source();
    if (!piece) return piece.error();
    if (piece->empty()) break;
    start.append(*piece);
  }
  bool is_given = false;
  const ByteSource pieces = [&]() -> Result<std::string_view> {
    if (is_given || start.empty()) return source();
    is_given = true;
    return std::string_view(start);
  };
  if (is_context_bundle(start)) return branch_in_use(pieces, options);
  return is_bundle(start) ? import_bundle(pieces, options.context) : import_document(pieces, options);
}

Result<Context> load_context(const std::string& path, const ImportOptions& options) {
  if (path == "-") return from_stream(std::cin, options);
  std::ifstream file;
  const auto opened = open(path, file);
  return opened ? from_stream(file, options) : opened.error();
}

Result<void> refuse_folder(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) return {};
  return Error{Code::InvalidArgument, "is a folder, not a file", {}, {}};
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
