#include "tokens/ranks.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "canon/quick_hash.h"

namespace latewood::tokens {
namespace {

constexpr std::string_view kFirstLine = "latewood ranks 1";

Error damaged(std::string_view encoding, const std::string& what) {
  return {Code::Corruption, "the ranks of " + std::string(encoding) + " are damaged: " + what, {}};
}

// Takes the next line from `text`.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

}  // namespace

Result<Ranks> Ranks::parse(std::string_view encoding, std::string bytes) {
  Ranks ranks;
  ranks.file_ = std::move(bytes);
  std::string_view rest = ranks.file_;
  if (take_line(rest) != kFirstLine)
    return damaged(encoding, "the first line is not '" + std::string(kFirstLine) + "'");
  if (take_line(rest) != encoding) return damaged(encoding, "they are of another encoding");
  const std::string_view number = take_line(rest);
  std::uint32_t count = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), count);
  // Every rank has at least its length.
  if (error != std::errc() || end != number.data() + number.size() || count > rest.size()) {
    return damaged(encoding, "the number of ranks is wrong");
  }
  ranks.begins_.reserve(count);
  ranks.table_ = QuickTable(count);
  ranks.bytes_.assign(256, kNoRank);
  for (Rank rank = 0; rank < count; ++rank) {
    if (rest.empty()) return damaged(encoding, "rank " + std::to_string(rank) + " is missing");
    const std::size_t length = static_cast<unsigned char>(rest.front());
    rest.remove_prefix(1);
    if (length > rest.size()) return damaged(encoding, "rank " + std::to_string(rank) + " is cut off");
    ranks.begins_.push_back(static_cast<std::uint32_t>(rest.data() - ranks.file_.data()));
    const std::string_view token = rest.substr(0, length);
    rest.remove_prefix(length);
    if (token.empty()) continue;
    ranks.table_.add(quick_hash(token), rank);
    ranks.longest_ = std::max(ranks.longest_, length);
    if (length == 1) ranks.bytes_[static_cast<unsigned char>(token.front())] = rank;
  }
  if (!rest.empty()) return damaged(encoding, "there is text after the last rank");
  if (std::find(ranks.bytes_.begin(), ranks.bytes_.end(), kNoRank) != ranks.bytes_.end()) {
    return damaged(encoding, "a byte has no token");
  }
  return ranks;
}

Rank Ranks::find(std::string_view bytes) const {
  if (bytes.size() > longest_) return kNoRank;
  return table_.find(quick_hash(bytes), [&](std::uint32_t rank) { return token(rank) == bytes; }).value_or(kNoRank);
}

std::string_view Ranks::token(Rank rank) const {
  if (rank >= begins_.size()) return {};
  const std::uint32_t begin = begins_[rank];
  return std::string_view(file_).substr(begin, static_cast<unsigned char>(file_[begin - 1]));
}

}  // namespace latewood::tokens
