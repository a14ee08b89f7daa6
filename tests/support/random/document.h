// Histories as nobody would make them by edits: nodes that keep their ids and appear anywhere,
// turns that change places, headers that change at will.
#pragma once

#include <string>
#include <vector>

#include "latewood/context.h"
#include "support/document/history.h"
#include "support/random/random.h"

namespace latewood::test {

class RandomDocument {
 public:
  explicit RandomDocument(Random& random) : random_(random) {}

  Context history(std::size_t snapshots) {
    std::vector<std::string> roots;
    for (std::size_t i = 0; i < snapshots; ++i) roots.push_back(root());
    return history_of(roots);
  }

 private:
  // A node's stamps mostly stay; then only what else is drawn differs.
  std::string node(const std::string& id, std::size_t number, const std::string& type, const std::string& children) {
    std::string members = R"("priority":)" + std::to_string(random_.below(2));
    if (random_.chance(30)) members += R"(,"ttl":)" + std::to_string(1 + random_.below(4));
    if (random_.chance(30)) members += R"(,"data_x":)" + random_.pick(values_);
    if (random_.chance(50)) members += R"(,"content":)" + random_.pick(values_);
    const std::size_t index = random_.chance(90) ? number : random_.below(100);
    return node_text(id, static_cast<int>(index), type, members, children);
  }

  std::string container(const std::string& id, std::size_t number, const std::string& type,
                        const std::string& children) {
    const std::size_t index = random_.chance(90) ? number : random_.below(100);
    return node_text(id, static_cast<int>(index), type, "", children);
  }

  // Some blocks that were not used yet, some with blocks inside.
  std::string blocks(std::size_t most) {
    std::string list;
    for (std::size_t count = random_.below(most + 1); count > 0 && !free_.empty(); --count) {
      const std::size_t number = free_.back();
      free_.pop_back();
      if (!list.empty()) list += ",";
      list += node("b" + std::to_string(number), number, "cb", random_.chance(20) ? blocks(2) : "");
    }
    return list;
  }

  std::string root() {
    free_.clear();
    for (std::size_t i = 0; i < 16; ++i) free_.push_back(i);
    random_.shuffle(free_);
    std::string turns;
    for (std::size_t i = 20; i < 26; ++i) {
      if (random_.chance(25)) continue;
      const std::string number = std::to_string(i);
      if (!turns.empty()) turns += ",";
      turns += container("mt:" + number, i, "mt", container("mc:" + number, i, "mc", blocks(4)));
    }
    const std::string mark = random_.chance(10) ? "2" : "";
    return R"({"id":"root)" + mark + R"(","nodeType":"^root","children":[{"id":"sys","nodeType":"^sys","children":[)" +
           blocks(3) + R"(]},{"id":"seq","nodeType":"^seq","children":[)" + turns +
           R"(]},{"id":"ah","nodeType":"^ah","children":[)" + blocks(3) + "]}]}";
  }

  Random& random_;
  std::vector<std::size_t> free_;
  std::vector<std::string> values_ = {"1", "null", R"("text")", R"(["a"])", "true", R"("")"};
};

}  // namespace latewood::test
