#include "support/operations/story.h"

#include <gtest/gtest.h>

namespace latewood::test {

std::string called(Session& session, std::string_view operation, std::string_view arguments) {
  auto result = session.call(operation, arguments);
  EXPECT_TRUE(result) << operation << ' ' << arguments << ": " << result.error().message;
  return result ? *std::move(result) : std::string();
}

Session story_session(const std::string& url) {
  SessionOptions options;
  options.clock = make_logical_clock();
  options.actor = "gardener";
  Session session(url, options);
  called(session, "init", "{}");
  called(session, "insert",
         R"({"id":"prompt","role":"system","content":"You advise on trees.","depth":-1,"system":true})");
  called(session, "insert", R"({"id":"question","role":"user","content":"Why does the oak drop leaves in July?"})");
  called(session, "commit", R"({"message":"the question"})");
  called(session, "insert",
         R"({"id":"leaflet","role":"user","content":"Leaflet 12: compacted soil.","ttl":2,"offset":1})");
  called(session, "insert", R"({"id":"answer","role":"assistant","content":"Probably the soil is compacted."})");
  called(session, "commit", R"({"message":"the answer","actor":"agent"})");
  called(session, "pin", R"({"nodes":"prompt","holder":"planner"})");
  called(session, "insert", R"({"id":"draft","role":"user","content":"A draft.","ttl":1})");
  called(session, "commit", R"({"message":"a draft"})");
  called(session, "commit", R"({"message":"a cycle passes"})");
  called(session, "create_branch", R"({"name":"other","from":"@t-2"})");
  called(session, "create_tag", R"({"name":"start","from":"@c1"})");
  called(session, "insert", R"({"id":"thanks","role":"user","content":"Thank you."})");
  called(session, "append_event", R"({"stream":"mail","payload":"The oak was watered.","kind":"tool"})");
  called(session, "begin_attempt", R"({"provider":"acme","model":"large"})");
  return session;
}

}  // namespace latewood::test
