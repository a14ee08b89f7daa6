// A mutation by selector is the mutation of its matches, one after the other, or nothing.
#include <algorithm>
#include <functional>
#include <map>

#include "latewood/selector.h"
#include "selector/language/printer.h"
#include "support/context_probe.h"
#include "support/law.h"
#include "support/random/conversation.h"
#include "support/random/selector.h"

namespace latewood::test {
namespace {

Context context_from_seed(std::uint64_t seed, std::size_t steps) {
  Random random(seed);
  Context context = open_system_context();
  for (std::size_t i = 0; i < steps; ++i) random_step(random, context);
  return context;
}

// What the law knows of a mutation: how to do it by selector, and how by ids.
struct Mutation {
  std::string name;
  std::function<Result<std::vector<MutatedNode>>(Context&, const Selector&)> by_selector;
  std::function<bool(Context&, const Ids&)> by_ids;  // false: refused, at whatever state
};

template <class Each>
bool for_all(const Ids& ids, Each each) {
  return std::all_of(ids.begin(), ids.end(), [&](const std::string& id) { return each(id).has_value(); });
}

// One that went with a node above it cannot be detached again.
bool detach_all(Context& context, const Ids& ids) {
  return for_all(ids, [&](const std::string& id) {
    const bool is_gone = !has_node(context.working().value(), id);
    return is_gone ? Result<void>() : context.detach(id);
  });
}

Mutation some_mutation(Random& random) {
  Component note;
  note.content = "a note";
  note.offset = static_cast<std::int64_t>(random.below(3)) - 1;
  if (random.chance(30)) note.key = "k";
  const Replacement other = {"other words", {{"data_why", "a reason"}, {"lw:message", nullptr}}};
  const auto depth = static_cast<std::int64_t>(random.below(4)) - 1;
  const std::vector<Mutation> mutations = {
      {"insert", [=](Context& c, const Selector& s) { return c.insert_under(note, s); },
       [=](Context& c, const Ids& ids) {
         return for_all(ids, [&](const auto& id) { return c.insert_under(note, id); });
       }},
      {"replace", [=](Context& c, const Selector& s) { return c.replace(s, other); },
       [=](Context& c, const Ids& ids) { return for_all(ids, [&](const auto& id) { return c.replace(id, other); }); }},
      {"delete", [](Context& c, const Selector& s) { return c.delete_nodes(s); },
       [](Context& c, const Ids& ids) { return c.delete_nodes(ids).has_value(); }},
      {"detach", [](Context& c, const Selector& s) { return c.detach(s); }, detach_all},
      {"move", [=](Context& c, const Selector& s) { return c.move(s, depth); },
       [=](Context& c, const Ids& ids) { return c.move(ids, depth).has_value(); }},
      {"pin", [](Context& c, const Selector& s) { return c.pin(s); },
       [](Context& c, const Ids& ids) { return for_all(ids, [&](const auto& id) { return c.pin(id); }); }},
      {"unpin", [](Context& c, const Selector& s) { return c.unpin(s); },
       [](Context& c, const Ids& ids) { return for_all(ids, [&](const auto& id) { return c.unpin(id); }); }}};
  return random.pick(mutations);
}

// MUT-15, MUT-16.
TEST(MutateMatchesLaws, BySelectorIsByTheIdsOfTheMatches) {
  std::map<std::string, std::size_t> tally;
  expect_law("by selector is by ids", [&tally](Random& random) {
    const std::uint64_t seed = random.number();
    const std::size_t steps = random.below(25);
    Context by_selector = context_from_seed(seed, steps);
    Context by_ids = context_from_seed(seed, steps);
    const Nodes before = by_selector.working().value();
    RC_ASSERT(before == by_ids.working().value());

    const Selector selector = must(Selector::parse(selector::print(random_query(random, before))));
    const Mutation mutation = some_mutation(random);
    RC_LOG() << mutation.name << " " << selector.text() << '\n';
    const Ids matches = std::get<Ids>(must(by_ids.select(selector, {.working = true})));
    const bool is_done = !matches.empty() && mutation.by_ids(by_ids, matches);
    const auto mutated = mutation.by_selector(by_selector, selector);
    ++tally[mutation.name + (mutated ? "" : " refused")];
    if (!mutated) RC_LOG() << mutated.error().message << '\n';
    RC_ASSERT(mutated.has_value() == is_done);
    RC_ASSERT(by_selector.working().value() == (is_done ? by_ids.working().value() : before));
    if (!mutated) return;
    Ids named;
    for (const MutatedNode& each : *mutated) named.push_back(each.id);
    RC_ASSERT(named == matches);
    must(by_selector.commit());
    must(by_ids.commit());
    RC_ASSERT(must(by_selector.latest()).commit_id() == must(by_ids.latest()).commit_id());
  });
  for (const char* name : {"insert", "replace", "delete", "detach", "move", "pin"}) {
    EXPECT_GT(tally[name], 0U) << name;
    EXPECT_GT(tally[std::string(name) + " refused"], 0U) << name;
  }
}

}  // namespace
}  // namespace latewood::test
