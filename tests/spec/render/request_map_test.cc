// The debugger's map: from a diff entry, a node or a byte to the other two (AUD-09).
#include <gtest/gtest.h>

#include "latewood/request_map.h"
#include "support/context_probe.h"

namespace latewood {
namespace {

using test::block;
using test::block_with_ttl;
using test::Ids;
using test::must;
using test::open_system_context;
using test::verdict;

Context story() {
  Context context = open_system_context();
  must(context.insert(block("rules"), -1));
  must(context.insert(block("kept")));
  must(context.insert(block_with_ttl("gone", 1)));
  must(context.insert(block("hidden")));
  must(context.commit());
  must(context.replace("rules", {JsonValue("other"), {}}));
  must(context.insert(block("new")));
  must(context.delete_nodes({"hidden"}));
  must(context.commit());
  return context;
}

RequestMap map_of(const Context& context, const std::string& profile) {
  return must(RequestMap::make(must(context.back(1)), must(context.latest()), {profile, {}}));
}

std::string bytes_at(const RequestMap& map, MapSide side, const MapPlace& place) {
  return map.request(side).substr(place.bytes.begin, place.bytes.end - place.bytes.begin);
}

TEST(RequestMapStory, AUD_09_AnEntryHasItsBytesAndItsCauseInEveryProfile) {
  const Context context = story();
  for (const char* profile : {"", "openai", "openai-responses", "anthropic", "gemini"}) {
    const RequestMap map = map_of(context, profile);
    const MappedNode rules = must(map.node("rules"));
    EXPECT_EQ(rules.change, ChangeKind::Changed);
    EXPECT_EQ(rules.fields, Ids{"content_hash"});
    EXPECT_EQ(rules.cause, MapCause::Edit);
    EXPECT_EQ(rules.commit->cycle, 2U);
    ASSERT_EQ(rules.newer.places.size(), 1U) << profile;
    EXPECT_NE(bytes_at(map, MapSide::Newer, rules.newer.places[0]).find("other"), std::string::npos);
    EXPECT_NE(bytes_at(map, MapSide::Older, rules.older.places[0]).find("text of rules"), std::string::npos);
    const MappedNode gone = must(map.node("gone"));
    EXPECT_EQ(gone.change, ChangeKind::Removed);
    EXPECT_EQ(gone.cause, MapCause::Ttl);
    EXPECT_FALSE(gone.newer.exists);
    EXPECT_TRUE(gone.newer.places.empty());
    EXPECT_NE(bytes_at(map, MapSide::Older, gone.older.places.at(0)).find("text of gone"), std::string::npos);
    const MappedNode added = must(map.node("new"));
    EXPECT_EQ(added.change, ChangeKind::Added);
    EXPECT_FALSE(added.older.exists);
    const MappedNode kept = must(map.node("kept"));
    EXPECT_EQ(kept.change, std::nullopt);
    EXPECT_EQ(kept.cause, MapCause::None);
  }
}

TEST(RequestMapStory, AUD_09_WhatAMarkerHidesNamesTheMarker) {
  const Context context = story();
  const RequestMap map = map_of(context, "openai");
  const MappedNode hidden = must(map.node("hidden"));
  EXPECT_EQ(hidden.change, std::nullopt);
  EXPECT_EQ(hidden.cause, MapCause::Marker);
  EXPECT_EQ(hidden.commit->cycle, 2U);
  EXPECT_TRUE(hidden.newer.exists);
  EXPECT_TRUE(hidden.newer.places.empty());
  ASSERT_EQ(hidden.newer.instead.size(), 1U);
  const MappedNode marker = must(map.node(hidden.newer.instead[0]));
  EXPECT_EQ(bytes_at(map, MapSide::Newer, marker.newer.places.at(0)), R"({"role":"user","content":"[redacted]"})");
  // And back from the byte.
  EXPECT_EQ(must(map.at(MapSide::Newer, marker.newer.places.at(0).bytes.begin)).node, marker);
}

TEST(RequestMapStory, AUD_09_BytesOfNoBlockAreTheRoots) {
  const Context context = story();
  const RequestMap map = map_of(context, "anthropic");
  const MappedByte first = must(map.at(MapSide::Newer, 0));
  EXPECT_EQ(first.place.unit, std::nullopt);
  EXPECT_EQ(first.node.id, "root");
  EXPECT_EQ(verdict(map.at(MapSide::Newer, map.request(MapSide::Newer).size())), "E_OPTION_INVALID");
  EXPECT_EQ(verdict(map.node("nobody")), "E_NODE_NOT_FOUND");
}

TEST(RequestMapStory, AUD_09_WithoutAnOlderSnapshotEverythingIsAdded) {
  const Context context = story();
  const RequestMap map = must(RequestMap::make(std::nullopt, must(context.at(1)), {}));
  EXPECT_EQ(must(map.node("kept")).change, ChangeKind::Added);
  EXPECT_EQ(must(map.node("kept")).commit->cycle, 1U);
  EXPECT_EQ(map.request(MapSide::Older), "");
}

// A repair shows in the bytes of a node that did not change.
TEST(RequestMapStory, AUD_09_ARepairIsACause) {
  Context context = open_system_context();
  Component call = block("call");
  call.role = "assistant";
  call.kind = "call";
  call.content = make_object({{"id", "c1"}, {"name", "f"}, {"arguments", "{}"}});
  must(context.insert(block("u")));
  must(context.insert(call));
  must(context.commit());
  Component result = block("result");
  result.role = "tool";
  result.kind = "result";
  result.attributes = {{"lw:call_id", "c1"}};
  must(context.insert(result));
  must(context.commit());
  const MappedNode node = must(map_of(context, "openai").node("call"));
  EXPECT_EQ(node.change, std::nullopt);
  EXPECT_EQ(node.cause, MapCause::Repair);
  EXPECT_EQ(node.older.repairs, std::vector<RepairKind>{RepairKind::ResultAdded});
  EXPECT_EQ(node.older.places.size(), 2U);
  EXPECT_EQ(node.newer.places.size(), 1U);
}

TEST(RequestMapStory, AUD_09_OnDifferentLinesNoCommitIsToBlame) {
  Context context = story();
  Context other = must(context.fork(1));
  must(other.insert(block("theirs")));
  must(other.commit());
  const RequestMap map = must(RequestMap::make(must(other.latest()), must(context.latest()), {}));
  EXPECT_EQ(must(map.node("theirs")).change, ChangeKind::Removed);
  EXPECT_EQ(must(map.node("theirs")).cause, MapCause::Branch);
}

}  // namespace
}  // namespace latewood
