#include <string>

#include "canon/json_writer.h"
#include "canon/unsigned_number.h"
#include "latewood/request_map.h"

namespace latewood {
namespace {

JsonValue json_of(const MapPlace& place) {
  return make_object({{"begin", json_number(place.bytes.begin)},
                      {"end", json_number(place.bytes.end)},
                      {"unit", place.unit ? json_number(*place.unit) : JsonValue()}});
}

JsonValue json_of(const MappedSide& side) {
  JsonValue::Array places;
  for (const MapPlace& place : side.places) places.push_back(json_of(place));
  JsonValue::Array repairs;
  for (const RepairKind repair : side.repairs) repairs.emplace_back(std::string(to_string(repair)));
  return make_object({{"exists", side.exists},
                      {"instead", JsonValue(JsonValue::Array(side.instead.begin(), side.instead.end()))},
                      {"places", JsonValue(std::move(places))},
                      {"repairs", JsonValue(std::move(repairs))}});
}

JsonValue json_of(const MappedNode& node) {
  JsonValue commit;
  if (node.commit) {
    commit = make_object({{"commit_id", node.commit->commit_id.hex()}, {"cycle", json_number(node.commit->cycle)}});
  }
  return make_object({{"cause", std::string(to_string(node.cause))},
                      {"change", node.change ? JsonValue(std::string(to_string(*node.change))) : JsonValue()},
                      {"commit", std::move(commit)},
                      {"fields", JsonValue(JsonValue::Array(node.fields.begin(), node.fields.end()))},
                      {"id", node.id},
                      {"newer", json_of(node.newer)},
                      {"older", json_of(node.older)}});
}

}  // namespace

std::string_view to_string(MapCause cause) {
  switch (cause) {
    case MapCause::None: return "none";
    case MapCause::Ttl: return "ttl";
    case MapCause::Cascade: return "cascade";
    case MapCause::Prune: return "prune";
    case MapCause::Seal: return "seal";
    case MapCause::Edit: return "edit";
    case MapCause::Marker: return "marker";
    case MapCause::Repair: return "repair";
    case MapCause::Branch: return "branch";
    case MapCause::Unknown: return "unknown";
  }
  return "none";
}

std::string to_json(const MappedNode& node) { return canonical_json(json_of(node)); }

std::string to_json(const MappedByte& byte) {
  return canonical_json(make_object({{"node", json_of(byte.node)},
                                     {"offset", json_number(byte.offset)},
                                     {"place", json_of(byte.place)},
                                     {"side", byte.side == MapSide::Newer ? "newer" : "older"}}));
}

}  // namespace latewood
