#include "tokens/encoding.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>
#include <utility>

#include "base/try.h"
#include "canon/utf8.h"
#include "latewood/tokens.h"
#include "tokens/rank_file.h"

namespace latewood::tokens {
namespace {

constexpr std::array<std::pair<std::string_view, PieceRules>, 2> kEncodings = {
    {{"o200k_base", PieceRules::Cased}, {"cl100k_base", PieceRules::Plain}}};

// The encodings that were read. Never removed, so that all counters share them.
struct Read {
  std::mutex mutex;
  std::map<std::string, std::shared_ptr<const Encoding>, std::less<>> encodings;
};

Read& read_encodings() {
  static Read read;
  return read;
}

// How many bytes at the start of `text` are the start of a character that was cut off or broken; at least 1.
std::size_t broken_length(std::string_view text) {
  const auto byte = [&](std::size_t at) { return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U; };
  const auto is_tail = [&](std::size_t at) { return (byte(at) & 0xc0U) == 0x80U; };
  const unsigned first = byte(0);
  const unsigned second = byte(1);
  if (first >= 0xe0 && first <= 0xef) {
    const bool fits = first == 0xe0 ? second >= 0xa0 : first != 0xed || second < 0xa0;
    return is_tail(1) && fits ? 2 : 1;
  }
  if (first < 0xf0 || first > 0xf4) return 1;
  const bool fits = first == 0xf0 ? second >= 0x90 : first != 0xf4 || second < 0x90;
  if (!is_tail(1) || !fits) return 1;
  return is_tail(2) ? 3 : 2;
}

}  // namespace

std::string_view as_utf8(std::string_view text, std::string& storage) {
  std::size_t good = 0;
  const auto skip_good = [&] {
    while (good < text.size()) {
      good += ascii_prefix(text.substr(good));
      if (good >= text.size()) break;
      const std::size_t length = decode_utf8(text.substr(good)).length;
      if (length == 0) break;
      good += length;
    }
  };
  skip_good();
  if (good == text.size()) return text;
  constexpr char32_t kReplacement = 0xfffd;
  storage.clear();
  while (!text.empty()) {
    storage.append(text.substr(0, good));
    text.remove_prefix(good);
    if (text.empty()) break;
    append_utf8(storage, kReplacement);
    text.remove_prefix(broken_length(text));
    good = 0;
    skip_good();
  }
  return storage;
}

Result<std::shared_ptr<const Encoding>> load_encoding(std::string_view name) {
  const auto known =
      std::find_if(kEncodings.begin(), kEncodings.end(), [&](const auto& each) { return each.first == name; });
  if (known == kEncodings.end()) {
    return Error{Code::InvalidArgument,
                 "there is no encoding '" + std::string(name) + "': o200k_base and cl100k_base are known",
                 {}};
  }
  Read& read = read_encodings();
  const std::lock_guard lock(read.mutex);
  if (const auto found = read.encodings.find(name); found != read.encodings.end()) return found->second;
  LW_TRY_ASSIGN(std::string bytes, load_rank_file(name));
  LW_TRY_ASSIGN(Ranks ranks, Ranks::parse(name, std::move(bytes)));
  auto encoding = std::make_shared<const Encoding>(Encoding{known->first, known->second, std::move(ranks)});
  read.encodings.emplace(name, encoding);
  return std::shared_ptr<const Encoding>(encoding);
}

}  // namespace latewood::tokens
