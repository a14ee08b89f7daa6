// The tokens of an encoding by rank, from a file that tools/token_ranks.py makes.
//
// The file: "latewood ranks 1\n", the name of the encoding and "\n", the number of ranks in decimal and "\n", and for
// each rank one byte with the length of its token, 0 for a rank without a token, and the bytes of the token.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "canon/quick_table.h"
#include "latewood/result.h"

namespace latewood::tokens {

using Rank = std::uint32_t;
inline constexpr Rank kNoRank = std::numeric_limits<Rank>::max();

class Ranks {
 public:
  // `bytes` is the content of a file. Corruption if it is not one for `encoding`, or if a byte has no token.
  static Result<Ranks> parse(std::string_view encoding, std::string bytes);

  // kNoRank if the bytes are no token.
  Rank find(std::string_view bytes) const;
  // The rank of a single byte. Every byte is a token.
  Rank of_byte(unsigned char byte) const { return bytes_[byte]; }
  std::string_view token(Rank rank) const;
  std::size_t longest() const { return longest_; }

 private:
  std::string file_;
  std::vector<std::uint32_t> begins_;  // where the token of each rank begins in `file_`, after its length
  QuickTable table_;
  std::vector<Rank> bytes_;
  std::size_t longest_ = 0;
};

}  // namespace latewood::tokens
