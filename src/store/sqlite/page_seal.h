// The seal of a page of an SQLite file: its last eight bytes, which SQLite does not use (docs/format/store.md).
//
// A page without a seal has zeros there: another program wrote it, and it is accepted if its bytes are plausible.
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

// Judges by its first page whether the pages of a file have seals: `Right` if they do, `None` for a file of an older
// version, `Wrong` if the page is damaged.
SealState check_first_page(std::string_view page);

// Returns true if the first 100 bytes of the file announce seals. Does not check these bytes.
bool says_sealed(std::string_view header);

}  // namespace latewood::store
