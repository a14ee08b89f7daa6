// The settings of a branch, given at construction.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/record/record_source.h"

namespace latewood {
class Clock;
class TokenCounter;
}  // namespace latewood

namespace latewood::engine {

// Whether commits get a receipt.
enum class Receipts : std::uint8_t { No, Yes };

struct BranchSetup {
  std::shared_ptr<Clock> clock;
  TokenCounter* counter = nullptr;  // counts tokens for budgets; not owned, must outlive the branch; default: none
  Receipts receipts = Receipts::No;
  RecordSource records = {};  // reads the records of commits that are not in memory; default: none
};

}  // namespace latewood::engine
