// Whatever happens to a context, what a profile makes of it is a request that its vendor
// accepts, or a refusal with a name.
#include "latewood/render.h"

#include <algorithm>

#include "canon/json_reader.h"
#include "latewood/chat_log.h"
#include "support/context_probe.h"
#include "support/law.h"
#include "support/random/conversation.h"
#include "support/request/rules.h"

namespace latewood::test {
namespace {

Context random_committed_context(Random& random, std::size_t steps) {
  Context context = open_system_context();
  for (std::size_t i = 0; i < steps; ++i) random_step(random, context);
  must(context.commit());
  return context;
}

void check_units(const Rendered& rendered) {
  std::uint64_t end = 0;
  for (const Unit& unit : rendered.units) {
    RC_ASSERT(unit.bytes.begin >= end);
    RC_ASSERT(unit.bytes.end > unit.bytes.begin);
    RC_ASSERT(unit.bytes.end <= rendered.bytes.size());
    end = unit.bytes.end;
    const auto bytes = std::string_view(rendered.bytes).substr(unit.bytes.begin, unit.bytes.end - unit.bytes.begin);
    RC_ASSERT(parse_json(bytes).has_value());
  }
}

void check_request(const Snapshot& snapshot, const ProfileName& profile, View view) {
  const auto rendered = snapshot.render(to_string(profile), {view});
  if (!rendered) {
    RC_LOG() << to_string(profile) << ": " << rendered.error().message << '\n';
    RC_ASSERT(rendered.error().rule == "E_RENDER_EMPTY");
    return;
  }
  const auto body = parse_json(rendered->bytes);
  RC_LOG() << to_string(profile) << ": " << rendered->bytes << '\n';
  RC_ASSERT(body.has_value());
  RC_ASSERT(request_faults(profile.id, *body) == Faults());
  check_units(*rendered);
}

// RENDER-10, RENDER-11, and the law that no tree renders to an invalid request.
TEST(RenderLaws, NoTreeRendersToAnInvalidRequest) {
  expect_law("every request is valid", [](Random& random) {
    const Context context = random_committed_context(random, 4 + random.below(40));
    const Snapshot snapshot = must(context.latest());
    for (const ProfileName& profile : profiles()) {
      check_request(snapshot, profile, View::Effective);
      check_request(snapshot, profile, View::Structural);
    }
  });
}

TEST(RenderLaws, RenderingIsAPureFunctionOfTheSnapshot) {
  expect_law("twice is the same", [](Random& random) {
    const Context context = random_committed_context(random, 4 + random.below(20));
    const Snapshot snapshot = must(context.latest());
    for (const ProfileName& profile : profiles()) {
      const auto first = snapshot.render(to_string(profile));
      const auto second = snapshot.render(to_string(profile));
      RC_ASSERT(first.has_value() == second.has_value());
      if (!first) continue;
      RC_ASSERT(first->bytes == second->bytes);
      RC_ASSERT(first->units == second->units);
      RC_ASSERT(first->repairs == second->repairs);
    }
  });
}

bool says_secret(const NodeView& node) {
  return node.content && node.content->as_string() != nullptr &&
         node.content->as_string()->find("secret word") != std::string::npos;
}

// A block with a secret, in some turn, under another block once in a while.
std::string insert_secret(Random& random, Context& context) {
  Component secret = random_block(random);
  secret.kind = random.chance(50) ? "text" : "result";
  secret.content = "the secret word";
  secret.ttl.reset();
  std::string parent = "ah";
  if (random.chance(40)) parent = must(context.insert(block("folder", static_cast<std::int64_t>(random.below(2)))));
  return must(context.insert_under(secret, parent));
}

// Redacts what says it, or some node above that.
void redact_secrets(Random& random, Context& context) {
  const Nodes nodes = context.working().value();
  for (const NodeView& node : nodes) {
    if (!says_secret(node)) continue;
    NodeView target = node;
    while (target.node_type != "mt" && random.chance(30)) target = node_of(nodes, *target.parent_id);
    must(context.delete_nodes({target.id}));
  }
}

// Nodes at random, often the markers and what they name: the few at the end.
Ids some_nodes(Random& random, const Context& context) {
  const Ids ids = ids_of(context.working().value());
  Ids some;
  for (std::size_t i = 1 + random.below(3); i > 0; --i) some.push_back(random.pick(ids));
  return some;
}

// Anything but taking a marker away on purpose.
void step_around_secrets(Random& random, Context& context) {
  const auto drop = [](const auto& result) { ignore(result, "a refusal changes nothing"); };
  PrunePolicy policy;
  policy.bytes = Budget{40 + random.below(200), 20 + random.below(20), 0};
  if (random.chance(30)) policy.turns = Budget{3, 2, 0};
  switch (random.below(6)) {
    case 0: return drop(context.insert(random_block(random)));
    case 1: return drop(context.commit());
    case 2: return drop(context.set_policy(random.chance(60) ? std::optional(policy) : std::nullopt));
    case 3: return drop(context.insert(random_block(random), 1 + static_cast<std::int64_t>(random.below(3))));
    default: return drop(context.move(some_nodes(random, context), static_cast<std::int64_t>(random.below(5)) - 1));
  }
}

// D-25: what is redacted is in no request, whatever else happened to it: moves of it, of its
// marker and of what is around them, and pruning.
TEST(RenderLaws, RedactedTextIsInNoRequest) {
  expect_law("a secret stays one", [](Random& random) {
    Context context = random_committed_context(random, random.below(10));
    must(context.set_policy(std::nullopt));
    const std::string id = insert_secret(random, context);
    must(context.commit());
    if (random.chance(50)) ignore(context.replace(id, {"the secret word again", {}}), "may be refused");
    redact_secrets(random, context);
    for (std::size_t i = random.below(20); i > 0; --i) step_around_secrets(random, context);
    must(context.commit());
    for (const ProfileName& profile : profiles()) {
      const auto rendered = must(context.latest()).render(profile.id);
      if (rendered) RC_ASSERT(rendered->bytes.find("secret word") == std::string::npos);
    }
  });
}

// RENDER-10: the preview of a profile is what the snapshot renders to.
TEST(RenderLaws, ThePreviewIsWhatTheSnapshotRendersTo) {
  expect_law("preview is render", [](Random& random) {
    Context context = random_committed_context(random, random.below(15));
    for (std::size_t i = random.below(6); i > 0; --i) {
      ignore(context.insert(random_block(random)), "a refusal changes nothing");
    }
    const auto before = context.preview("anthropic");
    must(context.commit());
    const auto after = must(context.latest()).render("anthropic");
    RC_ASSERT(before.has_value() == after.has_value());
    if (before) RC_ASSERT(before->bytes == after->bytes);
  });
}

// The request without breakpoints, whose places depend on turns that a log does not tell.
std::string without_marks(const Rendered& rendered) {
  std::vector<ByteRange> marks = rendered.marks;
  std::sort(marks.begin(), marks.end(), [](const ByteRange& a, const ByteRange& b) { return a.begin > b.begin; });
  std::string bytes = rendered.bytes;
  for (const ByteRange& mark : marks) bytes.erase(mark.begin, mark.end - mark.begin);
  return bytes;
}

void check_round_trip(Random& random, std::string_view profile, ChatFormat format) {
  const Context context = random_committed_context(random, 4 + random.below(40));
  const auto request = must(context.latest()).render(profile);
  if (!request) return;
  Context copy = open_system_context();
  must(import_chat(copy, must(parse_chat_logs(request->bytes, format)).conversations.at(0)));
  const Rendered again = must(must(copy.latest()).render(profile));
  RC_ASSERT(without_marks(again) == without_marks(*request));
  RC_ASSERT(again.repairs == std::vector<Repair>());
}

TEST(RenderLaws, ARequestReadAsALogRendersToItselfWithoutRepair) {
  expect_law("openai", [](Random& random) { check_round_trip(random, "openai", ChatFormat::OpenAi); });
  expect_law("anthropic", [](Random& random) { check_round_trip(random, "anthropic", ChatFormat::Anthropic); });
  expect_law("responses", [](Random& random) { check_round_trip(random, "openai-responses", ChatFormat::Responses); });
  expect_law("gemini", [](Random& random) { check_round_trip(random, "gemini", ChatFormat::Gemini); });
}

}  // namespace
}  // namespace latewood::test
