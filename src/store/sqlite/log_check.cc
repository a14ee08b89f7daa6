#include "store/sqlite/log_check.h"

#include <array>
#include <cstdint>
#include <fstream>
#include <optional>

namespace latewood::store {
namespace {

// The log has SQLite's documented "WAL file format".
constexpr std::size_t kHeader = 32;
constexpr std::size_t kFrameHeader = 24;
constexpr std::uint32_t kMagic = 0x377f0682;  // the last bit: whether checksums go by big-endian words
constexpr std::size_t kMostPage = 65536;

std::uint32_t big_at(const char* bytes) {
  std::uint32_t word = 0;
  for (int i = 0; i < 4; ++i) word = word << 8 | static_cast<unsigned char>(bytes[i]);
  return word;
}

std::uint32_t little_at(const char* bytes) {
  std::uint32_t word = 0;
  for (int i = 3; i >= 0; --i) word = word << 8 | static_cast<unsigned char>(bytes[i]);
  return word;
}

struct Sum {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  friend bool operator==(const Sum&, const Sum&) = default;

  void add(const char* bytes, std::size_t length, bool big) {
    for (std::size_t at = 0; at + 8 <= length; at += 8) {
      first += (big ? big_at(bytes + at) : little_at(bytes + at)) + second;
      second += (big ? big_at(bytes + at + 4) : little_at(bytes + at + 4)) + first;
    }
  }
};

Sum sum_at(const char* bytes) { return {big_at(bytes), big_at(bytes + 4)}; }

class LogReader {
 public:
  explicit LogReader(const std::string& path) : in_(path, std::ios::binary) {}

  std::optional<std::string> find() {
    std::array<char, kHeader> header{};
    if (!in_.read(header.data(), kHeader)) return std::nullopt;
    // The log was created but not used yet.
    if (header == std::array<char, kHeader>{}) return std::nullopt;
    if (!take_header(header.data())) return "the log: its head is damaged, and nothing of it can be read";
    return count_frames();
  }

 private:
  bool take_header(const char* header) {
    const std::uint32_t magic = big_at(header);
    if ((magic & ~1U) != kMagic) return false;
    big_ = (magic & 1U) != 0;
    page_ = big_at(header + 8);
    salts_ = sum_at(header + 16);
    sum_.add(header, 24, big_);
    const bool is_size = page_ >= 512 && page_ <= kMostPage && (page_ & (page_ - 1)) == 0;
    return is_size && sum_ == sum_at(header + 24);
  }

  std::optional<std::string> count_frames() {
    std::string frame(kFrameHeader + page_, '\0');
    std::uint64_t number = 0;
    std::uint64_t broken = 0;
    std::uint64_t lost = 0;
    while (in_.read(frame.data(), static_cast<std::streamsize>(frame.size()))) {
      ++number;
      const bool is_ours = sum_at(frame.data() + 8) == salts_;
      if (broken == 0 && !(is_ours && goes_on(frame))) broken = number;
      const bool ends_transaction = big_at(frame.data() + 4) != 0;
      if (broken != 0 && number > broken && is_ours && ends_transaction) ++lost;
    }
    if (lost == 0) return std::nullopt;
    return "the log: frame " + std::to_string(broken) + " is damaged, and " + std::to_string(lost) +
           " transactions behind it cannot be read";
  }

  bool goes_on(const std::string& frame) {
    sum_.add(frame.data(), 8, big_);
    sum_.add(frame.data() + kFrameHeader, page_, big_);
    return sum_ == sum_at(frame.data() + 16);
  }

  std::ifstream in_;
  bool big_ = false;
  std::size_t page_ = 0;
  Sum salts_;
  Sum sum_;
};

}  // namespace

std::vector<std::string> find_lost_frames(const std::string& path) {
  const auto found = LogReader(path + "-wal").find();
  return found ? std::vector<std::string>{*found} : std::vector<std::string>();
}

}  // namespace latewood::store
