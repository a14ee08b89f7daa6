// The nodes that a selector matches in a snapshot, as columns: JavaScript reads ten thousand nodes from two values and
// not from ten thousand objects.
#pragma once

#include <node_api.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "latewood/commit.h"
#include "latewood/node_glance.h"
#include "latewood/result.h"
#include "latewood/snapshot.h"

namespace latewood::node {

// Filled on any thread, given to JavaScript on the thread of its environment.
class NodeColumns {
 public:
  // Takes the matches. `goes_on` is asked at each of them; its error ends the work.
  Result<void> take(const Snapshot& snapshot, std::string_view selector, const std::function<Result<void>()>& goes_on);

  // {texts, names, places, ttls}: `texts` is one string with the id and the JSON of the content of each node, `names`
  // an array of null and the types, roles and kinds. `places` is the buffer of six 32-bit numbers a node: where its id
  // begins in `texts` and how long it is, in units of UTF-16 (its content follows, up to the next node), the places of
  // type, role and kind in `names`, and flags: 1 if there is a ttl, 2 if the content is a text without escapes. `ttls`
  // is the buffer of one 64-bit number a node. Null if the engine of JavaScript cannot hold them. Called once: the
  // buffers take the numbers over.
  napi_value make(napi_env env);

  std::size_t bytes() const { return texts_.size(); }

 private:
  void reserve(const CommitReport& report);
  void add(const NodeGlance& node);
  std::int32_t append(std::string_view text);
  std::int32_t name(std::string_view text);

  std::string texts_;
  std::int32_t units_ = 0;  // of UTF-16 in `texts_`
  std::map<std::string, std::int32_t, std::less<>> names_;
  // The names by their places in memory: the nodes of a snapshot share them.
  std::vector<std::pair<std::string_view, std::int32_t>> seen_;
  std::vector<std::int32_t> places_;
  std::vector<std::int64_t> ttls_;
};

}  // namespace latewood::node
