// Cuts a text into the pieces that byte-pair merging works on, as the regular expressions of the encodings do. Merges
// never cross the end of a piece.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace latewood::tokens {

// The rules for pieces. They differ in letters: `Cased` (o200k_base) ends a word before a capital letter and keeps
// marks and contractions in words.
enum class PieceRules : std::uint8_t { Cased, Plain };

// The length in bytes of the piece at the start of `text`, which must be UTF-8 and not empty. At least 1. Costs the
// piece, and the white space after it.
std::size_t piece_length(PieceRules rules, std::string_view text);

}  // namespace latewood::tokens
