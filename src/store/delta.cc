#include "store/delta.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "base/try.h"
#include "canon/binary_reader.h"

namespace latewood::store {
namespace {

constexpr std::size_t kLeastCopied = 4;
// The shortest copy worth a step with its own distance: the step takes three or four bytes, and a later step must
// return to the distance of the sample.
constexpr std::size_t kLeastFromAfar = 6;
constexpr std::size_t kLeastBesideASample = 8;
constexpr std::size_t kPatience = 16;

enum Way : unsigned { kAsBefore = 0, kAsTheOneBefore = 1, kByItself = 2 };

constexpr unsigned kManyLiterals = 3;
// The copied length for each number in a step's token: a few bytes, or a digest with its neighbours. The number
// `kManyCopied` means that the length follows.
constexpr unsigned kManyCopied = 15;
constexpr std::array<std::uint8_t, kManyCopied> kLengths = {4, 5, 6, 7, 8, 9, 10, 25, 26, 32, 33, 34, 35, 40, 64};

// The number of each length up to the last.
constexpr auto kNumbers = [] {
  std::array<std::uint8_t, kLengths.back() + 1> numbers{};
  numbers.fill(kManyCopied);
  for (std::uint8_t i = 0; i < kManyCopied; ++i) numbers[kLengths[i]] = i;
  return numbers;
}();

unsigned number_of(std::size_t length) { return length < kNumbers.size() ? kNumbers[length] : kManyCopied; }

constexpr int kHashBits = 12;
using PlaceTable = std::array<std::uint16_t, std::size_t{1} << kHashBits>;

// Independent of the machine's byte order, because the output depends on this number.
std::uint32_t four_at(const char* at) {
  const auto byte = [at](int i) { return std::uint32_t{static_cast<unsigned char>(at[i])}; };
  return byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
}

std::size_t slot_of(std::uint32_t four) { return (four * 2654435761U) >> (32 - kHashBits); }

// Writes the steps of a delta. A step is never longer than the bytes it describes, so a delta is at most `kMostBeside`
// bytes longer than its record.
class StepWriter {
 public:
  static constexpr std::size_t kMostBeside = 16;

  explicit StepWriter(std::size_t bytes) : out_(bytes + kMostBeside, '\0'), at_(out_.data()) {}

  void u8(unsigned value) { *at_++ = static_cast<char>(value); }
  void varint(std::size_t value) {
    for (; value >= 0x80; value >>= 7) u8(static_cast<unsigned>(value | 0x80));
    u8(static_cast<unsigned>(value));
  }
  void raw(const char* bytes, std::size_t length) {
    std::memcpy(at_, bytes, length);
    at_ += length;
  }
  std::string take() {
    out_.resize(static_cast<std::size_t>(at_ - out_.data()));
    return std::move(out_);
  }

 private:
  std::string out_;
  char* at_;
};

// The number of equal bytes at `at` and at `from`.
std::size_t length_in_common(const char* from, const char* at, const char* end) {
  const char* const start = at;
  for (; end - at >= 8; at += 8, from += 8) {
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    std::memcpy(&a, from, sizeof a);
    std::memcpy(&b, at, sizeof b);
    if (a == b) continue;
    const int same = std::endian::native == std::endian::little ? std::countr_zero(a ^ b) : std::countl_zero(a ^ b);
    return static_cast<std::size_t>(at - start) + static_cast<std::size_t>(same) / 8;
  }
  while (at < end && *at == *from) ++at, ++from;
  return static_cast<std::size_t>(at - start);
}

// The two distances that a step can use without storing them.
struct Distances {
  std::size_t last;
  std::size_t before;

  std::size_t of(unsigned way) const { return way == kAsBefore ? last : before; }
  void used(std::size_t distance) {
    if (distance == last) return;
    before = std::exchange(last, distance);
  }
};

struct Copy {
  unsigned way = kAsBefore;
  std::size_t distance = 0;
  std::size_t length = 0;  // none: nothing is found
};

class DeltaWriter {
 public:
  DeltaWriter(std::string_view whole, std::size_t start, PlaceTable& places)
      : bytes_(whole.data()),
        start_(start),
        end_(whole.size()),
        places_(places),
        distances_{start, start},
        least_from_afar_(start == 0 ? kLeastFromAfar : kLeastBesideASample) {}

