// The counters, and tokens of single texts.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/try.h"
#include "canon/quick_hash.h"
#include "canon/utf8.h"
#include "latewood/tokens.h"
#include "tokens/encoding.h"
#include "tokens/merge.h"

namespace latewood {
namespace {

using tokens::Encoding;
using tokens::Rank;

constexpr std::array<std::string_view, 3> kNames = {"o200k_base", "cl100k_base", kEstimateCounter};
constexpr std::uint64_t kBytesPerToken = 4;

// The counts of pieces that are no token themselves. A piece takes the place of the one that had its slot before.
class PieceCounts {
 public:
  explicit PieceCounts(const Encoding& encoding) : encoding_(encoding), slots_(kSlots) {}

  std::uint64_t count(std::string_view piece) {
    if (piece.size() == 1 || encoding_.ranks.find(piece) != tokens::kNoRank) return 1;
    if (piece.size() > kLongest) return tokens::merge_bytes(piece, encoding_.ranks).size();
    Slot& slot = slots_[static_cast<std::size_t>(quick_hash(piece) % kSlots)];
    if (std::string_view(slot.bytes.data(), slot.size) != piece) {
      slot.tokens = static_cast<std::uint32_t>(tokens::merge_bytes(piece, encoding_.ranks).size());
      slot.size = static_cast<std::uint32_t>(piece.size());
      std::copy(piece.begin(), piece.end(), slot.bytes.begin());
    }
    return slot.tokens;
  }

 private:
  static constexpr std::size_t kSlots = std::size_t{1} << 14U;
  static constexpr std::size_t kLongest = 24;
  struct Slot {
    std::array<char, kLongest> bytes{};
    std::uint32_t size = 0;
    std::uint32_t tokens = 0;
  };

  const Encoding& encoding_;
  std::vector<Slot> slots_;
};

class ExactCounter : public TokenCounter {
 public:
  explicit ExactCounter(std::shared_ptr<const Encoding> encoding)
      : encoding_(std::move(encoding)), counts_(*encoding_) {}

  std::uint64_t count(std::string_view content_json) override {
    const std::string text = counted_text(content_json);
    std::string storage;
    std::uint64_t all = 0;
    tokens::for_each_piece(*encoding_, tokens::as_utf8(text, storage),
                           [&](std::string_view piece) { all += counts_.count(piece); });
    return all;
  }
  std::string_view name() const override { return encoding_->name; }

