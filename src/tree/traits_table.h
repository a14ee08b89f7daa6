// Stores traits, extras and their texts; each text and each set of traits without extras once. All stay at their
// address as long as the table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tree/node.h"

namespace latewood::tree {

// The parts of traits, not owned.
struct TraitsParts {
  std::string_view type = "cb";
  std::optional<std::string_view> role = {};
  std::optional<std::string_view> kind = {};
  std::optional<std::string_view> provenance = {};
  std::int64_t offset = 0;
  std::int64_t priority = 0;
};

class TraitsTable {
 public:
  // `extra` must be null or belong to this table.
  const Traits* add(const TraitsParts& parts, const Extra* extra);
  // Adds the same traits with another extra.
  const Traits* with_extra(const Traits& traits, const Extra* extra);

  // Returns null if all members are absent. Attributes may be in any order.
  const Extra* add_extra(std::optional<bool> removable, std::optional<std::string_view> key,
                         std::optional<std::string_view> iso, std::vector<JsonMember> attributes);

 private:
  Symbol intern(std::optional<std::string_view> text);
  const Traits* find_recent(const TraitsParts& parts) const;
  const Traits* keep(const Traits& traits);

  struct TraitsLess {
    bool operator()(const Traits& a, const Traits& b) const;
  };

  std::deque<Extra> extras_;
  std::set<std::string, std::less<>> symbols_;
  std::set<Traits, TraitsLess> shared_;  // looked up and never walked
  std::deque<Traits> own_;               // traits of nodes with extras
  // Without extras. Of a history most nodes have one of few sets, and comparing a few texts is
  // quicker than looking up each of them.
  std::array<const Traits*, 8> recent_{};
  std::size_t next_recent_ = 0;
};

}  // namespace latewood::tree
