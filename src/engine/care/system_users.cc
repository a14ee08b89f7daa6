#include "engine/care/system_users.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <variant>

#include "base/try.h"
#include "canon/json_writer.h"
#include "engine/branch/access.h"
#include "engine/branch/branch.h"
#include "engine/record/edit_text.h"
#include "engine/stored/catalog.h"
#include "history/snapshot_data.h"
#include "tree/edit/system_text.h"
#include "warp/mapping/tree_change.h"

namespace latewood::engine {
namespace {

using history::SnapshotData;
using tree::Node;

class SystemUsers {
 public:
  SystemUsers(Repository& repository, const Blake3Digest& payload) : repository_(repository), payload_(payload) {}

  Result<bool> are_in(const std::string& context) {
    LW_TRY_ASSIGN(const bool is_uncommitted, is_in_journals(context));
    if (is_uncommitted) return true;
    LW_TRY_ASSIGN(const std::vector<BranchInfo> branches, repository_.branches(context));
    for (const BranchInfo& branch : branches) {
      LW_TRY_ASSIGN(const bool is_found, is_in_line(context, branch.name));
      if (is_found) return true;
    }
    LW_TRY_ASSIGN(const std::vector<TagInfo> tags, repository_.tags(context));
    for (const TagInfo& tag : tags) {
      LW_TRY_ASSIGN(const bool is_found, is_in_line(context, tag.name));
      if (is_found) return true;
    }
    return false;
  }

 private:
  bool is(const Node& node) const {
    return node.payload() != nullptr && tree::digest_of(node.payload()).bytes == payload_.bytes;
  }
  bool is(const JsonValue& content) const {
    return tree::payload_digest(canonical_json(content)).bytes == payload_.bytes;
  }

  // Damaged history counts as history without the content; any other error ends the search.
  static Result<bool> skip_damage(const Error& error) {
    return error.code == Code::Corruption ? Result<bool>(false) : Result<bool>(error);
  }

  // Searches from the newest commit back to a commit that was already searched.
  Result<bool> is_in_line(const std::string& context, const std::string& name) {
    const auto loaded = repository_.load(context, name);
    if (!loaded) return skip_damage(loaded.error());
    const Branch& line = Access::branch(*loaded);
    const SnapshotData* head = line.head();
    for (std::uint64_t back = 0; head != nullptr && back <= head->position; ++back) {
      const SnapshotData& snapshot = history::ancestor(*head, back);
      if (const auto read = line.check_read(); !read) return skip_damage(read.error());
      if (snapshot.is_collected()) return false;
      if (!seen_.insert(snapshot.commit_id().hex()).second) return false;
      if (is_in(snapshot)) return true;
    }
    return false;
  }

  // Searches only the parts that differ from the snapshot before; the rest is searched there.
  bool is_in(const SnapshotData& snapshot) const {
    const tree::Tree& older = snapshot.older();
    const bool is_first = snapshot.position == 0 || snapshot.before().is_collected();
    if (is_first || older.sys != snapshot.tree.sys) {
      for (const auto& entry : snapshot.tree.sys->entries()) {
        if (is(*entry.node)) return true;
      }
    }
    const auto speaks = [this](const tree::Ring& ring) {
      const auto entries = ring->entries();
      return std::any_of(entries.begin(), entries.end(),
                         [this](const auto& entry) { return is(*entry.node) && tree::speaks_for_system(*entry.node); });
    };
    if (is_first) return std::any_of(snapshot.tree.rings.begin(), snapshot.tree.rings.end(), speaks);
    for (const warp::ChangedRing& change : warp::changed_rings(older, snapshot.tree)) {
      if (change.newer && speaks(snapshot.tree.rings[*change.newer])) return true;
    }
    return speaks(snapshot.tree.ah);
  }

  Result<bool> is_in_journals(const std::string& context) const {
    store::Store& store = repository_.store();
    LW_TRY_ASSIGN(const store::ContextKey key, find_context(store, context));
    LW_TRY_ASSIGN(const std::vector<std::string> branches, store.list_journals(key));
    for (const std::string& branch : branches) {
      LW_TRY_ASSIGN(const auto edits, store.list_edits(key, branch));
      for (const store::Edit& edit : edits) {
        const auto entry = decode_entry(edit.value);
        if (entry && is_in(entry->call)) return true;
      }
    }
    return false;
  }

  bool is_in(const EditCall& call) const {
    return std::any_of(call.edits.begin(), call.edits.end(), [&](const tree::MadeEdit& made) {
      if (const auto* insert = std::get_if<tree::InsertEdit>(&made.edit)) {
        return is_in(insert->component, insert->depth < 0);
      }
      // The edit needed the system permission if its parent is in `^sys`; without it, the content is not system text.
      if (const auto* under = std::get_if<tree::InsertUnderEdit>(&made.edit)) {
        return is_in(under->component, call.permissions.system);
      }
      const auto* replace = std::get_if<tree::ReplaceEdit>(&made.edit);
      if (replace == nullptr || !call.permissions.system) return false;
      const std::optional<JsonValue>& content = replace->replacement.content;
      return content && is(*content);
    });
  }
  bool is_in(const Component& component, bool is_of_system) const {
    return component.content && is(*component.content) && (is_of_system || tree::speaks_for_system(component));
  }

  Repository& repository_;
  const Blake3Digest payload_;
  std::set<std::string> seen_;
};

}  // namespace

Result<bool> is_system_text(Repository& repository, const std::vector<std::string>& contexts,
                            const Blake3Digest& payload) {
  SystemUsers users(repository, payload);
  for (const std::string& context : contexts) {
    LW_TRY_ASSIGN(const bool is_found, users.are_in(context));
    if (is_found) return true;
  }
  return false;
}

}  // namespace latewood::engine