 private:
  std::shared_ptr<const Encoding> encoding_;
  PieceCounts counts_;
};

class EstimatingCounter : public TokenCounter {
 public:
  std::uint64_t count(std::string_view content_json) override {
    return (counted_text(content_json).size() + kBytesPerToken - 1) / kBytesPerToken;
  }
  std::string_view name() const override { return kEstimateCounter; }
};

// The value of four hex digits; nullopt if they are none.
std::optional<char32_t> hex_value(std::string_view digits) {
  if (digits.size() < 4) return std::nullopt;
  char32_t value = 0;
  for (const char digit : digits.substr(0, 4)) {
    const bool is_number = digit >= '0' && digit <= '9';
    const bool is_letter = (digit >= 'a' && digit <= 'f') || (digit >= 'A' && digit <= 'F');
    if (!is_number && !is_letter) return std::nullopt;
    const int low = is_number ? digit - '0' : (digit | 0x20) - 'a' + 10;
    value = value * 16 + static_cast<char32_t>(low);
  }
  return value;
}

// Appends the character of the escape at the start of `rest`, which begins with a backslash, and returns its length.
std::size_t append_escaped(std::string& out, std::string_view rest) {
  constexpr std::string_view kShort = "\"\\/bfnrt";
  constexpr std::string_view kMeant = "\"\\/\b\f\n\r\t";
  constexpr std::size_t kUnicode = 6;  // \uXXXX
  if (rest.size() < 2) {
    out.append(rest);
    return rest.size();
  }
  if (const std::size_t known = kShort.find(rest[1]); known != std::string_view::npos) {
    out.push_back(kMeant[known]);
    return 2;
  }
  const auto code = rest[1] == 'u' ? hex_value(rest.substr(2)) : std::nullopt;
  if (!code) {
    out.push_back(rest.front());
    return 1;
  }
  if (is_high_surrogate(*code) && rest.substr(kUnicode, 2) == "\\u") {
    const auto low = hex_value(rest.substr(kUnicode + 2));
    if (low && is_low_surrogate(*low)) {
      append_utf8(out, 0x10000 + ((*code - 0xd800) << 10U) + (*low - 0xdc00));
      return 2 * kUnicode;
    }
  }
  // Half a pair is no character, so every writer of UTF-8 replaces it.
  append_utf8(out, is_surrogate(*code) ? char32_t{0xfffd} : *code);
  return kUnicode;
}

}  // namespace

std::span<const std::string_view> token_counter_names() { return kNames; }

Result<std::shared_ptr<TokenCounter>> make_token_counter(std::string_view name) {
  if (name == kEstimateCounter) return std::shared_ptr<TokenCounter>(std::make_shared<EstimatingCounter>());
  if (std::find(kNames.begin(), kNames.end(), name) == kNames.end()) {
    return Error{
        Code::InvalidArgument,
        "there is no token counter '" + std::string(name) + "': o200k_base, cl100k_base and estimate are known",
        {}};
  }
  LW_TRY_ASSIGN(auto encoding, tokens::load_encoding(name));
  return std::shared_ptr<TokenCounter>(std::make_shared<ExactCounter>(std::move(encoding)));
}

std::string_view count_sign(std::string_view counter) { return counter == kEstimateCounter ? "~" : ""; }

std::string count_kind(std::string_view counter) {
  if (counter == kEstimateCounter) return "estimated, one for each 4 bytes";
  const bool is_exact = std::find(kNames.begin(), kNames.end(), counter) != kNames.end();
  return (is_exact ? "exact, " : "by ") + std::string(counter.empty() ? "the program's counter" : counter);
}

Result<std::vector<std::uint32_t>> encode_tokens(std::string_view encoding, std::string_view text) {
  LW_TRY_ASSIGN(const auto loaded, tokens::load_encoding(encoding));
  std::vector<Rank> all;
  std::string storage;
  tokens::for_each_piece(*loaded, tokens::as_utf8(text, storage), [&](std::string_view piece) {
    const Rank whole = loaded->ranks.find(piece);
    if (whole != tokens::kNoRank) {
      all.push_back(whole);
      return;
    }
    const std::vector<Rank> parts = tokens::merge_bytes(piece, loaded->ranks);
    all.insert(all.end(), parts.begin(), parts.end());
  });
  return all;
}

Result<std::string> decode_tokens(std::string_view encoding, std::span<const std::uint32_t> tokens) {
  LW_TRY_ASSIGN(const auto loaded, tokens::load_encoding(encoding));
  std::string text;
  for (const std::uint32_t token : tokens) {
    const std::string_view bytes = loaded->ranks.token(token);
    if (bytes.empty()) {
      return Error{Code::InvalidArgument, std::string(encoding) + " has no token " + std::to_string(token), {}};
    }
    text.append(bytes);
  }
  return text;
}

std::string counted_text(std::string_view json) {
  const bool is_string = json.size() >= 2 && json.front() == '"' && json.back() == '"';
  if (is_string) json = json.substr(1, json.size() - 2);
  std::string text;
  text.reserve(json.size());
  while (!json.empty()) {
    const std::size_t plain = std::min(json.find('\\'), json.size());
    text.append(json.substr(0, plain));
    json.remove_prefix(plain);
    if (!json.empty()) json.remove_prefix(append_escaped(text, json));
  }
  return text;
}

}  // namespace latewood
