#include "operations/intake/event_json.h"

#include <string>

#include "operations/json/members.h"
#include "operations/table/common.h"

namespace latewood::operations {

// The size of a purged payload is no longer known.
JsonValue event_json(const Event& event) {
  return make_object({{"host_time", json_of_nanoseconds(event.host_time)},
                      {"kind", std::string(to_string(event.kind))},
                      {"payload", event.payload},
                      {"payload_digest", event.payload_digest.hex()},
                      {"seq", json_of(event.ref.seq)},
                      {"stream", event.ref.stream},
                      {"work", json_of(event.work)},
                      event.purged ? JsonMember{"purged", true} : JsonMember{"bytes", json_of(event.bytes)}});
}

std::vector<Member> event_members() {
  return {required("host_time", nanoseconds("as it was given")),
          required("kind", text()),
          required("payload", anything("null if it was purged")),
          required("payload_digest", digest()),
          required("seq", count("its number in the stream")),
          required("stream", text()),
          required("work", count("what it costs to take in, for budgets")),
          optional("bytes", count("of the payload")),
          optional("purged", boolean("the payload was erased"))};
}

JsonValue event_ref_json(const EventRef& event) {
  return make_object({{"seq", json_of(event.seq)}, {"stream", event.stream}});
}

std::vector<Member> event_ref_members() { return {required("seq", count()), required("stream", text())}; }

}  // namespace latewood::operations
