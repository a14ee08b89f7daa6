#include "baselines/hardware.h"

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "canon/blake3.h"
#include "canon/sha256.h"
#include "driver/scratch_folder.h"

namespace latewood::bench {
namespace {

double median_seconds(int repeats, const std::function<void()>& work) {
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return spread_of(times).median;
}

Note flush_of_a_turn(int repeats) {
  const ScratchFolder folder;
  const int file = ::open(folder.file("log").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
  const std::string turn(4096, 't');
  bool correct = file >= 0;
  const double seconds = median_seconds(repeats, [&] {
    correct = ::write(file, turn.data(), turn.size()) == static_cast<ssize_t>(turn.size()) && correct;
    correct = ::fdatasync(file) == 0 && correct;
  });
  ::close(file);
  return {"limit: append 4 KB and fdatasync", seconds * 1e6, "us", correct};
}

}  // namespace

Report hardware_limits(const Run& run) {
  const std::string bytes(run.pick(64, 4) << 20, 'x');
  std::string copy(bytes.size(), '\0');
  const int repeats = run.is_quick ? 1 : 7;
  const double gigabytes = static_cast<double>(bytes.size()) / 1e9;
  unsigned sum = 0;  // keeps the work from being left out
  const double blake3 = median_seconds(repeats, [&] { sum += blake3_of(bytes).bytes[0]; });
  const double sha256 = median_seconds(repeats, [&] { sum += sha256_of(bytes).bytes[0]; });
  const double copying = median_seconds(repeats, [&] { std::memcpy(copy.data(), bytes.data(), bytes.size()); });
  Report report;
  report.notes.push_back({"limit: BLAKE3", gigabytes / blake3, "GB/s", sum > 0});
  report.notes.push_back({"limit: SHA-256", gigabytes / sha256, "GB/s", sum > 0});
  report.notes.push_back({"limit: copying", gigabytes / copying, "GB/s", copy == bytes});
  report.notes.push_back(flush_of_a_turn(run.is_quick ? 3 : 50));
  return report;
}

}  // namespace latewood::bench
