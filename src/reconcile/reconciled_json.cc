#include <utility>

#include "latewood/json_text.h"
#include "latewood/reconcile.h"

namespace latewood {
namespace {

JsonValue number(std::uint64_t value) { return JsonValue(static_cast<std::int64_t>(value)); }

JsonValue masked_json(const std::vector<MaskedText>& masked) {
  JsonValue::Array list;
  for (const MaskedText& each : masked) {
    list.push_back(make_object({{"index", number(each.index)}, {"text", each.text}}));
  }
  return JsonValue(std::move(list));
}

}  // namespace

std::string_view to_string(ReconcileKind kind) {
  switch (kind) {
    case ReconcileKind::First: return "first";
    case ReconcileKind::Append: return "append";
    case ReconcileKind::Fork: return "fork";
    case ReconcileKind::Retry: return "retry";
    case ReconcileKind::Compaction: return "compaction";
    case ReconcileKind::SystemEdit: return "system_edit";
    case ReconcileKind::SideRequest: return "side_request";
  }
  return "retry";
}

JsonValue json_of(const Reconciled& done) {
  return make_object({
      {"added", number(done.added)},
      {"base", done.base ? JsonValue(done.base->hex()) : JsonValue()},
      {"blocks", number(done.blocks)},
      {"branch", done.branch},
      {"commit_id", done.commit_id.hex()},
      {"context", done.context},
      {"covered", number(done.covered)},
      {"cycle", number(done.cycle)},
      {"decision", std::string(to_string(done.kind))},
      {"format", to_string(done.format)},
      {"is_new_context", done.is_new_context},
      {"kept", number(done.kept)},
      {"masked", masked_json(done.masked)},
      {"reason", done.reason},
      {"side_of", done.side_of.empty() ? JsonValue() : JsonValue(done.side_of)},
      {"system_added", number(done.system_added)},
      {"system_removed", number(done.system_removed)},
      {"taken", number(done.taken)},
  });
}

}  // namespace latewood
