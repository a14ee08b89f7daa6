// A context, and what a profile sends of it.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "latewood/chat_log.h"
#include "latewood/render.h"
#include "support/context_probe.h"
#include "support/request/rules.h"

namespace latewood::test {

inline Context imported_chat(std::string_view log, ChatFormat format = ChatFormat::OpenAi) {
  Context context = open_system_context();
  must(import_chat(context, must(parse_chat_logs(log, format)).conversations.at(0)));
  return context;
}

struct Sent {
  std::string bytes;    // without breakpoints
  std::string repairs;  // their names, in order
};

// The rules know the types that profiles write by themselves; others are the vendor's business.
inline Faults faults_of(const Rendered& rendered) {
  Faults faults = request_faults(rendered.profile.id, must(parse_json(rendered.bytes)));
  std::erase_if(faults, [](const std::string& fault) {
    return fault.find(" of type ") != std::string::npos || fault == "a call of no function";
  });
  return faults;
}

inline Sent sent(const Context& context, std::string_view profile) {
  const Rendered rendered = must(must(context.latest()).render(profile));
  EXPECT_EQ(faults_of(rendered), Faults()) << rendered.bytes;
  Sent result{rendered.bytes, {}};
  for (auto mark = rendered.marks.rbegin(); mark != rendered.marks.rend(); ++mark)
    result.bytes.erase(mark->begin, mark->end - mark->begin);
  for (const Repair& repair : rendered.repairs)
    result.repairs.append(result.repairs.empty() ? "" : " ").append(to_string(repair.kind));
  return result;
}

inline bool holds(const std::string& bytes, std::string_view part) { return bytes.find(part) != std::string::npos; }

// A log in the words of a request comes back in the same words.
inline void expect_back(const std::string& log, std::string_view profile, ChatFormat format) {
  const Sent back = sent(imported_chat(log, format), profile);
  EXPECT_EQ(canonical_json(must(parse_json(back.bytes))), canonical_json(must(parse_json(log))));
  EXPECT_EQ(back.repairs, "");
}

inline Component block_of(const std::string& role, const std::string& kind, const std::string& json,
                          const std::string& vendor = {}) {
  Component block;
  block.role = role;
  block.kind = kind;
  block.content = must(parse_json(json));
  if (!vendor.empty()) block.attributes = {{"lw:vendor", vendor}};
  return block;
}

inline Component tool_of(const std::string& json, const std::string& vendor = {}) {
  Component tool = block_of("system", vendor.empty() ? "tool" : "opaque", json, vendor);
  tool.node_type = "cb:tool";
  return tool;
}

inline Component said(const std::string& role, const std::string& text) {
  return block_of(role, "text", canonical_json(JsonValue(text)));
}

inline Component marker_of(const std::string& type, const std::string& attribute, const std::string& target) {
  Component marker = said("user", "in its place");
  marker.node_type = type;
  marker.attributes = {{attribute, target}};
  return marker;
}

inline Component named(Component block, const std::string& id) {
  block.id = id;
  return block;
}

}  // namespace latewood::test
