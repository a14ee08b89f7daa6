#include <utility>

#include "latewood/json_text.h"
#include "latewood/session_log.h"

namespace latewood {
namespace {

JsonValue json_count(std::uint64_t value) { return JsonValue(static_cast<std::int64_t>(value)); }

JsonValue context_json(const SessionContext& context) {
  return make_object({{"attempts", json_count(context.attempts)},
                      {"branches", json_count(context.branches)},
                      {"commits", json_count(context.commits)},
                      {"context", context.name},
                      {"has_system", context.has_system},
                      {"known", json_count(context.known)},
                      {"parent", context.parent.empty() ? JsonValue() : JsonValue(context.parent)},
                      {"waiting", json_count(context.waiting)}});
}

}  // namespace

JsonValue json_of(const SessionImport& done, const std::string& file) {
  JsonValue::Array contexts;
  for (const SessionContext& context : done.contexts) contexts.push_back(context_json(context));
  JsonValue::Array unknown;
  for (const LogLine& line : done.unknown) {
    unknown.push_back(make_object({{"line", json_count(line.number)}, {"reason", line.reason}}));
  }
  std::vector<JsonMember> members = {{"contexts", JsonValue(std::move(contexts))},
                                     {"format", std::string(to_string(done.format))},
                                     {"imported", json_count(done.imported)},
                                     {"lines", json_count(done.lines)},
                                     {"noted", json_count(done.noted)},
                                     {"unknown", JsonValue(std::move(unknown))}};
  if (!file.empty()) members.push_back({"file", file});
  return make_object(std::move(members));
}

}  // namespace latewood
