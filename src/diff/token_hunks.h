// A difference of two texts word by word.
//
// Tokens are the maximal runs of white space and of anything else, so a text is its
// tokens joined (E-36). White space is what Unicode's property White_Space says.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace latewood::diff {

// The next `count` tokens of the older text stand in the newer one too.
struct KeepTokens {
  std::uint64_t count = 0;
  friend bool operator==(const KeepTokens&, const KeepTokens&) = default;
};

// The next tokens of the older text are `del`; the newer one has `ins` instead. One
// of the two may be empty.
struct ReplaceTokens {
  std::vector<std::string> del;
  std::vector<std::string> ins;
  friend bool operator==(const ReplaceTokens&, const ReplaceTokens&) = default;
};

using TokenHunk = std::variant<KeepTokens, ReplaceTokens>;

std::vector<std::string_view> tokens_of(std::string_view text);

// The hunks cover the whole older text in order, and the two kinds alternate. Empty
// exactly if the texts are equal.
std::vector<TokenHunk> token_hunks(std::string_view older, std::string_view newer);

// `[{"op":"keep","count":2},{"op":"rep","del":["a"],"ins":["b"," ","c"]}]`
void append_token_hunks(std::string& out, const std::vector<TokenHunk>& hunks);

}  // namespace latewood::diff
