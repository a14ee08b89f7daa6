// The differences between two canonical provider threads, as bytes and nodes.
#include <map>
#include <string>
#include <string_view>

#include "base/try.h"
#include "canon/json_writer.h"
#include "engine/branch/access.h"
#include "history/snapshot_data.h"
#include "latewood/trace.h"
#include "render/provider_thread.h"

namespace latewood {
namespace {

using engine::Access;
using render::MappedThread;

MappedThread thread_of(const Snapshot& snapshot) {
  return render::mapped_provider_thread(Access::data(snapshot).tree, &Access::renders(snapshot));
}

std::string_view bytes_at(const MappedThread& thread, const UnitPlace& place) {
  return std::string_view(thread.bytes).substr(place.bytes.begin, place.bytes.end - place.bytes.begin);
}

class UnitIndex {
 public:
  explicit UnitIndex(const std::vector<Unit>& units) {
    for (std::size_t i = 0; i < units.size(); ++i) places_[units[i].id] = {i, units[i].bytes};
  }

  std::optional<UnitPlace> find(std::string_view id) const {
    const auto found = places_.find(id);
    return found == places_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::map<std::string_view, UnitPlace> places_;
};

void append_place(std::string& out, const std::optional<UnitPlace>& place) {
  if (!place) {
    out.append("null");
    return;
  }
  out.append(R"({"index":)").append(std::to_string(place->index));
  out.append(R"(,"begin":)").append(std::to_string(place->bytes.begin));
  out.append(R"(,"end":)").append(std::to_string(place->bytes.end)).append("}");
}

void append_changes(std::string& out, std::string_view name, const std::vector<UnitChange>& changes) {
  append_json_string(out, name);
  out.append(":[");
  for (const UnitChange& change : changes) {
    if (&change != changes.data()) out.push_back(',');
    append_json_string(out.append(R"({"id":)"), change.id);
    append_place(out.append(R"(,"newer":)"), change.newer);
    append_place(out.append(R"(,"older":)"), change.older);
    out.push_back('}');
  }
  out.push_back(']');
}

}  // namespace

Result<std::vector<Unit>> thread_units(const Snapshot& snapshot) {
  return engine::Access::checked<std::vector<Unit>>(snapshot, thread_of(snapshot).units);
}

Result<LocatedDiff> locate(const Diff& diff, const Snapshot& older, const Snapshot& newer) {
  LW_TRY_ASSIGN(const std::vector<Unit> after, thread_units(newer));
  LW_TRY_ASSIGN(const std::vector<Unit> before, thread_units(older));
  const UnitIndex after_index(after);
  const UnitIndex before_index(before);
  const auto located = [&](const std::string& id) {
    return UnitChange{id, after_index.find(id), before_index.find(id)};
  };
  LocatedDiff result;
  for (const std::string& id : diff.added) result.added.push_back(located(id));
  for (const std::string& id : diff.removed) result.removed.push_back(located(id));
  for (const NodeChange& change : diff.changed) result.changed.push_back(located(change.id));
  return result;
}

Result<ThreadDiff> thread_diff(const Snapshot& older, const Snapshot& newer) {
  const MappedThread after = thread_of(newer);
  const MappedThread before = thread_of(older);
  const UnitIndex after_index(after.units);
  const UnitIndex before_index(before.units);
  ThreadDiff diff;
  for (const Unit& unit : after.units) {
    UnitChange change{unit.id, after_index.find(unit.id), before_index.find(unit.id)};
    if (!change.older) {
      diff.added.push_back(std::move(change));
    } else if (bytes_at(after, *change.newer) != bytes_at(before, *change.older)) {
      diff.changed.push_back(std::move(change));
    }
  }
  for (const Unit& unit : before.units) {
    if (!after_index.find(unit.id)) diff.left.push_back({unit.id, std::nullopt, before_index.find(unit.id)});
  }
  LW_TRY(Access::check_read(newer));
  LW_TRY(Access::check_read(older));
  return diff;
}

std::string to_json(const LocatedDiff& located) {
  std::string out = "{";
  append_changes(out, "added", located.added);
  append_changes(out.append(","), "removed", located.removed);
  append_changes(out.append(","), "changed", located.changed);
  return out.append("}");
}

std::string to_json(const ThreadDiff& diff) {
  std::string out = "{";
  append_changes(out, "added", diff.added);
  append_changes(out.append(","), "left", diff.left);
  append_changes(out.append(","), "changed", diff.changed);
  return out.append("}");
}

}  // namespace latewood