  std::string write() {
    StepWriter out(end_ - start_);
    out.varint(end_ - start_);
    std::size_t told = start_;
    std::size_t at = start_;
    while (at + kLeastCopied <= end_) {
      Copy copy = find(at);
      if (copy.length == 0) {
        // The longer nothing is found, the larger the steps of the search: these bytes are probably a digest, and the
        // bytes after it are found when it ends.
        at += 1 + (at - told) / kPatience;
        continue;
      }
      while (at > told && at > copy.distance && bytes_[at - 1] == bytes_[at - 1 - copy.distance]) --at, ++copy.length;
      put_step(out, told, at, copy);
      distances_.used(copy.distance);
      at += copy.length;
      told = at;
    }
    if (told < end_) put_step(out, told, end_, {});
    return out.take();
  }

 private:
  std::size_t length_at(std::size_t at, std::size_t distance) const {
    return length_in_common(bytes_ + at - distance, bytes_ + at, bytes_ + end_);
  }

  // `distance` is 0 or points into the buffer: it was used before, or comes from a noted place.
  bool begins(std::size_t at, std::size_t distance, std::uint32_t four) const {
    return distance != 0 && four_at(bytes_ + at - distance) == four;
  }

  Copy find(std::size_t at) {
    const std::uint32_t four = four_at(bytes_ + at);
    if (begins(at, distances_.last, four)) return {kAsBefore, distances_.last, length_at(at, distances_.last)};
    if (begins(at, distances_.before, four)) {
      return {kAsTheOneBefore, distances_.before, length_at(at, distances_.before)};
    }
    std::uint16_t& place = places_[slot_of(four)];
    const std::size_t distance = at - std::exchange(place, static_cast<std::uint16_t>(at));
    if (!begins(at, distance, four)) return {};
    const std::size_t length = length_at(at, distance);
    return length >= least_from_afar_ ? Copy{kByItself, distance, length} : Copy{};
  }

  void put_step(StepWriter& out, std::size_t from, std::size_t to, const Copy& copy) const {
    const std::size_t literals = to - from;
    const auto few_literals = static_cast<unsigned>(std::min<std::size_t>(literals, kManyLiterals));
    const unsigned copied = copy.length == 0 ? 0 : number_of(copy.length);
    out.u8(copy.way << 6 | few_literals << 4 | copied);
    if (few_literals == kManyLiterals) out.varint(literals - kManyLiterals);
    out.raw(bytes_ + from, literals);
    if (copy.length == 0) return;
    if (copy.way == kByItself) out.varint(copy.distance);
    if (copied == kManyCopied) out.varint(copy.length - kLeastCopied);
  }

  const char* bytes_;
  std::size_t start_;
  std::size_t end_;
  PlaceTable& places_;
  Distances distances_;
  std::size_t least_from_afar_;
};

// Reads the steps of a delta. Checks for an error once at the end, because this runs for every record of a history.
class DeltaReader {
 public:
  DeltaReader(std::string_view delta, std::string_view sample)
      : start_(delta.data()), at_(start_), end_(start_ + delta.size()), sample_(sample) {}

  Result<std::uint64_t> size() {
    const std::size_t size = varint();
    if (problem_ == nullptr && size > kMostInDelta) problem_ = "a delta of more than any has";
    return problem_ == nullptr ? Result<std::uint64_t>(std::uint64_t{size}) : Result<std::uint64_t>(error());
  }

  Result<std::string> read() {
    LW_TRY_ASSIGN(const std::uint64_t size, this->size());
    out_.resize(size);
    Distances distances{sample_.size(), sample_.size()};
    while (written_ < size && problem_ == nullptr) step(distances);
    if (problem_ == nullptr && at_ != end_) problem_ = "bytes behind the end of a delta";
    if (problem_ != nullptr) return error();
    return std::move(out_);
  }

