// The differences between two moments.
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/content_changes.h"
#include "latewood/json_text.h"
#include "latewood/node_facts.h"
#include "latewood/selector.h"
#include "latewood/trace.h"
#include "latewood/working_diff.h"
#include "operations/json/change_members.h"
#include "operations/json/members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

constexpr std::string_view kWorking = "working";

const Schema& diff_arguments() {
  static const Schema kSchema = object(joined(
      {history_members(),
       {optional("older", text("a moment, or working, in either order with `newer`; default: @t0; of a document @t-1")),
        optional("newer", text("the other moment; default: working; of a document @t0")),
        optional("selector", text("only nodes that match in either moment; default: all")),
        optional("form", word({"ids", "detail", "units", "stat", "unified"},
                              "detail: also parents, children and moves; units: those of the provider thread; stat: "
                              "bytes of each node; unified: contents line by line; default: ids"))}}));
  return kSchema;
}

Schema detail_schema() {
  const Schema changed = object({required("id", text()), required("fields", list(text()))});
  const Schema children = map_of(list(text()), "ids by parent");
  return object({required("components_added", list(text())), required("components_removed", list(text())),
                 required("components_modified", list(changed)), required("children_added", children),
                 required("children_removed", children),
                 required("parent_changed", list(object({required("id", text()), required("previous_parent_id", text()),
                                                         required("new_parent_id", text())}))),
                 required("moved", list(object({required("from_id", text()), required("to_id", text())}),
                                        "nodes that left and came with the same content"))});
}

Schema unit_changes_schema() {
  const Schema place = nullable(
      object({required("index", count("among the units")), required("begin", count()), required("end", count())}));
  return list(object({required("id", text()), required("newer", place), required("older", place)}));
}

const Schema& diff_result() {
  static const Schema kSchema =
      any_of({object(diff_members()), detail_schema(),
              object({required("added", unit_changes_schema()), required("left", unit_changes_schema()),
                      required("changed", unit_changes_schema())}),
              object({required("nodes", list(object({required("id", text()), required("newer_bytes", count()),
                                                     required("older_bytes", count())})))}),
              object({required("nodes", list(object({required("id", text()), required("unified", text())})))})},
             "ids, detail, units, stat or unified: as `form` asks");
  return kSchema;
}

struct DiffCall {
  const ReadHistory& history;
  std::string older;
  std::string newer;
  std::optional<std::string> selector;
  std::string form;
};

DiffCall diff_call(const ReadHistory& history, const Arguments& arguments) {
  const bool is_document = history.repository() == nullptr;
  return {history, arguments.find_text("older").value_or(is_document ? "@t-1" : "@t0"),
          arguments.find_text("newer").value_or(is_document ? "@t0" : std::string(kWorking)),
          arguments.find_text("selector"), arguments.find_text("form").value_or("ids")};
}

// The nodes of two moments and what differs, for the forms that show contents.
struct Sides {
  std::vector<NodeView> older;
  std::vector<NodeView> newer;
  std::string older_name;
  std::string newer_name;
};

std::string contents_json(const Diff& diff, const Sides& sides, const std::string& form) {
  const auto size = [](const NodeView* node) {
    return json_of(std::uint64_t{node == nullptr ? 0 : content_bytes(*node)});
  };
  JsonValue::Array nodes;
  for (const ContentChange& change : content_changes(diff, sides.older, sides.newer)) {
    if (form == "stat") {
      nodes.push_back(
          make_object({{"id", change.id}, {"newer_bytes", size(change.newer)}, {"older_bytes", size(change.older)}}));
    } else {
      const std::string unified =
          unified_content(change, sides.older_name + "/" + change.id, sides.newer_name + "/" + change.id);
      nodes.push_back(make_object({{"id", change.id}, {"unified", unified}}));
    }
  }
  return json_text_of(make_object({{"nodes", std::move(nodes)}}));
}

// ---- with the working state ----

// The reference on the line of the working state: it is compared with its own history only.
Result<std::string> on_own_line(const DiffCall& call, const std::string& name) {
  if (name.starts_with('@') || name == kWorking) return name;
  LW_TRY_ASSIGN(const Snapshot moment, call.history.moment(name));
  const auto same = call.history.context().at(moment.cycle());
  if (same && same->commit_id() == moment.commit_id()) return "@c" + std::to_string(moment.cycle());
  return Error{Code::Unsupported,
               "'" + name + "' is not on the branch of the working state; @t0 and '" + name + "' can be compared",
               {},
               {}};
}

Result<Sides> sides_to_working(const Context& context, const std::string& older) {
  Sides sides;
  sides.older_name = older;
  sides.newer_name = std::string(kWorking);
  // Before the first commit the older side is empty.
  if (const auto snapshot = context.snapshot(older)) {
    LW_TRY_ASSIGN(sides.older, snapshot->nodes());
  }
  LW_TRY_ASSIGN(sides.newer, context.working());
  return sides;
}

