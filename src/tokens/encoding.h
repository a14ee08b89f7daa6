// One encoding: its rules for pieces and its ranks, read once and shared by all counters of the process.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/result.h"
#include "tokens/pieces.h"
#include "tokens/ranks.h"

namespace latewood::tokens {

struct Encoding {
  std::string_view name;
  PieceRules rules = PieceRules::Plain;
  Ranks ranks;
};

// InvalidArgument, Unavailable or Corruption as in latewood/tokens.h.
Result<std::shared_ptr<const Encoding>> load_encoding(std::string_view name);

// Calls `take` with every piece of a text, which must be UTF-8, in order.
template <class Take>
void for_each_piece(const Encoding& encoding, std::string_view text, Take take) {
  while (!text.empty()) {
    const std::size_t length = piece_length(encoding.rules, text);
    take(text.substr(0, length));
    text.remove_prefix(length);
  }
}

// The text itself if it is UTF-8, else a copy in `storage` with U+FFFD for each broken sequence, as the decoders of
// browsers do: the longest start of a character that was cut off is one of them.
std::string_view as_utf8(std::string_view text, std::string& storage);

}  // namespace latewood::tokens
