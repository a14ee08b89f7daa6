// The documents of docs/format as tests read them: their fenced blocks and the
// rows of their tables.
//
// A block opens with three backticks, a kind and a name. Blocks of kind `bytes`
// hold one field per line, `offset: bytes # explanation`, with the offset in
// decimal and the bytes as any of
//   6869          hexadecimal digits
//   a1*32         one byte, repeated
//   "hi"          ASCII text without a quote
//   {other}       the bytes of the block of that name
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace latewood::test {

struct Block {
  std::string kind;
  std::string name;
  std::string text;  // with a line feed behind every line
};

class FormatDocument {
 public:
  // A file of docs/format. Fails the test if it cannot be read.
  explicit FormatDocument(std::string_view file);

  const std::vector<Block>& blocks() const { return blocks_; }
  std::set<std::string> names_of(std::string_view kind) const;

  // The text of a block; fails the test if there is none or more than one.
  std::string text(std::string_view kind, std::string_view name) const;

  // A block of kind `bytes`, put together. Fails the test on a wrong offset or a
  // line without an explanation.
  std::string bytes(std::string_view name) const;

  // The 64 digits of a block of kind `digest`.
  std::string digest(std::string_view name) const;

  // The cells, without their backticks, of every row of the table whose first
  // heading is `heading`.
  std::vector<std::vector<std::string>> rows(std::string_view heading) const;

 private:
  std::string file_;
  std::string markdown_;
  std::vector<Block> blocks_;
};

}  // namespace latewood::test
