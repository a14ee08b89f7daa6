// The seal of a page of an SQLite file: its last eight bytes, which SQLite leaves alone (docs/format/store.md).
//
// A page without a seal, which has zeros there, was written by another program: what it says is believed as far as it
// can be true.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace latewood::store {

inline constexpr std::size_t kSealBytes = 8;

// Writes the seal of page `number`, counted from 1, over the last bytes of the page.
void seal_page(char* page, std::size_t size, std::uint64_t number);

enum class SealState : std::uint8_t { Right, None, Wrong };

SealState check_seal(std::string_view page, std::uint64_t number);

// Whether the pages of a file have seals, as its first page tells: `Right` if they do, `None` for a file of a version
// before that, `Wrong` if the page is damaged.
SealState check_first_page(std::string_view page);

// The same, as the first 100 bytes of the file tell. They are not checked.
bool says_sealed(std::string_view header);

}  // namespace latewood::store
