// The debugger's map (AUD-09) and the places of diff entries (DEBUG-05), on generated histories and against ways that
// are slow and plain.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "latewood/request_map.h"
#include "latewood/trace.h"
#include "support/context_probe.h"
#include "support/law.h"
#include "support/random/conversation.h"

namespace latewood::test {
namespace {

Context random_vendor_context(Random& random) {
  Context context = open_system_context();
  const std::vector<std::string> vendors = {"openai", "openai-responses", "anthropic", "gemini"};
  const std::string vendor = random.pick(vendors);
  const std::size_t steps = 10 + random.below(25);
  for (std::size_t i = 0; i < steps; ++i) {
    if (random.chance(50)) {
      random_step(random, context);
    } else {
      random_step(random, context, vendor);
    }
  }
  must(context.commit());
  return context;
}

std::optional<Snapshot> random_older(Random& random, const Context& context) {
  const auto older = context.back(1 + random.below(context.cycle()));
  return older ? std::optional<Snapshot>(*older) : std::nullopt;
}

std::vector<std::string> all_profiles() {
  std::vector<std::string> names = {""};
  for (const ProfileName& profile : profiles()) names.push_back(to_string(profile));
  return names;
}

bool covers(const std::vector<MapPlace>& places, std::uint64_t offset) {
  return std::any_of(places.begin(), places.end(), [offset](const MapPlace& place) {
    return place.bytes.begin <= offset && offset < place.bytes.end;
  });
}

// From a byte to its node and back: the node's places hold the byte, and no other node's do.
TEST(RequestMap, AUD_09_LawAByteLeadsToANodeAndBack) {
  expect_law("a byte leads to a node and back", [](Random& random) {
    if (!random.chance(12)) return;
    const Context context = random_vendor_context(random);
    const std::optional<Snapshot> older = random_older(random, context);
    for (const std::string& profile : all_profiles()) {
      const View view = random.chance(70) ? View::Effective : View::Structural;
      const auto map = RequestMap::make(older, must(context.latest()), {profile, {view}});
      if (!map) continue;  // what cannot be rendered was not sent
      for (const MapSide side : {MapSide::Older, MapSide::Newer}) {
        const std::size_t size = map->request(side).size();
        std::set<std::string> seen;
        for (std::uint64_t offset = 0; offset < size; offset += 1 + random.below(7)) {
          const MappedByte byte = must(map->at(side, offset));
          RC_ASSERT(covers({byte.place}, offset));
          const MappedNode node = must(map->node(byte.node.id));
          RC_ASSERT(node == byte.node);
          const MappedSide& there = side == MapSide::Newer ? node.newer : node.older;
          RC_ASSERT(there.exists);
          RC_ASSERT(covers(there.places, offset));
          seen.insert(node.id);
        }
        RC_ASSERT(!map->at(side, size));
        // Each byte once.
        std::uint64_t all = 0;
        for (const std::string& id : seen) {
          const MappedNode node = must(map->node(id));
          for (const MapPlace& place : (side == MapSide::Newer ? node.newer : node.older).places) {
            all += place.bytes.end - place.bytes.begin;
          }
        }
        RC_ASSERT(all <= size);
      }
    }
  });
}

// Every entry of the diff is an entry of the map, with its kind and fields; every other node has none.
TEST(RequestMap, AUD_09_LawEntriesAreThoseOfTheDiff) {
  expect_law("entries are those of the diff", [](Random& random) {
    if (!random.chance(10)) return;
    const Context context = random_vendor_context(random);
    const std::optional<Snapshot> older = random_older(random, context);
    if (!older) return;
    const Snapshot newer = must(context.latest());
    const auto map = RequestMap::make(older, newer, {});
    RC_ASSERT(map.has_value());
    const Diff diff = must(newer.diff(*older));
    const std::vector<MappedNode> entries = must(map->entries());
    RC_ASSERT(entries.size() == diff.added.size() + diff.removed.size() + diff.changed.size());
    std::size_t at = 0;
    for (const std::string& id : diff.added) {
      RC_ASSERT(entries[at].id == id && entries[at].change == ChangeKind::Added && !entries[at].older.exists);
      RC_ASSERT(entries[at++].newer.exists);
    }
    for (const std::string& id : diff.removed) {
      RC_ASSERT(entries[at].id == id && entries[at].change == ChangeKind::Removed && entries[at].older.exists);
      RC_ASSERT(!entries[at++].newer.exists);
    }
    for (const NodeChange& change : diff.changed) {
      RC_ASSERT(entries[at].id == change.id && entries[at].change == ChangeKind::Changed);
      RC_ASSERT(entries[at++].fields.size() == change.fields.size());
    }
    for (const MappedNode& entry : entries) {
      RC_ASSERT(entry.cause != MapCause::None && entry.cause != MapCause::Branch);
      if (!entry.commit) continue;
      RC_ASSERT(entry.commit->cycle > older->cycle() && entry.commit->cycle <= newer.cycle());
      RC_ASSERT(must(context.at(entry.commit->cycle)).commit_id() == entry.commit->commit_id);
    }
    for (const NodeView& node : must(newer.nodes())) {
      const bool is_entry =
          std::any_of(entries.begin(), entries.end(), [&](const MappedNode& entry) { return entry.id == node.id; });
      RC_ASSERT(must(map->node(node.id)).change.has_value() == is_entry);
    }
  });
}

// ---- DEBUG-05 ----

// The units of a thread, found by reading it as JSON and writing each item again.
std::map<std::string, UnitPlace> plain_places(const Snapshot& snapshot) {
  const std::string thread = must(snapshot.provider_thread());
  const JsonValue units = must(parse_json(thread));
  std::map<std::string, UnitPlace> places;
  std::uint64_t at = 1;
  std::uint64_t index = 0;
  for (const JsonValue& unit : *units.as_array()) {
    // The same members in the order of the thread, so that the length is that of its bytes.
    const std::uint64_t size = canonical_json(unit).size();
    places.insert_or_assign(*unit.find("id")->as_string(), UnitPlace{index++, {at, at + size}});
    at += size + 1;
  }
  return places;
}

// An entry of a diff has the place of its unit in the thread of either snapshot, and none where it has no unit.
TEST(Trace, DEBUG_05_LawEveryEntryHasItsPlaceInBothThreads) {
  std::size_t rendered = 0;
  std::size_t not_rendered = 0;
  expect_law("every entry has its place in both threads", [&](Random& random) {
    if (!random.chance(15)) return;
    const Context context = random_vendor_context(random);
    const std::optional<Snapshot> older = random_older(random, context);
    if (!older) return;
    const Snapshot newer = must(context.latest());
    const LocatedDiff located = must(locate(must(newer.diff(*older)), *older, newer));
    const auto after = plain_places(newer);
    const auto before = plain_places(*older);
    const auto expect = [&](const std::string& id, const std::optional<UnitPlace>& place, const auto& places) {
      const auto found = places.find(id);
      RC_ASSERT(place.has_value() == (found != places.end()));
      if (place) RC_ASSERT(*place == found->second);
      (place ? rendered : not_rendered) += 1;
    };
    for (const auto* list : {&located.added, &located.removed, &located.changed}) {
      for (const UnitChange& change : *list) {
        expect(change.id, change.newer, after);
        expect(change.id, change.older, before);
      }
    }
  });
  EXPECT_GT(rendered, 100U);
  EXPECT_GT(not_rendered, 100U);
}

}  // namespace
}  // namespace latewood::test
