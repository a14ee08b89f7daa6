// What an import tells of a document that it does not take as it is, and what strict reading refuses (R-01, R-02,
// IMPORT-06).
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/document/documents.h"

namespace latewood::test {
namespace {

using Lines = std::vector<std::string>;

// "kind id member" of every note; the envelope is "-".
Lines notes_of(const std::string& document) {
  Lines lines;
  ImportOptions options = import_options();
  options.note = [&](const ImportNote& note) {
    lines.push_back(std::string(name_of(note.kind)) + " " + (note.id.empty() ? "-" : note.id) + " " + note.member);
    EXPECT_LE(note.place.offset + note.place.length, document.size());
    EXPECT_FALSE(note.message.empty());
  };
  EXPECT_EQ(verdict(import_document(document, options)), "done") << document;
  return lines;
}

// A document with nothing to be told of; `block` is what its block says besides its headers.
std::string complete_document(const std::string& block = "") {
  const auto node = [](const std::string& id, const std::string& type, int stamp, const std::string& members) {
    const std::string number = std::to_string(stamp);
    return R"({"id":")" + id + R"(","nodeType":")" + type + R"(","offset":0,"ttl":null,"priority":0,"cycle":1,)" +
           R"("created_at_ns":)" + number + R"(,"created_at_iso":"1970-01-01T00:00:00.00000000)" + number +
           R"(Z","creation_index":)" + number + members + "}";
  };
  const std::string children = node("sys", "^sys", 1, R"(,"children":[)" + node("a", "cb", 4, block) + "]") + "," +
                               node("seq", "^seq", 2, "") + "," + node("ah", "^ah", 3, "");
  return R"({"cycle":1,"spec_version":"PACT/0.1.0","root":)" +
         node("root", "^root", 0, R"(,"children":[)" + children + "]") + "}";
}

TEST(ImportNotes, OfACompleteDocumentThereAreNone) {
  EXPECT_EQ(notes_of(complete_document()), Lines{});
  EXPECT_EQ(refusal(complete_document(), true), "imported");
}

TEST(ImportNotes, EveryCompletionIsTold) {
  const Lines lines = notes_of(R"({"root":{"children":[{"nodeType":"^sys","children":[{"id":"a","offset":0}]}]}})");
  const Lines of_a = {"completed a nodeType",      "completed a ttl",           "completed a priority",
                      "completed a cycle",         "completed a created_at_ns", "completed a created_at_iso",
                      "completed a creation_index"};
  for (const std::string& line : of_a) EXPECT_EQ(std::count(lines.begin(), lines.end(), line), 1) << line;
  const Lines others = {"completed - spec_version", "completed - cycle", "completed root id", "completed root ^seq",
                        "completed root ^ah"};
  for (const std::string& line : others) EXPECT_EQ(std::count(lines.begin(), lines.end(), line), 1) << line;
  EXPECT_EQ(lines.size(), of_a.size() + others.size() + 8 + 8) << "and the headers of root and ^sys";
}

// Each header alone: told, and refused by strict reading.
TEST(ImportNotes, EachMissingHeaderIsToldAndRefusedByStrictReading) {
  for (const std::string member : {R"("offset":0,)", R"("ttl":null,)", R"("priority":0,)", R"("cycle":1,)"}) {
    std::string document = complete_document();
    document.erase(document.rfind(member, document.find(R"("id":"seq")")), member.size());
    const Lines lines = notes_of(document);
    ASSERT_EQ(lines.size(), 1U) << member;
    EXPECT_TRUE(refusal(document, true).starts_with("InvalidArgument at {")) << member;
  }
}

TEST(ImportNotes, R_01_AnotherMomentIsAWarningAndStrictReadingRefusesIt) {
  std::string document = complete_document();
  const std::string derived = "1970-01-01T00:00:00.000000004Z";
  document.replace(document.find(derived), derived.size(), "1970-01-01T00:00:04Z");
  EXPECT_EQ(notes_of(document), Lines{"warning a created_at_iso"});
  EXPECT_TRUE(refusal(document, true).starts_with(R"(InvalidArgument at {"id":"a")")) << refusal(document, true);
}

TEST(ImportNotes, R_01_AnotherSpellingIsNoWarning) {
  std::string document = complete_document();
  const std::string derived = "1970-01-01T00:00:00.000000004Z";
  document.replace(document.find(derived), derived.size(), "1970-01-01 00:00:00.000000004+00:00");
  EXPECT_EQ(notes_of(document), Lines{});
  EXPECT_EQ(refusal(document, true), "imported");
}

TEST(ImportNotes, AWrongContentHashIsAWarning) {
  const std::string wrong = complete_document(R"(,"content":"x","content_hash":")" + std::string(64, '0') + "\"");
  EXPECT_EQ(notes_of(wrong), Lines{"warning a content_hash"});
  EXPECT_TRUE(refusal(wrong, true).starts_with("InvalidArgument at {"));
}

// What others tell already is not kept, and no reason to refuse a document.
TEST(ImportNotes, WhatIsNotKeptIsTold) {
  const std::string document = complete_document(R"(,"role":null,"parent_id":"sys","purged":false)");
  EXPECT_EQ(notes_of(document), (Lines{"dropped a parent_id", "dropped a purged", "dropped a role"}));
  EXPECT_EQ(refusal(document, true), "imported");
}

// Places are those of the whole document, also where it is read in pieces.
TEST(ImportNotes, PlacesAreThoseOfTheWholeDocument) {
  const std::string one = complete_document();
  std::string other = complete_document();
  other.replace(other.find(R"({"cycle":1)"), 10, R"({"cycle":2)");
  other.erase(other.find(R"("priority":0,)"), 13);
  const std::string document = R"({"spec_version":"PACT/0.1.0","snapshots":[)" + one + "," + other + "]}";
  std::vector<ImportNote> notes;
  ImportOptions options = import_options();
  options.note = [&notes](const ImportNote& note) { notes.push_back(note); };
  std::size_t at = 0;
  const ByteSource source = [&]() -> Result<std::string_view> {
    const std::string_view piece = std::string_view(document).substr(at, 7);
    at += piece.size();
    return piece;
  };
  ASSERT_EQ(verdict(import_document(source, options)), "done");
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].cycle, 2U);
  EXPECT_EQ(notes[0].member, "priority");
  EXPECT_EQ(notes[0].message, "priority is missing; 0 is taken");
  EXPECT_TRUE(document.substr(notes[0].place.offset).starts_with(R"({"id":"root")"));
}

}  // namespace
}  // namespace latewood::test
