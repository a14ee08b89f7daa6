// Exports snapshots and contexts as the documents of `exchange/`.
#include <span>
#include <utility>

#include "base/try.h"
#include "engine/branch/access.h"
#include "engine/branch/branch.h"
#include "exchange/node_writer.h"
#include "exchange/snapshot_writer.h"
#include "latewood/exchange.h"

namespace latewood {
namespace {

using engine::Access;
using exchange::ChunkedOutput;

template <class Write>
Result<void> write_to(const ByteSink& sink, Write write) {
  ChunkedOutput out(sink);
  LW_TRY(write(out));
  return out.finish();
}

// Collects the written parts in one string.
template <class Write>
Result<std::string> written(Write write) {
  std::string whole;
  const ByteSink sink = [&whole](std::string_view piece) {
    whole.append(piece);
    return Result<void>();
  };
  LW_TRY(write(sink));
  return whole;
}

}  // namespace

Result<void> export_snapshot(const Snapshot& snapshot, const ByteSink& sink) {
  return Access::checked(snapshot, write_to(sink, [&](ChunkedOutput& out) {
                           return exchange::write_snapshot(out, Access::data(snapshot));
                         }));
}

Result<void> export_history(const Context& context, const ByteSink& sink) {
  const engine::Branch& branch = Access::branch(context);
  std::span<const JsonMember> others;
  if (branch.envelope() != nullptr) others = *branch.envelope();
  return branch.checked(
      write_to(sink, [&](ChunkedOutput& out) { return exchange::write_history(out, branch.head(), others); }));
}

Result<void> serialize_snapshot(const Snapshot& snapshot, const ByteSink& sink) {
  return Access::checked(snapshot, write_to(sink, [&](ChunkedOutput& out) {
                           return exchange::write_tree(out, Access::data(snapshot).tree, exchange::NodeForm::Reference);
                         }));
}

Result<std::string> export_snapshot(const Snapshot& snapshot) {
  return written([&](const ByteSink& sink) { return export_snapshot(snapshot, sink); });
}

Result<std::string> export_history(const Context& context) {
  return written([&](const ByteSink& sink) { return export_history(context, sink); });
}

Result<std::string> serialize_snapshot(const Snapshot& snapshot) {
  return written([&](const ByteSink& sink) { return serialize_snapshot(snapshot, sink); });
}

}  // namespace latewood