Result<std::string> compare_with_working(const DiffCall& call) {
  if (call.form == "units") {
    return Error{Code::Unsupported, "units are those of two snapshots, not of the working state", {}, {}};
  }
  LW_TRY_ASSIGN(const std::string other, on_own_line(call, call.older == kWorking ? call.newer : call.older));
  const Context& context = call.history.context();
  const bool is_first = other == "@t0" && !context.latest();
  if (call.form == "detail") {
    if (is_first) {
      LW_TRY_ASSIGN(const DiffDetail detail, first_edits(context, call.selector));
      return to_json(detail);
    }
    LW_TRY_ASSIGN(const DiffDetail detail, context.diff_detail(other, kWorking, call.selector));
    return to_json(detail);
  }
  Diff diff;
  if (is_first) {
    LW_TRY_ASSIGN(DiffDetail detail, first_edits(context, call.selector));
    diff = std::move(detail.components);
  } else {
    LW_TRY_ASSIGN(diff, context.diff(other, kWorking, call.selector));
  }
  if (call.form == "ids") return to_json(diff);
  LW_TRY_ASSIGN(const Sides sides, sides_to_working(context, other));
  return contents_json(diff, sides, call.form);
}

// ---- two snapshots ----

struct Moments {
  Snapshot older;
  Snapshot newer;
  std::string older_name;
  std::string newer_name;
};

// Whether `ancestor` is on the line of history that ends at the reference.
bool leads_back(const ReadHistory& history, const std::string& reference, const Snapshot& ancestor) {
  const auto line = history.line_to(reference);
  if (!line) return false;
  const auto found = line->context->at(ancestor.cycle());
  return found && found->commit_id() == ancestor.commit_id();
}

// On one line of history the higher cycle is newer, otherwise the second argument is (D-39).
Result<Moments> moments_in_order(const DiffCall& call) {
  LW_TRY_ASSIGN(const Snapshot a, call.history.moment(call.older));
  LW_TRY_ASSIGN(const Snapshot b, call.history.moment(call.newer));
  const bool first_is_newer = a.cycle() > b.cycle() && leads_back(call.history, call.older, b);
  if (first_is_newer) return Moments{b, a, call.newer, call.older};
  return Moments{a, b, call.older, call.newer};
}

// The units of nodes that match in either snapshot.
Result<std::string> compare_units(const Moments& moments, const Selector* selector) {
  LW_TRY_ASSIGN(ThreadDiff units, thread_diff(moments.older, moments.newer));
  if (selector != nullptr) {
    // The diff refuses a selector that does not fit diffs.
    const auto fits = moments.older.diff(moments.newer, selector);
    if (!fits) return fits.error();
    LW_TRY_ASSIGN(const auto in_older, moments.older.select(*selector));
    LW_TRY_ASSIGN(const auto in_newer, moments.newer.select(*selector));
    std::set<std::string> kept(in_older.begin(), in_older.end());
    kept.insert(in_newer.begin(), in_newer.end());
    for (auto* changes : {&units.added, &units.left, &units.changed}) {
      std::erase_if(*changes, [&kept](const UnitChange& change) { return !kept.contains(change.id); });
    }
  }
  return to_json(units);
}

Result<std::string> compare_snapshots(const DiffCall& call) {
  LW_TRY_ASSIGN(const Moments moments, moments_in_order(call));
  std::optional<Selector> selector;
  if (call.selector) {
    LW_TRY_ASSIGN(selector, Selector::parse(*call.selector));
  }
  const Selector* filter = selector ? &*selector : nullptr;
  if (call.form == "units") return compare_units(moments, filter);
  if (call.form == "detail") {
    LW_TRY_ASSIGN(const DiffDetail detail, moments.older.diff_detail(moments.newer, filter));
    return to_json(detail);
  }
  LW_TRY_ASSIGN(const Diff diff, moments.older.diff(moments.newer, filter));
  if (call.form == "ids") return to_json(diff);
  Sides sides{{}, {}, moments.older_name, moments.newer_name};
  LW_TRY_ASSIGN(sides.older, moments.older.nodes());
  LW_TRY_ASSIGN(sides.newer, moments.newer.nodes());
  return contents_json(diff, sides, call.form);
}

Result<std::string> diff(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  const DiffCall call = diff_call(history, arguments);
  if (call.older != kWorking && call.newer != kWorking) return compare_snapshots(call);
  const auto lock = history.lock_edits();
  return compare_with_working(call);
}

}  // namespace

const Row kDiff = {
    .name = "diff",
    .scope = Scope::Read,
    .summary = "Gives what differs between two moments.",
    .arguments = diff_arguments,
    .result = diff_result,
    .example = R"({"older":"@t-1","newer":"@t0","form":"unified"})",
    .errors = {kSnapshotNotFound, kReferenceAmbiguous, kSelectorInvalid},
    .lines = "nodes",
    .run = diff,
};

}  // namespace latewood::operations
