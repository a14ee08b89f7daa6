// Content that was erased for good (design, section 6): both digests stay, everything that can be
// proved without the text still is, and what is rendered says that something is missing.
#include <gtest/gtest.h>

#include "base/rules.h"
#include "canon/json_reader.h"
#include "engine/branch/branch.h"
#include "engine/branch/timeline.h"
#include "latewood/bundle.h"
#include "latewood/exchange.h"
#include "support/context_probe.h"
#include "support/request/rules.h"
#include "support/store/purged_history.h"

namespace latewood::test {
namespace {

constexpr std::string_view kSecret = "my number is 555-0100";

Component block_of_kind(const std::string& id, const std::string& role, const std::string& kind, JsonValue content,
                        std::vector<JsonMember> attributes = {}) {
  Component component;
  component.id = id;
  component.role = role;
  component.kind = kind;
  component.content = std::move(content);
  component.attributes = std::move(attributes);
  return component;
}

// The blocks one turn each, and the same history after the purge of all that has the secret in it.
struct Purge {
  Context before = open_system_context();
  std::optional<Context> after;

  explicit Purge(const std::vector<Component>& blocks, const std::vector<Component>& system = {}) {
    for (const Component& each : system) must(before.insert(each, -1));
    for (const Component& each : blocks) {
      must(before.insert(each));
      must(before.commit());
    }
    after.emplace(
        must(purged_history(before, [](std::string_view json) { return json.find("555-0100") != json.npos; })));
  }
  Snapshot snapshot() const { return must(after->latest()); }
};

Purge small_purge() {
  return Purge({block_of_kind("u", "user", "text", std::string(kSecret), {{"data_source", JsonValue("mail")}}),
                block_of_kind("a", "assistant", "text", "Noted.")});
}

std::string repairs_with_ids(const Rendered& rendered) {
  std::string names;
  for (const Repair& repair : rendered.repairs) {
    names.append(names.empty() ? "" : " ").append(to_string(repair.kind)).append(":").append(repair.id);
  }
  return names;
}

// What a vendor accepts, without the secret.
std::string rendered(const Snapshot& snapshot, const std::string& profile, std::string* repairs = nullptr) {
  const Rendered request = must(snapshot.render(profile));
  EXPECT_EQ(request_faults(request.profile.id, must(parse_json(request.bytes))), Faults()) << request.bytes;
  EXPECT_EQ(request.bytes.find("555"), std::string::npos);
  if (repairs != nullptr) *repairs = repairs_with_ids(request);
  return request.bytes;
}

TEST(Purge, EveryCommitStillVerifiesAndEveryHashIsKept) {
  const Purge purge = small_purge();
  const Snapshot before = must(purge.before.latest());
  EXPECT_EQ(purge.snapshot().commit_id(), before.commit_id());
  EXPECT_EQ(purge.snapshot().state_root(), before.state_root());
  EXPECT_EQ(purge.snapshot().patch_bytes().value(), before.patch_bytes().value());
  const NodeView was = node_of(before.nodes().value(), "u");
  const NodeView is = node_of(purge.snapshot().nodes().value(), "u");
  EXPECT_EQ(is.content_hash, was.content_hash);
  EXPECT_FALSE(is.content);
  const std::string json = "\"" + std::string(kSecret) + "\"";
  EXPECT_EQ(is.purged->bytes, tree::payload_digest(json).bytes);
  EXPECT_FALSE(was.purged);
}

TEST(Purge, AnExportHasBothDigestsAndNoText) {
  const Purge purge = small_purge();
  const std::string text = export_snapshot(purge.snapshot()).value();
  const NodeView view = node_of(purge.snapshot().nodes().value(), "u");
  EXPECT_EQ(text.find("555"), std::string::npos);
  EXPECT_NE(text.find("{\"content_hash\":\"" + view.content_hash.hex() + "\",\"created_at_iso\":"), std::string::npos);
  EXPECT_NE(text.find("\"offset\":0,\"payload_digest\":\"" + view.purged->hex() + "\",\"priority\":0,\"purged\":true"),
            std::string::npos);
  EXPECT_EQ(serialize_snapshot(purge.snapshot()).value().find("purged"), std::string::npos);
}

TEST(Purge, AnImportKeepsWhatIsLeft) {
  const Purge purge = small_purge();
  ImportOptions options;
  options.strict = true;
  for (const bool whole : {false, true}) {
    const std::string text = whole ? export_history(*purge.after).value() : export_snapshot(purge.snapshot()).value();
    const Context again = must(import_document(text, options));
    EXPECT_EQ(whole ? export_history(again).value() : export_snapshot(must(again.latest())).value(), text);
    EXPECT_EQ(must(again.latest()).nodes().value(), purge.snapshot().nodes().value());
    EXPECT_EQ(must(again.latest()).state_root(), purge.snapshot().state_root());
  }
}

TEST(Purge, ABundleKeepsWhatIsLeft) {
  const Purge purge = small_purge();
  const std::string bytes = bundle_of(*purge.after);
  const Context again = must(import_bytes(bytes));
  EXPECT_EQ(must(again.latest()).commit_id(), purge.snapshot().commit_id());
  EXPECT_EQ(must(again.latest()).nodes().value(), purge.snapshot().nodes().value());
  EXPECT_EQ(bundle_of(again), bytes);
}

TEST(Purge, TheCanonicalThreadSaysSo) {
  EXPECT_EQ(small_purge().snapshot().provider_thread().value(),
            R"([{"id":"u","role":"user","kind":"text","content":"[purged]"},)"
            R"({"id":"a","role":"assistant","kind":"text","content":"Noted."}])");
}

TEST(Purge, EveryProfileSaysSo) {
  const Purge purge = small_purge();
  for (const char* profile : {"openai", "openai-responses", "anthropic", "gemini"}) {
    std::string repairs;
    EXPECT_NE(rendered(purge.snapshot(), profile, &repairs).find("\"[purged]\""), std::string::npos);
    EXPECT_EQ(repairs, "content_purged:u");
  }
}

// Nothing of the block's own kind is left, so it is text; a result still answers its call.
TEST(Purge, ImagesCallsResultsAndToolsStayValid) {
  const std::string secret(kSecret);
  const Component question = block_of_kind("q", "user", "text", "?");
  const auto call = [](const std::string& arguments) {
    return block_of_kind("c", "assistant", "call",
                         make_object({{"id", "c1"}, {"name", "f"}, {"arguments", arguments}}));
  };
  const auto result = [](const std::string& words) {
    return block_of_kind("r", "tool", "result", words, {{"lw:call_id", JsonValue("c1")}});
  };
  Component tool = block_of_kind("t", "system", "tool", make_object({{"name", "f"}, {"description", secret}}));
  tool.node_type = "cb:tool";
  const Purge image({block_of_kind("i", "user", "image", "https://x/" + secret)});
  const Purge answer({question, call("{}"), result(secret)});
  const Purge called({question, call("{\"x\":\"" + secret + "\"}"), result("done")});
  const Purge defined({question}, {tool});
  for (const char* profile : {"openai", "openai-responses", "anthropic", "gemini"}) {
    std::string repairs;
    rendered(image.snapshot(), profile, &repairs);
    EXPECT_EQ(repairs, "content_purged:i");
    rendered(answer.snapshot(), profile, &repairs);
    EXPECT_NE(repairs.find("content_purged:r"), std::string::npos);
    EXPECT_EQ(repairs.find("result_as_text"), std::string::npos);
    rendered(called.snapshot(), profile, &repairs);
    EXPECT_NE(repairs.find("content_purged:c result_as_text:r"), std::string::npos) << repairs;
    rendered(defined.snapshot(), profile, &repairs);
    EXPECT_EQ(repairs, "tool_dropped:t");
  }
}

TEST(Purge, WorkGoesOnAndTheSameTextMayComeAgain) {
  Purge purge = small_purge();
  Context& context = *purge.after;
  must(context.insert(block_of_kind("again", "user", "text", std::string(kSecret))));
  must(context.commit());
  const Nodes nodes = must(context.latest()).nodes().value();
  EXPECT_EQ(node_of(nodes, "again").content, JsonValue(std::string(kSecret)));
  EXPECT_TRUE(node_of(nodes, "u").purged);
  must(purge.before.insert(block_of_kind("again", "user", "text", std::string(kSecret))));
  EXPECT_EQ(must(context.latest()).commit_id(), must(purge.before.commit()).commit_id);
}

// AUD-04. The names that a marker holds are hashed with its content. Without the content the marker still moves along,
// or uncommitted moves would be lost with a purge; it says in a text that it was purged.
TEST(Purge, AUD_04_AMarkerWithoutItsContentMovesAsAText) {
  Context context = open_system_context();
  must(context.insert(block_of_kind("x", "user", "text", "first")));
  must(context.commit());
  must(context.replace("x", {JsonValue(std::string(kSecret)), {}}));
  must(context.commit());
  Context purged = must(purged_history(context, [](std::string_view json) { return json.find("555") != json.npos; }));
  const std::string turn = must(purged.latest()).turns().value().front();
  const std::vector<std::string> moved = must(purged.move(std::vector<std::string>{turn}, 1));
  must(purged.commit());
  const Nodes nodes = must(purged.latest()).nodes().value();
  ASSERT_EQ(moved.size(), 2U);
  EXPECT_EQ(node_of(nodes, moved[1]).content, JsonValue("[purged]"));
  EXPECT_FALSE(node_of(nodes, moved[1]).purged);
  EXPECT_EQ(rendered(must(purged.latest()), "openai"), R"({"messages":[{"role":"user","content":"[purged]"}]})");
}

TEST(Purge, DocumentsThatSayLessAreRefused) {
  const std::string digest(64, 'a');
  const auto document = [](const std::string& members) {
    return R"({"root":{"children":[{"nodeType":"^sys","children":[{"id":"a",)" + members + "}]}]}}";
  };
  const std::string both = "\"content_hash\":\"" + digest + "\",\"payload_digest\":\"" + digest + "\"";
  EXPECT_TRUE(import_snapshot(document("\"purged\":true," + both)));
  for (const std::string& members :
       {std::string("\"purged\":true"), "\"purged\":true,\"content_hash\":\"" + digest + "\"",
        "\"purged\":true,\"payload_digest\":\"" + digest + "\"", "\"purged\":true,\"content\":\"x\"," + both,
        std::string("\"purged\":true,\"content_hash\":\"aa\",\"payload_digest\":\"aa\""), std::string("\"purged\":1"),
        std::string("\"payload_digest\":7")}) {
    const auto refused = import_snapshot(document(members));
    ASSERT_FALSE(refused) << members;
    EXPECT_EQ(refused.error().code, Code::InvalidArgument);
    EXPECT_TRUE(refused.error().place);
  }
  // Where the content is there, the digests follow from it.
  const Context kept = must(import_snapshot(document("\"purged\":false,\"content\":\"x\"," + both)));
  EXPECT_EQ(export_snapshot(must(kept.latest())).value().find("digest"), std::string::npos);
}

}  // namespace
}  // namespace latewood::test
