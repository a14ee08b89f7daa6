// Small histories as documents, with every header written out: what a test does not say
// differs between two snapshots does not differ.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "latewood/context.h"
#include "latewood/exchange.h"

namespace latewood::test {

// One node as JSON. `index` gives it its stamps; `members` are further members, as text:
// R"("ttl":3,"role":"user")".
inline std::string node_text(const std::string& id, int index, const std::string& type, const std::string& members = "",
                             const std::string& children = "") {
  const std::string number = std::to_string(index);
  std::string text = R"({"id":")" + id + R"(","nodeType":")" + type + R"(","cycle":1,"created_at_ns":)" + number +
                     R"(,"creation_index":)" + number;
  if (!members.empty()) text += "," + members;
  if (!children.empty()) text += R"(,"children":[)" + children + "]";
  return text + "}";
}

inline std::string block_text(const std::string& id, int index, const std::string& members = "") {
  return node_text(id, index, "cb", members);
}

// A tree with one turn whose core holds `blocks`, `after` as post-context, and `system` in `^sys`.
inline std::string tree_text(const std::string& blocks, const std::string& after = "", const std::string& system = "") {
  std::string inside = node_text("mc:1", 11, "mc", "", blocks);
  if (!after.empty()) inside += "," + after;
  return R"({"id":"root","nodeType":"^root","children":[{"id":"sys","nodeType":"^sys","children":[)" + system +
         R"(]},{"id":"seq","nodeType":"^seq","children":[)" + node_text("mt:1", 10, "mt", "", inside) +
         R"(]},{"id":"ah","nodeType":"^ah"}]})";
}

// Snapshots with these roots, oldest first, of cycle 1, 2, ... or those given.
inline Context history_of(const std::vector<std::string>& roots, std::vector<int> cycles = {}) {
  std::string document = R"({"spec_version":"PACT/0.1.0","snapshots":[)";
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const int cycle = cycles.empty() ? static_cast<int>(i) + 1 : cycles[i];
    if (i > 0) document += ",";
    document += R"({"spec_version":"PACT/0.1.0","cycle":)" + std::to_string(cycle) + R"(,"root":)" + roots[i] + "}";
  }
  auto context = import_document(document + "]}");
  if (!context) ADD_FAILURE() << context.error().message << "\n" << document;
  return *std::move(context);
}

}  // namespace latewood::test
