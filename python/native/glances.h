// The nodes that one selection found in a snapshot: their most wanted members in one buffer, and a way to the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/node.h"
#include "latewood/node_glance.h"
#include "latewood/result.h"
#include "latewood/snapshot.h"
#include "python/native/owner_process.h"

namespace latewood::python {

// Shared by the nodes of the selection, which count themselves; the interpreter guards the count. A tree of ten
// thousand nodes is one buffer and not ten thousand copies of a NodeView.
class Glances {
 public:
  explicit Glances(Snapshot snapshot) : snapshot_(std::move(snapshot)) {}
  Glances(const Glances&) = delete;
  Glances& operator=(const Glances&) = delete;

  // Takes all matches. Needs no interpreter.
  Result<void> take(std::string_view selector);
  std::size_t size() const { return entries_.size(); }

  void hold() { ++holders_; }
  // Destroys it with its last holder.
  void let_go();

  std::string_view id(std::size_t at) const { return piece(entries_[at], 0, entries_[at].id_size); }
  std::string_view type(std::size_t at) const;
  std::optional<std::string_view> role(std::size_t at) const;
  std::optional<std::string_view> kind(std::size_t at) const;
  std::string_view content_json(std::size_t at) const;
  std::optional<std::int64_t> ttl(std::size_t at) const { return entries_[at].ttl; }

  // The node with everything.
  Result<NodeView> load(std::size_t at) const;

 private:
  // The pieces follow each other in the buffer: id, type, role, kind, content.
  struct Entry {
    std::size_t begin = 0;
    std::size_t content_size = 0;
    std::uint32_t id_size = 0;
    std::uint32_t type_size = 0;
    std::uint32_t role_size = 0;
    std::uint32_t kind_size = 0;
    bool has_role = false;
    bool has_kind = false;
    std::optional<std::int64_t> ttl = {};
  };

  void add(const NodeGlance& node);
  std::string_view piece(const Entry& entry, std::size_t offset, std::size_t size) const {
    return std::string_view(text_).substr(entry.begin + offset, size);
  }

  Snapshot snapshot_;
  OwnerProcess owner_;
  std::string text_;
  std::vector<Entry> entries_;
  std::size_t holders_ = 1;
};

}  // namespace latewood::python
