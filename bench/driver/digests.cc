#include "driver/digests.h"

#include <fstream>

namespace latewood::bench {

KnownDigests::KnownDigests(std::string path) : path_(std::move(path)) {
  std::ifstream file(path_);
  std::string name;
  std::size_t size = 0;
  std::string digest;
  while (file >> name >> size >> digest) digests_[{name, size}] = digest;
}

bool KnownDigests::has(const std::string& name, std::size_t size, const std::string& digest) const {
  const auto found = digests_.find({name, size});
  return found != digests_.end() && found->second == digest;
}

void KnownDigests::set(const std::string& name, std::size_t size, const std::string& digest) {
  digests_[{name, size}] = digest;
}

bool KnownDigests::save() const {
  std::ofstream file(path_);
  for (const auto& [key, digest] : digests_) file << key.first << ' ' << key.second << ' ' << digest << '\n';
  return static_cast<bool>(file.flush());
}

}  // namespace latewood::bench
