#include "store/sqlite/page_seal.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "canon/blake3.h"
#include "store/sql/schema.h"

namespace latewood::store {
namespace {

// Offsets in the first 100 bytes of a file, as documented by SQLite.
constexpr std::size_t kHeaderBytes = 100;
constexpr std::size_t kReservedAt = 20;
constexpr std::size_t kVersionAt = 60;
constexpr std::size_t kApplicationAt = 68;
constexpr std::uint32_t kFirstSealed = 3;  // the schema version

std::uint64_t seal_of(std::string_view content, std::uint64_t number) {
  const Blake3Digest digest = blake3_of(content);
  std::uint64_t seal = 0;
  for (std::size_t i = 0; i < kSealBytes; ++i) seal |= std::uint64_t{digest.bytes[i]} << (8 * i);
  seal ^= number;
  return seal == 0 ? 1 : seal;
}

std::uint64_t stored_seal(std::string_view page) {
  std::uint64_t seal = 0;
  const std::string_view bytes = page.substr(page.size() - kSealBytes);
  for (std::size_t i = 0; i < kSealBytes; ++i) {
    seal |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  return seal;
}

std::size_t u16_at(std::string_view page, std::size_t at) {
  return std::size_t{static_cast<unsigned char>(page[at])} << 8 | static_cast<unsigned char>(page[at + 1]);
}

std::uint32_t u32_at(std::string_view page, std::size_t at) {
  return static_cast<std::uint32_t>(u16_at(page, at) << 16 | u16_at(page, at + 2));
}

// The offsets of the cells of a tree page; empty for other pages.
std::string_view cell_places(std::string_view page, std::uint64_t number) {
  const std::size_t head = number == 1 ? kHeaderBytes : 0;
  const auto kind = static_cast<unsigned char>(page[head]);
  const bool is_inner = kind == 2 || kind == 5;
  const bool is_leaf = kind == 10 || kind == 13;
  if (!is_inner && !is_leaf) return {};
  const std::size_t first = head + (is_inner ? 12 : 8);
  const std::size_t bytes = 2 * u16_at(page, head + 3);
  return page.substr(first, std::min(bytes, page.size() - kSealBytes - first) & ~std::size_t{1});
}

// Detects a page whose end was overwritten by zeros and therefore seems to have no seal: it has cells in that part, and
// a real cell never consists of zeros.
bool has_empty_cell(std::string_view page, std::uint64_t number) {
  const std::size_t last = page.find_last_not_of('\0');
  const std::size_t end = last == std::string_view::npos ? 0 : last + 1;
  const std::string_view places = cell_places(page, number);
  for (std::size_t at = 0; at < places.size(); at += 2) {
    if (u16_at(places, at) >= end) return true;
  }
  return false;
}

}  // namespace

void seal_page(char* page, std::size_t size, std::uint64_t number) {
  const std::uint64_t seal = seal_of({page, size - kSealBytes}, number);
  for (std::size_t i = 0; i < kSealBytes; ++i) page[size - kSealBytes + i] = static_cast<char>(seal >> (8 * i));
}

SealState check_seal(std::string_view page, std::uint64_t number) {
  const std::uint64_t seal = stored_seal(page);
  if (seal == 0) return has_empty_cell(page, number) ? SealState::Wrong : SealState::None;
  return seal == seal_of(page.substr(0, page.size() - kSealBytes), number) ? SealState::Right : SealState::Wrong;
}

// Compares the version with the number of reserved bytes, so that damage to one of them is detected.
SealState check_first_page(std::string_view page) {
  const SealState seal = check_seal(page, 1);
  if (seal == SealState::Right) return seal;
  // The file belongs to another program, which may store its own checksums there.
  if (u32_at(page, kApplicationAt) != kApplicationId) return SealState::None;
  const bool is_sealed = says_sealed(page);
  const bool is_newer = u32_at(page, kVersionAt) >= kFirstSealed;
  if (!is_sealed && !is_newer) return SealState::None;
  return is_sealed && seal == SealState::None ? SealState::Right : SealState::Wrong;
}

bool says_sealed(std::string_view header) {
  return header.size() >= kHeaderBytes && static_cast<unsigned char>(header[kReservedAt]) == kSealBytes;
}

}  // namespace latewood::store
