#include "operations/json/reason_members.h"

#include "latewood/json_text.h"
#include "operations/table/common.h"

namespace latewood::operations {

Schema event_schema() {
  return object({required("stream", text()), required("seq", count("from 1"))}, "an event of a stream");
}

Schema reasoned_schema() {
  const Schema write = object({required("id", text()), required("kind", text("made, changed, placed, dropped, pinned "
                                                                             "or unpinned"))});
  return object({required("cycle", count()), required("number", count("its place in the plan of the commit")),
                 required("rule", text("what it did: insert, replace, expire ...")),
                 required("kind", word({"direct", "proposal", "lifecycle"})),
                 required("scope", text("the node that it was about")), required("reads", list(text())),
                 required("writes", list(write)), optional("actor", text()), optional("event", event_schema()),
                 optional("admission", object({required("decision_id", digest()), required("view", text())}))});
}

Result<JsonValue> value_of(const std::string& json) { return parse_json_text(json); }

}  // namespace latewood::operations
