#include "store/sqlite/step_bound.h"

#include <filesystem>
#include <system_error>
#include <utility>

namespace latewood::store {
namespace {

constexpr int kStepsOfTick = 1 << 16;
constexpr std::uint64_t kFreeTicks = 256;  // about 16 million steps, allowed for every file
constexpr std::uint64_t kStepsOfByte = 64;

std::uint64_t size_of(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  return error ? 0 : size;
}

}  // namespace

StepBound::StepBound(sqlite3* database, std::string path) : path_(std::move(path)) {
  sqlite3_progress_handler(database, kStepsOfTick, tick, this);
}

int StepBound::tick(void* self) { return static_cast<StepBound*>(self)->is_passed() ? 1 : 0; }

bool StepBound::is_passed() {
  if (++ticks_ <= kFreeTicks) return false;
  const bool is_due = ticks_ == kFreeTicks + 1;
  if (is_due) most_ = kFreeTicks + (size_of(path_) + size_of(path_ + "-wal")) / kStepsOfTick * kStepsOfByte;
  return ticks_ > most_;
}

}  // namespace latewood::store
