// Edits and attempts as a store keeps them: docs/format/edit.md.
#include "engine/record/edit_text.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "engine/record/attempt_text.h"
#include "support/document/format.h"

namespace latewood::engine {
namespace {

std::string line_of(const test::FormatDocument& document, const std::string& name) {
  std::string text = document.text("json", name);
  text.pop_back();
  return text;
}

Component everything() {
  Component component;
  component.id = "cb:own";
  component.node_type = "cb:note";
  component.offset = -2;
  component.ttl = 3;
  component.priority = 7;
  component.role = "user";
  component.kind = "text";
  component.content = JsonValue(nullptr);
  component.removable = false;
  component.key = "k";
  component.provenance = "someone";
  component.attributes = {{"data_x", JsonValue(1.5)}, {"p:y", JsonValue(nullptr)}};
  return component;
}

Replacement every_member() {
  Replacement replacement{JsonValue("text"), {{"data_x", JsonValue(true)}}, "user", "note", 3};
  replacement.priority = -1;
  replacement.offset = 2;
  replacement.node_type = "cb:x";
  return replacement;
}

Replacement lasting() {
  Replacement replacement;
  replacement.persistent = true;
  return replacement;
}

std::vector<tree::Edit> every_edit() {
  return {tree::InsertEdit{everything(), -1},
          tree::InsertEdit{Component{}, 4},
          tree::InsertUnderEdit{everything(), "mt:1"},
          tree::ReplaceEdit{"a", {JsonValue("text"), {{"data_x", JsonValue(true)}}}},
          tree::ReplaceEdit{"a", {std::nullopt, {}}},
          tree::ReplaceEdit{"a", every_member()},
          tree::ReplaceEdit{"a", lasting()},
          tree::DeleteEdit{{"a", "b"}},
          tree::DetachEdit{"a"},
          tree::MoveEdit{{"a", "b"}, 2},
          tree::ReparentEdit{"a", "b"},
          tree::PinEdit{"a"},
          tree::PinEdit{"a", ""},
          tree::UnpinEdit{"a"},
          tree::UnpinEdit{"a", "ann"}};
}

TEST(EditText, TheExamplesAreWhatIsWritten) {
  const test::FormatDocument document("edit.md");
  JournalEntry entry;
  Component hello;
  hello.role = "user";
  hello.content = "Hello";
  entry.call.edits.push_back({tree::InsertEdit{hello, 0}, {"cb:a"}});
  entry.call.permissions.actor = "ann";
  entry.call.stamps = {{3, 1048576}};
  EXPECT_EQ(encode_entry(entry), line_of(document, "entry"));
  const auto read = decode_entry(line_of(document, "entry"));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(encode_entry(*read), line_of(document, "entry"));

  LoggedAttempt logged;
  logged.branch = "main";
  logged.attempt.attempt_id = 1;
  logged.attempt.cycle_id = 2;
  logged.attempt.provider = "p";
  logged.attempt.model = "m";
  logged.attempt.started_at = 5;
  logged.attempt.profile = ProfileName{"openai", 1};
  logged.attempt.profile_digest = profile_digest(logged.attempt.profile).value();
  EXPECT_EQ(encode_attempt(logged), line_of(document, "attempt"));
}

TEST(EditText, EveryEditComesBack) {
  JournalEntry entry;
  entry.base = CommitId{};
  entry.base->bytes.fill(0xab);
  entry.call.permissions = {true, true, "ann"};
  entry.call.stamps = {{3, 10}, {10, 11}};
  for (tree::Edit& edit : every_edit()) entry.call.edits.push_back({std::move(edit), {"x", "y"}});
  const auto read = decode_entry(encode_entry(entry));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->base, entry.base);
  EXPECT_EQ(read->call.edits, entry.call.edits);
  EXPECT_EQ(read->call.stamps, entry.call.stamps);
  EXPECT_EQ(read->call.permissions.actor, "ann");
  EXPECT_TRUE(read->call.permissions.system && read->call.permissions.demote);
  EXPECT_FALSE(read->is_reset);
}

TEST(EditText, AnAttemptComesBack) {
  LoggedAttempt logged;
  logged.branch = "try";
  Attempt& attempt = logged.attempt;
  attempt.attempt_id = 9;
  attempt.cycle_id = 4;
  attempt.status = AttemptStatus::Error;
  attempt.ended_at = 8;
  attempt.error = "refused";
  attempt.token_in = 5;
  attempt.profile = ProfileName{"openai", 1};
  attempt.render.view = View::Structural;
  attempt.parent = CommitId();
  attempt.commit = CommitId{RawBytes32{7}};
  attempt.profile_digest = profile_digest(attempt.profile, attempt.render).value();
  logged.reply.push_back(everything());
  const auto read = decode_attempt(encode_attempt(logged));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(encode_attempt(*read), encode_attempt(logged));
  EXPECT_EQ(read->reply, logged.reply);
  EXPECT_EQ(read->attempt.profile_digest, attempt.profile_digest);
}

TEST(EditText, WhatTheProviderToldComesBack) {
  LoggedAttempt logged;
  logged.branch = "main";
  AttemptAnswer& answer = logged.attempt.answer;
  answer.model = "m-2026-01-01";
  answer.response_id = "resp_1";
  answer.stop_reason = "end_turn";
  answer.token_cached = 0;
  answer.token_cache_write = 7;
  answer.token_cache_write_1h = 3;
  answer.token_reasoning = 5;
  logged.attempt.profile_digest = profile_digest(logged.attempt.profile).value();
  const std::string text = encode_attempt(logged);
  const auto read = decode_attempt(text);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->attempt.answer, answer);
  EXPECT_EQ(encode_attempt(*read), text);

