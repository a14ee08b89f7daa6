// Branches drawn beside a list of commits.
//
//   * 4f2a..  the newest of one branch
//   | * 91bc..  the newest of another
//   |/
//   * 77aa..  where they parted
#pragma once

#include <string>
#include <vector>

#include "latewood/repository.h"

namespace latewood::cli {

// Takes commits one by one, children before parents. Each lane waits for one commit.
class CommitGraph {
 public:
  struct Drawn {
    std::string above;  // lines before the commit, where lanes join
    std::string left;   // the lanes left of the commit
  };
  Drawn next(const CommitInfo& commit);

 private:
  std::string join(const CommitId& commit, std::size_t lane);

  std::vector<CommitId> lanes_;
};

}  // namespace latewood::cli
