// For every unit of a rendered thread: the commit that added it, and the edit and event in the commit's receipt.
#include <map>
#include <utility>

#include "base/try.h"
#include "engine/branch/access.h"
#include "engine/why/slice.h"
#include "latewood/trace.h"
#include "latewood/why.h"
#include "tree/id_scope.h"

namespace latewood {
namespace {

using engine::Access;
using history::SnapshotData;

class Blamer {
 public:
  Blamer(const Context& context, const SnapshotData& head) : head_(head), slicer_(Access::branch(context), head) {}

  Result<BlameLine> line_of(const Unit& unit) {
    BlameLine line{unit, 0, {}, {}, {}, {}, {}};
    const auto place = tree::find_place(head_.tree, unit.id, *head_.ids);
    if (place) line.cycle = tree::node_at(head_.tree, *place).cycle();
    const SnapshotData* brought_by = history::find_cycle(head_, line.cycle);
    if (brought_by == nullptr) return line;
    line.commit_id = brought_by->commit_id();
    line.message = brought_by->note().message;
    LW_TRY_ASSIGN(const Candidate* maker, maker_of(unit.id, brought_by->position));
    if (maker == nullptr) return line;
    line.rule = maker->rule;
    line.actor = maker->actor;
    line.event = maker->event;
    return line;
  }

 private:
  // For each node the first candidate of the commit that wrote it.
  using Makers = std::map<std::string_view, const Candidate*>;

  // The candidate that wrote the node; null if the commit has no receipt or no candidate of its receipt wrote the node.
  Result<const Candidate*> maker_of(std::string_view id, std::uint64_t position) {
    if (!makers_.contains(position)) {
      LW_TRY_ASSIGN(const Receipt* receipt, slicer_.receipt(position));
      makers_[position] = receipt == nullptr ? Makers() : makers_in(*receipt);
    }
    const Makers& makers = makers_.at(position);
    const auto found = makers.find(id);
    return found == makers.end() ? nullptr : found->second;
  }

  static Makers makers_in(const Receipt& receipt) {
    Makers makers;
    for (const Candidate& candidate : receipt.candidates) {
      if (candidate.disposition != Disposition::Applied) continue;
      for (const Rewrite& rewrite : candidate.rewrites) makers.emplace(rewrite.id, &candidate);
    }
    return makers;
  }

  const SnapshotData& head_;
  engine::Slicer slicer_;  // owns the receipts to which `Makers` points
  std::map<std::uint64_t, Makers> makers_;
};

template <typename Range>
Result<std::vector<BlameLine>> blame_units(const Context& context, const Snapshot& snapshot, const Range& units) {
  Blamer blamer(context, Access::data(snapshot));
  std::vector<BlameLine> lines;
  for (const Unit& unit : units) {
    LW_TRY_ASSIGN(BlameLine line, blamer.line_of(unit));
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

Result<std::vector<BlameLine>> blame(const Context& context, std::string_view reference) {
  LW_TRY_ASSIGN(const Snapshot snapshot, context.snapshot(reference));
  LW_TRY_ASSIGN(const std::vector<Unit> units, thread_units(snapshot));
  return Access::checked(snapshot, blame_units(context, snapshot, units));
}

Result<std::vector<BlameLine>> blame(const Context& context, std::string_view reference, std::string_view profile,
                                     const RenderOptions& options) {
  LW_TRY_ASSIGN(const Snapshot snapshot, context.snapshot(reference));
  LW_TRY_ASSIGN(const Rendered rendered, snapshot.render(profile, options));
  return Access::checked(snapshot, blame_units(context, snapshot, rendered.units));
}

}  // namespace latewood
