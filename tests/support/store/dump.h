// Everything a store shows, as text: two stores with the same dump hold the same.
#pragma once

#include <string>

#include "latewood/ext/store.h"

namespace latewood::test {

// One line per record, in a fixed order. Sequences are left out: they count what was tried too, and
// stored bytes, which differ between backends. Fails the test on an error.
std::string dump(store::Store& store);

// The same, or the first error.
Result<std::string> try_dump(store::Store& store);

}  // namespace latewood::test