 private:
  Error error() const { return BinaryReader::invalid(static_cast<std::uint64_t>(at_ - start_), 0, problem_); }
  std::size_t left() const { return out_.size() - written_; }

  unsigned u8() {
    if (at_ == end_) {
      problem_ = "a delta is cut short";
      return 0;
    }
    return static_cast<unsigned char>(*at_++);
  }

  std::size_t varint() {
    std::size_t value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      const unsigned byte = u8();
      value |= std::size_t{byte & 0x7fU} << shift;
      if (byte < 0x80) return value;
    }
    problem_ = "a number of a delta is too long";
    return 0;
  }

  void step(Distances& distances) {
    const unsigned token = u8();
    const unsigned literals = token >> 4 & 3U;
    add_literals(literals < kManyLiterals ? literals : kManyLiterals + varint());
    if (left() == 0 || problem_ != nullptr) return;
    const unsigned way = token >> 6;
    if (way > kByItself) problem_ = "a step of a delta goes no known way";
    const std::size_t distance = way == kByItself ? varint() : distances.of(way);
    const unsigned number = token & 15U;
    const std::size_t copied = number < kManyCopied ? kLengths[number] : kLeastCopied + varint();
    if (distance == 0 || distance > sample_.size() + written_) problem_ = "a step of a delta goes back too far";
    if (copied > left()) problem_ = "a delta gives more than its size";
    if (problem_ != nullptr) return;
    copy(distance, copied);
    distances.used(distance);
  }

  void add_literals(std::size_t count) {
    if (count > left()) problem_ = "a delta gives more than its size";
    if (count > static_cast<std::size_t>(end_ - at_)) problem_ = "a delta is cut short";
    if (problem_ != nullptr) return;
    std::memcpy(out_.data() + written_, at_, count);
    at_ += count;
    written_ += count;
  }

  void copy(std::size_t distance, std::size_t length) {
    if (distance > written_) {
      const std::size_t before = distance - written_;
      const std::size_t piece = std::min(before, length);
      std::memcpy(out_.data() + written_, sample_.data() + sample_.size() - before, piece);
      written_ += piece;
      length -= piece;
    }
    // A copy longer than its distance repeats its own output.
    while (length > 0) {
      const std::size_t piece = std::min(distance, length);
      std::memcpy(out_.data() + written_, out_.data() + written_ - distance, piece);
      written_ += piece;
      length -= piece;
    }
  }

  const char* start_;
  const char* at_;
  const char* end_;
  std::string_view sample_;
  std::string out_;
  std::size_t written_ = 0;
  const char* problem_ = nullptr;  // what is wrong, once something is
};

}  // namespace

struct DeltaSample::Places {
  PlaceTable table{};
};

DeltaSample::DeltaSample(std::string_view bytes) : bytes_(bytes), places_(std::make_unique<Places>()) {
  if (bytes_.size() > kMostInDelta) return;
  for (std::size_t at = 0; at + kLeastCopied <= bytes_.size(); ++at) {
    places_->table[slot_of(four_at(bytes_.data() + at))] = static_cast<std::uint16_t>(at);
  }
}

DeltaSample::~DeltaSample() = default;
DeltaSample::DeltaSample(DeltaSample&&) noexcept = default;
DeltaSample& DeltaSample::operator=(DeltaSample&&) noexcept = default;

std::optional<std::string> delta_of(std::string_view bytes, const DeltaSample& sample) {
  const std::size_t start = sample.bytes_.size();
  if (start + bytes.size() > kMostInDelta) return std::nullopt;
  std::string whole;
  whole.reserve(start + bytes.size());
  whole.append(sample.bytes_).append(bytes);
  PlaceTable places = sample.places_->table;
  return DeltaWriter(whole, start, places).write();
}

Result<std::string> apply_delta(std::string_view delta, std::string_view sample) {
  return DeltaReader(delta, sample).read();
}

Result<std::uint64_t> size_in_delta(std::string_view delta) { return DeltaReader(delta, {}).size(); }

}  // namespace latewood::store
