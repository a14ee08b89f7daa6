// Runs one fuzz target over every file of a folder, as an ordinary test: the checked-in corpus keeps holding with any
// compiler.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

// tests/CMakeLists.txt writes fuzz_targets.inc: one FUZZ_TARGET(corpus, function) for each source.
extern "C" {
#define FUZZ_TARGET(corpus, function) int function(const std::uint8_t* data, std::size_t size);
#include "fuzz_targets.inc"
#undef FUZZ_TARGET
}

namespace {

using Target = int (*)(const std::uint8_t* data, std::size_t size);

const std::map<std::string, Target> kTargets = {
#define FUZZ_TARGET(corpus, function) {#corpus, function},
#include "fuzz_targets.inc"
#undef FUZZ_TARGET
};

}  // namespace

int main(int argc, char** argv) {
  const auto target = argc == 3 ? kTargets.find(argv[1]) : kTargets.end();
  if (target == kTargets.end() || !std::filesystem::is_directory(argv[2])) {
    std::fprintf(stderr, "usage: %s TARGET CORPUS_FOLDER\n", argv[0]);
    return 2;
  }
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(argv[2])) {
    // Named first, so that a crash tells the file.
    std::printf("%s\n", entry.path().filename().c_str());
    std::fflush(stdout);
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    target->second(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    ++files;
  }
  std::printf("%d files\n", files);
  return files > 0 ? 0 : 1;
}
