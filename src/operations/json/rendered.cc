#include "operations/json/rendered.h"

#include <utility>

#include "operations/json/members.h"
#include "operations/table/common.h"

namespace latewood::operations {

JsonValue json_of(const Units& units) {
  JsonValue::Array list;
  for (const Unit& unit : units) {
    list.push_back(
        make_object({{"id", unit.id}, {"begin", json_of(unit.bytes.begin)}, {"end", json_of(unit.bytes.end)}}));
  }
  return list;
}

JsonValue json_of(const std::vector<Repair>& repairs) {
  JsonValue::Array list;
  for (const Repair& repair : repairs) {
    list.push_back(make_object({{"id", repair.id}, {"kind", std::string(to_string(repair.kind))}}));
  }
  return list;
}

JsonValue json_of(const Rendered& rendered) {
  return make_object({{"request", rendered.bytes},
                      {"profile", to_string(rendered.profile)},
                      {"repairs", json_of(rendered.repairs)},
                      {"units", json_of(rendered.units)}});
}

JsonValue json_of_thread(std::string_view thread, JsonValue units) {
  return make_object({{"request", std::string(thread)},
                      {"profile", JsonValue()},
                      {"repairs", JsonValue::Array()},
                      {"units", std::move(units)}});
}

std::vector<Member> rendered_members() {
  const Schema unit = object({required("id", text()), required("begin", count()), required("end", count())});
  const Schema repair = object({required("id", text("the node; empty: none")), required("kind", text())});
  return {required("request", text("the exact bytes of the request, as a text")),
          required("profile", nullable(text("NAME@VERSION; null: the canonical thread"))),
          required("repairs", list(repair, "what was changed so that the vendor accepts the request")),
          required("units", nullable(list(unit, "half-open ranges of bytes, in their order")))};
}

}  // namespace latewood::operations
