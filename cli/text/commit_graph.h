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

// Fed with commits so that parents come after their children. Each lane waits for one commit.
class CommitGraph {
 public:
  struct Drawn {
    std::string above;  // whole lines, where lanes that wait for this commit join
    std::string left;   // what stands before the commit's line
  };
  Drawn next(const CommitInfo& commit);

 private:
  std::string join(const CommitId& commit, std::size_t lane);

  std::vector<CommitId> lanes_;
};

}  // namespace latewood::cli
