// The digests that workloads must have: bench/recorded/digests.txt, lines of name, size and digest.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>

namespace latewood::bench {

class KnownDigests {
 public:
  // Empty if the file cannot be read.
  explicit KnownDigests(std::string path);

  // Whether the digest is the known one. One that is not known yet is not right.
  bool has(const std::string& name, std::size_t size, const std::string& digest) const;
  void set(const std::string& name, std::size_t size, const std::string& digest);
  // Writes the file anew. False if that fails.
  bool save() const;

 private:
  std::string path_;
  std::map<std::pair<std::string, std::size_t>, std::string> digests_;
};

}  // namespace latewood::bench
