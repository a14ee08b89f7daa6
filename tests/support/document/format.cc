#include "support/document/format.h"

#include <gtest/gtest.h>

#include <charconv>
#include <optional>
#include <sstream>

#include "canon/hex.h"
#include "support/test_files.h"

namespace latewood::test {
namespace {

constexpr std::string_view kFormatFence = "```";

std::vector<std::string> lines_without_feeds(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string trimmed(std::string_view text) {
  const std::size_t start = text.find_first_not_of(' ');
  if (start == text.npos) return {};
  return std::string(text.substr(start, text.find_last_not_of(' ') - start + 1));
}

std::optional<std::size_t> number_in(std::string_view digits) {
  std::size_t number = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, fault] = std::from_chars(digits.data(), end, number);
  if (fault != std::errc() || stop != end) return std::nullopt;
  return number;
}

std::vector<Block> blocks_in(const std::string& markdown) {
  std::vector<Block> blocks;
  bool open = false;
  for (const std::string& line : lines_without_feeds(markdown)) {
    if (line.starts_with(kFormatFence)) {
      open = !open;
      if (!open) continue;
      std::istringstream info(line.substr(kFormatFence.size()));
      Block& block = blocks.emplace_back();
      info >> block.kind >> block.name;
    } else if (open) {
      blocks.back().text.append(line).push_back('\n');
    }
  }
  EXPECT_FALSE(open) << "a block is not closed";
  return blocks;
}

// One token of the notation of bytes, without quotes and braces; nothing if it
// is not well-formed.
std::optional<std::string> bytes_of_digits(std::string_view token) {
  const std::size_t star = token.find('*');
  const auto bytes = parse_hex(token.substr(0, star));
  if (!bytes || star == token.npos) return bytes;
  const auto times = number_in(token.substr(star + 1));
  if (bytes->size() != 1 || !times) return std::nullopt;
  return std::string(*times, bytes->front());
}

// What stands before the explanation. The sign of an explanation cannot be part
// of a text, which keeps this simple.
std::string bytes_of_tokens(const FormatDocument& document, std::string_view tokens) {
  std::string bytes;
  for (std::string rest = trimmed(tokens); !rest.empty(); rest = trimmed(rest)) {
    const char closing = rest.front() == '"' ? '"' : rest.front() == '{' ? '}' : ' ';
    const std::size_t end = std::min(rest.find(closing, 1), rest.size());
    const std::string token = rest.substr(0, end);
    rest.erase(0, end + (closing == ' ' ? 0 : 1));
    if (closing == '"') {
      bytes.append(token, 1);
    } else if (closing == '}') {
      bytes.append(document.bytes(token.substr(1)));
    } else {
      const auto digits = bytes_of_digits(token);
      EXPECT_TRUE(digits.has_value()) << "cannot read '" << token << "'";
      bytes.append(digits.value_or(""));
    }
  }
  return bytes;
}

std::string without_backticks(std::string cell) {
  if (cell.size() >= 2 && cell.front() == '`' && cell.back() == '`') return cell.substr(1, cell.size() - 2);
  return cell;
}

std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  for (std::size_t at = 1; at < line.size();) {
    const std::size_t end = std::min(line.find('|', at), line.size());
    cells.push_back(without_backticks(trimmed(line.substr(at, end - at))));
    at = end + 1;
  }
  return cells;
}

}  // namespace

FormatDocument::FormatDocument(std::string_view file)
    : file_(file), markdown_(read_file(source_root() / "docs" / "format" / file_)), blocks_(blocks_in(markdown_)) {}

std::set<std::string> FormatDocument::names_of(std::string_view kind) const {
  std::set<std::string> names;
  for (const Block& block : blocks_) {
    if (block.kind == kind) names.insert(block.name);
  }
  return names;
}

std::string FormatDocument::text(std::string_view kind, std::string_view name) const {
  const Block* found = nullptr;
  for (const Block& block : blocks_) {
    if (block.kind != kind || block.name != name) continue;
    EXPECT_EQ(found, nullptr) << file_ << ": " << kind << " " << name << " stands twice";
    found = &block;
  }
  EXPECT_NE(found, nullptr) << file_ << ": no block " << kind << " " << name;
  return found == nullptr ? std::string() : found->text;
}

std::string FormatDocument::bytes(std::string_view name) const {
  std::string bytes;
  for (const std::string& line : lines_without_feeds(text("bytes", name))) {
    const std::size_t colon = line.find(':');
    const std::size_t sign = line.find(" # ");
    SCOPED_TRACE(file_ + ": " + line);
    EXPECT_NE(sign, line.npos) << "every line explains its bytes";
    EXPECT_EQ(number_in(trimmed(line.substr(0, colon))), bytes.size()) << "the offset is wrong";
    if (colon > sign || sign == line.npos) continue;
    bytes.append(bytes_of_tokens(*this, std::string_view(line).substr(colon + 1, sign - colon - 1)));
  }
  return bytes;
}

std::string FormatDocument::digest(std::string_view name) const {
  const std::string block = text("digest", name);
  EXPECT_EQ(block.size(), 65U) << file_ << ": " << name;
  return block.substr(0, block.find('\n'));
}

std::vector<std::vector<std::string>> FormatDocument::rows(std::string_view heading) const {
  std::vector<std::vector<std::string>> rows;
  bool inside = false;
  for (const std::string& line : lines_without_feeds(markdown_)) {
    if (!line.starts_with("|")) {
      inside = false;
    } else if (inside) {
      if (!line.starts_with("| ---")) rows.push_back(cells_of(line));
    } else {
      inside = cells_of(line).front() == heading;
    }
  }
  EXPECT_FALSE(rows.empty()) << file_ << ": no table under " << heading;
  return rows;
}

}  // namespace latewood::test
