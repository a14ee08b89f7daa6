#include "exchange/import_notes.h"

#include <utility>

#include "base/iso_time.h"
#include "canon/json_string.h"
#include "canon/json_writer.h"

namespace latewood {

std::string_view name_of(ImportNoteKind kind) {
  switch (kind) {
    case ImportNoteKind::Completed: return "completed";
    case ImportNoteKind::Warning: return "warning";
    case ImportNoteKind::Dropped: break;
  }
  return "dropped";
}

namespace exchange {
namespace {

std::string json_text(std::string_view text) {
  std::string json;
  append_json_string(json, text);
  return json;
}

// A header of a complete node as JSON.
std::string value_of(const NodeDocument& node, Member header) {
  const tree::NodeParts& fields = node.fields;
  switch (header) {
    case Member::Id: return json_text(fields.id);
    case Member::NodeType: return json_text(fields.traits.type);
    case Member::Offset: return std::to_string(fields.traits.offset);
    case Member::Priority: return std::to_string(fields.traits.priority);
    case Member::Cycle: return std::to_string(fields.cycle);
    case Member::CreatedAtNs: return std::to_string(fields.created_at_ns);
    case Member::CreatedAtIso: return json_text(iso_time(fields.created_at_ns));
    case Member::CreationIndex: return std::to_string(fields.creation_index);
    default: return "null";
  }
}

Error refused(const NodeDocument& node, std::string message) {
  if (!node.fields.id.empty()) message = "'" + std::string(node.fields.id) + "': " + message;
  return {Code::InvalidArgument, std::move(message), {}, node.place};
}

ImportNote note_of(ImportNoteKind kind, const NodeDocument& node, std::string_view member, std::uint64_t cycle,
                   std::string message) {
  return {kind, cycle, std::string(node.fields.id), std::string(member), std::move(message), node.place};
}

}  // namespace

template <class Make>
void ImportNotes::tell(ImportNoteKind kind, Make make) const {
  if (count_) count_(kind);
  if (take_) take_(make(kind));
}

Result<void> ImportNotes::completed(const NodeDocument& node, Member header, std::uint64_t cycle) const {
  if (is_strict()) return refused(node, "the header " + std::string(name_of(header)) + " is missing");
  tell(ImportNoteKind::Completed, [&](ImportNoteKind kind) {
    const std::string name(name_of(header));
    return note_of(kind, node, name, cycle, name + " is missing; " + value_of(node, header) + " is taken");
  });
  return {};
}

Result<void> ImportNotes::completed_region(const NodeDocument& root, std::string_view type, std::uint64_t cycle) const {
  const std::string region = "the region " + std::string(type) + " is missing";
  if (is_strict()) return refused(root, region);
  tell(ImportNoteKind::Completed,
       [&](ImportNoteKind kind) { return note_of(kind, root, type, cycle, region + "; an empty one is taken"); });
  return {};
}

Result<void> ImportNotes::completed_envelope(std::string_view member, std::string_view filled, const Place& place,
                                             std::optional<std::uint64_t> cycle) const {
  const std::string missing = "the member '" + std::string(member) + "' is missing";
  if (is_strict()) return Error{Code::InvalidArgument, missing, {}, place};
  tell(ImportNoteKind::Completed, [&](ImportNoteKind kind) {
    return ImportNote{kind, cycle, {}, std::string(member), missing + "; " + std::string(filled) + " is taken", place};
  });
  return {};
}

Result<void> ImportNotes::warned(const NodeDocument& node, Member member, std::uint64_t cycle, std::string message,
                                 std::string_view taken) const {
  if (is_strict()) return refused(node, std::move(message));
  tell(ImportNoteKind::Warning, [&](ImportNoteKind kind) {
    return note_of(kind, node, name_of(member), cycle, message + "; " + std::string(taken) + " is taken");
  });
  return {};
}

void ImportNotes::dropped(const NodeDocument& node, Member member, std::uint64_t cycle, std::string message) const {
  tell(ImportNoteKind::Dropped,
       [&](ImportNoteKind kind) { return note_of(kind, node, name_of(member), cycle, std::move(message)); });
}

void ImportNotes::dropped_envelope(std::string_view member, std::string message, const Place& place,
                                   std::optional<std::uint64_t> cycle) const {
  tell(ImportNoteKind::Dropped, [&](ImportNoteKind kind) {
    return ImportNote{kind, cycle, {}, std::string(member), std::move(message), place};
  });
}

}  // namespace exchange
}  // namespace latewood
