#include "diff/token_hunks.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "canon/json_writer.h"
#include "canon/utf8.h"
#include "diff/text_diff.h"

namespace latewood::diff {
namespace {

bool is_white_space(char32_t code) {
  switch (code) {
    case 0x20:
    case 0x85:
    case 0xa0:
    case 0x1680:
    case 0x2028:
    case 0x2029:
    case 0x202f:
    case 0x205f:
    case 0x3000: return true;
    default: return (code >= 0x09 && code <= 0x0d) || (code >= 0x2000 && code <= 0x200a);
  }
}

struct TextChar {
  bool is_space = false;
  std::size_t length = 1;
};

// A byte that is not UTF-8 is a character of its own, and no white space.
TextChar first_char(std::string_view text) {
  const Utf8Char next = decode_utf8(text);
  if (next.length == 0) return {};
  return {is_white_space(next.code), next.length};
}

std::vector<std::string> strings_of(const Texts& tokens, std::size_t begin, std::size_t end) {
  std::vector<std::string> strings;
  strings.reserve(end - begin);
  for (std::size_t i = begin; i < end; ++i) strings.emplace_back(tokens[i]);
  return strings;
}

void append_strings(std::string& out, const std::vector<std::string>& strings) {
  char before = '[';
  for (const std::string& text : strings) {
    out.push_back(std::exchange(before, ','));
    append_json_string(out, text);
  }
  out.append(strings.empty() ? "[]" : "]");
}

void append_hunk(std::string& out, const KeepTokens& keep) {
  char count[24];
  out.append(R"({"op":"keep","count":)");
  out.append(count, std::to_chars(count, count + sizeof(count), keep.count).ptr);
  out.push_back('}');
}

void append_hunk(std::string& out, const ReplaceTokens& replace) {
  out.append(R"({"op":"rep","del":)");
  append_strings(out, replace.del);
  out.append(R"(,"ins":)");
  append_strings(out, replace.ins);
  out.push_back('}');
}

}  // namespace

std::vector<std::string_view> tokens_of(std::string_view text) {
  Texts tokens;
  while (!text.empty()) {
    const TextChar first = first_char(text);
    std::size_t length = first.length;
    while (length < text.size()) {
      const TextChar next = first_char(text.substr(length));
      if (next.is_space != first.is_space) break;
      length += next.length;
    }
    tokens.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return tokens;
}

std::vector<TokenHunk> token_hunks(std::string_view older, std::string_view newer) {
  if (older == newer) return {};
  const Texts older_tokens = tokens_of(older);
  const Texts newer_tokens = tokens_of(newer);
  std::vector<TokenHunk> hunks;
  std::size_t at = 0;
  for (const Change& change : changes_between(older_tokens, newer_tokens)) {
    if (change.older_begin > at) hunks.push_back(KeepTokens{change.older_begin - at});
    hunks.push_back(ReplaceTokens{strings_of(older_tokens, change.older_begin, change.older_end),
                                  strings_of(newer_tokens, change.newer_begin, change.newer_end)});
    at = change.older_end;
  }
  if (at < older_tokens.size()) hunks.push_back(KeepTokens{older_tokens.size() - at});
  return hunks;
}

void append_token_hunks(std::string& out, const std::vector<TokenHunk>& hunks) {
  char before = '[';
  for (const TokenHunk& hunk : hunks) {
    out.push_back(std::exchange(before, ','));
    std::visit([&out](const auto& kind) { append_hunk(out, kind); }, hunk);
  }
  out.append(hunks.empty() ? "[]" : "]");
}

}  // namespace latewood::diff
