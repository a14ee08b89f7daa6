#include "intake/footprint.h"

#include <algorithm>

namespace latewood::intake {
namespace {

void make_set(std::vector<std::string>& names) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
}

bool meet(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() && right != b.end()) {
    if (*left == *right) return true;
    if (*left < *right) {
      ++left;
    } else {
      ++right;
    }
  }
  return false;
}

}  // namespace

Footprint footprint_of(const Candidate& candidate) {
  Footprint footprint;
  for (const Rewrite& rewrite : candidate.rewrites) footprint.writes.push_back(rewrite.id);
  // An id has no NUL, so a key is never equal to an id.
  for (const std::string& key : candidate.keys) footprint.writes.push_back(std::string(1, '\0') + key);
  make_set(footprint.writes);
  footprint.reads = footprint.writes;
  for (const NodeRef& read : candidate.reads) footprint.reads.push_back(read.id);
  make_set(footprint.reads);
  return footprint;
}

bool conflict(const Footprint& a, const Footprint& b) { return meet(a.writes, b.reads) || meet(a.reads, b.writes); }

}  // namespace latewood::intake
