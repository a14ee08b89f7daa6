// Whatever happens to a context, what a profile makes of it is a request that its vendor
// accepts, or a refusal with a name.
#include "latewood/render.h"

#include <algorithm>

#include "canon/json_reader.h"
#include "latewood/chat_log.h"
#include "support/context_probe.h"
#include "support/law.h"
#include "support/random_conversation.h"
#include "support/request_rules.h"

namespace latewood::test {
namespace {

Context random_context(Random& random, std::size_t steps) {
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
    const Context context = random_context(random, 4 + random.below(40));
    const Snapshot snapshot = must(context.latest());
    for (const ProfileName& profile : profiles()) {
      check_request(snapshot, profile, View::Effective);
      check_request(snapshot, profile, View::Structural);
    }
  });
}

TEST(RenderLaws, RenderingIsAPureFunctionOfTheSnapshot) {
  expect_law("twice is the same", [](Random& random) {
    const Context context = random_context(random, 4 + random.below(20));
    const Snapshot snapshot = must(context.latest());
    for (const ProfileName& profile : profiles()) {
      const auto first = snapshot.render(profile.id);
      const auto second = snapshot.render(to_string(profile));
      RC_ASSERT(first.has_value() == second.has_value());
      if (!first) continue;
      RC_ASSERT(first->bytes == second->bytes);
      RC_ASSERT(first->units == second->units);
      RC_ASSERT(first->repairs == second->repairs);
    }
  });
}

// D-25: what is redacted is in no request, whatever else happened to it.
TEST(RenderLaws, RedactedTextIsInNoRequest) {
  expect_law("a secret stays one", [](Random& random) {
    Context context = random_context(random, random.below(10));
    Component secret = random_block(random);
    secret.kind = random.chance(50) ? "text" : "result";
    secret.content = "the secret word";
    secret.ttl.reset();
    const std::string id = must(context.insert(secret));
    must(context.commit());
    if (random.chance(50)) ignore(context.replace(id, {"the secret word again", {}}), "may be refused");
    for (const NodeView& node : context.working()) {
      const bool says_it = node.content && node.content->as_string() != nullptr &&
                           node.content->as_string()->find("secret word") != std::string::npos;
      if (says_it) must(context.delete_nodes({node.id}));
    }
    must(context.set_policy(std::nullopt));
    for (std::size_t i = random.below(10); i > 0; --i) {
      ignore(context.insert(random_block(random)), "a refusal changes nothing");
      if (random.chance(30)) must(context.commit());
    }
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
    Context context = random_context(random, random.below(15));
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
  const Context context = random_context(random, 4 + random.below(40));
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
}

}  // namespace
}  // namespace latewood::test