  std::string damaged = text;
  damaged.replace(damaged.find("\"token_cached\":0"), 16, "\"token_cached\":-1");
  EXPECT_EQ(decode_attempt(damaged).error().code, Code::Corruption);
}

// As stores had it before attempts named the digest of their profile.
TEST(EditText, AnAttemptOfTheFirstVersionIsRead) {
  const std::string text =
      R"({"attempt_id":1,"branch":"main","bytes_digest":"0000000000000000000000000000000000000000000000000000000000000000",)"
      R"("cycle_id":2,"model":"m","params":"","profile":"openai@1","provider":"p","reply":[],"started_at":5,)"
      R"("status":"running","token_in":0,"token_out":0,"view":"effective"})";
  const auto read = decode_attempt(text);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->attempt.profile_digest, std::nullopt);
  EXPECT_EQ(encode_attempt(*read), text);
}

TEST(EditText, AProfileDigestThatIsNotOfTheProfileIsCorruption) {
  LoggedAttempt logged;
  logged.attempt.profile = ProfileName{"openai", 1};
  logged.attempt.profile_digest = profile_digest(ProfileName{"anthropic", 1}).value();
  const auto read = decode_attempt(encode_attempt(logged));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, Code::Corruption);
  EXPECT_NE(read.error().message.find("profile_digest is not that of openai@1"), std::string::npos)
      << read.error().message;
}

TEST(EditText, WhatIsNoEntryIsCorruption) {
  JournalEntry entry;
  for (tree::Edit& edit : every_edit()) entry.call.edits.push_back({std::move(edit), {}});
  const std::string good = encode_entry(entry);
  const std::vector<std::pair<std::string, std::string>> damages = {{"\"op\":\"insert\"", "\"op\":\"inzert\""},
                                                                    {"\"depth\":-1", "\"depth\":\"x\""},
                                                                    {"\"nodes\":[", "\"nodez\":["},
                                                                    {"\"system\":false", "\"system\":0"},
                                                                    {"\"content\":[null]", "\"content\":[]"},
                                                                    {"\"stamps\":[]", "\"stamps\":[[2,1]]"}};
  for (const auto& [from, to] : damages) {
    std::string damaged = good;
    ASSERT_NE(damaged.find(from), std::string::npos) << from;
    damaged.replace(damaged.find(from), from.size(), to);
    const auto read = decode_entry(damaged);
    ASSERT_FALSE(read) << to;
    EXPECT_EQ(read.error().code, Code::Corruption) << to;
  }
  EXPECT_EQ(decode_entry("{").error().code, Code::Corruption);
  EXPECT_EQ(decode_attempt("[]").error().code, Code::Corruption);
}

}  // namespace
}  // namespace latewood::engine
