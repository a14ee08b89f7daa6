// The changes between two moments as text: in document order, with roles and first words.
//
//   + cb:a3 assistant  That is German.
//   - cb:note  from a lexicon
//   ~ cb:rules  content "Answer briefly." -> "Answer at length."
//   + cb:7f3a  redacts phone: user  Call me at 555-0142.
//   + cb:92bc  replaces q: "How tall is it?" -> "How tall is an oak?"
//   pinned cb:rules
#pragma once

#include <cstddef>
#include <string>

#include "cli/text/diff/diff_text.h"
#include "latewood/diff.h"

namespace latewood::cli {

// Lines of at most `columns`. A removed node is listed at its old place. Cores are left out.
std::string change_list(const Diff& diff, const DiffSides& sides, std::size_t columns);

}  // namespace latewood::cli
