// AUD-11: every warning reaches the host through one callback.
#include "latewood/warning.h"

#include <gtest/gtest.h>

#include "base/rules.h"
#include "engine/branch/access.h"
#include "engine/branch/branch.h"
#include "latewood/bundle.h"
#include "latewood/exchange.h"
#include "latewood/hash.h"
#include "support/context_probe.h"

namespace latewood::test {
namespace {

struct Heard {
  std::vector<Warning> warnings;

  WarningSink sink() {
    return [this](const Warning& warning) { warnings.push_back(warning); };
  }
  ContextOptions options() {
    ContextOptions options;
    options.clock = make_logical_clock();
    options.warn = sink();
    return options;
  }
};

// AUD-11
TEST(Warnings, AUD_11_CodesAreStable) {
  EXPECT_EQ(to_string(WarningCode::HashCollision), "W_HASH_COLLISION");
  EXPECT_EQ(to_string(WarningCode::ContentInvalid), "W_CONTENT_INVALID");
  EXPECT_EQ(to_string(WarningCode::Completed), "W_COMPLETED");
  EXPECT_EQ(to_string(WarningCode::RangeClipped), "W_RANGE_CLIPPED");
  EXPECT_EQ(to_string(WarningCode::ExpiryDeferred), "W_EXPIRY_DEFERRED");
  EXPECT_EQ(to_string(WarningCode::StoreDamaged), "W_STORE_DAMAGED");
}

// AUD-11
TEST(Warnings, AUD_11_ADeferredExpiryNamesItsNode) {
  Heard heard;
  Context context(heard.options());
  must(context.insert({.content = JsonValue("short"), .id = "t", .ttl = 1}));
  must(context.pin("t"));
  must(context.commit());
  EXPECT_TRUE(heard.warnings.empty());
  must(context.commit());
  ASSERT_EQ(heard.warnings.size(), 1U);
  EXPECT_EQ(heard.warnings.front().code, WarningCode::ExpiryDeferred);
  EXPECT_EQ(heard.warnings.front().node, "t");
  EXPECT_NE(heard.warnings.front().message.find("'t'"), std::string::npos);
}

// AUD-11
TEST(Warnings, AUD_11_AClippedRangeIsTold) {
  Heard heard;
  Context context(heard.options());
  must(context.insert({.content = JsonValue("x")}));
  must(context.commit());
  const auto range = must(context.range_diff_latest("@t0..-9 .cb"));
  ASSERT_EQ(heard.warnings.size(), range.warnings.size());
  ASSERT_EQ(heard.warnings.size(), 1U);
  EXPECT_EQ(heard.warnings.front().code, WarningCode::RangeClipped);
  EXPECT_EQ(heard.warnings.front().message, range.warnings.front());
}

// AUD-11
TEST(Warnings, AUD_11_InvalidContentIsTold) {
  Heard heard;
  const auto hash = content_hash_of_json(R"({"content":"\ud800"})", heard.sink());
  ASSERT_TRUE(hash);
  ASSERT_EQ(heard.warnings.size(), 1U);
  EXPECT_EQ(heard.warnings.front().code, WarningCode::ContentInvalid);
  ASSERT_TRUE(content_hash_of_json(R"({"content":"fine"})", heard.sink()));
  EXPECT_EQ(heard.warnings.size(), 1U);
}

// AUD-11, HASH-12. Contents that collide are not known, so a step of the commit reports one.
TEST(Warnings, AUD_11_ACollisionIsToldBesideItsError) {
  Heard heard;
  Context context(heard.options());
  must(context.insert({.content = JsonValue("x")}));
  engine::Access::branch(context).set_before_step([](std::string_view) -> Result<void> {
    return broken(kHashCollision, "two contents have one digest", Code::Conflict);
  });
  EXPECT_EQ(verdict(context.commit()), "E_HASH_COLLISION");
  ASSERT_EQ(heard.warnings.size(), 1U);
  EXPECT_EQ(heard.warnings.front().code, WarningCode::HashCollision);
}

std::vector<WarningCode> codes_of(const Heard& heard) {
  std::vector<WarningCode> codes;
  for (const Warning& warning : heard.warnings) codes.push_back(warning.code);
  return codes;
}

// AUD-11: one line for the whole import, not one for each member; `ImportOptions::note` has those.
TEST(Warnings, AUD_11_AnImportGivesOneSummaryOfWhatItCompleted) {
  const std::string document = R"({"cycle":1,"root":{"children":[{"nodeType":"^sys","children":[
      {"id":"a","created_at_ns":5,"created_at_iso":"1970-01-01T00:00:06Z"}]}]}})";
  std::size_t completed = 0;
  ImportOptions noted;
  noted.note = [&](const ImportNote& note) { completed += note.kind == ImportNoteKind::Completed ? 1 : 0; };
  ASSERT_TRUE(import_document(document, noted));
  ASSERT_GT(completed, 10U);
  for (const bool takes_notes : {false, true}) {
    Heard heard;
    ImportOptions options;
    options.context = heard.options();
    std::size_t notes = 0;
    if (takes_notes) options.note = [&notes](const ImportNote&) { ++notes; };
    ASSERT_TRUE(import_document(document, options));
    ASSERT_EQ(codes_of(heard), std::vector{WarningCode::Completed});
    EXPECT_EQ(heard.warnings.front().message,
              std::to_string(completed) + " missing members were filled in, 1 contradictory member was corrected");
    EXPECT_EQ(notes > 0, takes_notes);
  }
}

// AUD-11: a history is one import, and a document that needs nothing gives no warning.
TEST(Warnings, AUD_11_AnImportOfACompleteDocumentGivesNoWarning) {
  Heard heard;
  Context context(heard.options());
  for (int i = 0; i < 3; ++i) {
    must(context.insert({.content = JsonValue("x")}));
    must(context.commit());
  }
  ImportOptions options;
  options.context = heard.options();
  std::string history = must(export_history(context));
  ASSERT_TRUE(import_history(history, options));
  EXPECT_TRUE(heard.warnings.empty());
  const std::string cycle = R"("priority":0,)";
  for (std::size_t at = 0; (at = history.find(cycle)) != std::string::npos;) history.erase(at, cycle.size());
  ASSERT_TRUE(import_history(history, options));
  EXPECT_EQ(codes_of(heard), std::vector{WarningCode::Completed});
}

// AUD-11: nothing was completed if nothing was imported.
TEST(Warnings, AUD_11_ARefusedDocumentGivesNoSummary) {
  Heard heard;
  ImportOptions options;
  options.context = heard.options();
  const std::string twice = R"({"root":{"children":[{"nodeType":"^sys","children":[{"id":"a"},{"id":"a"}]}]}})";
  EXPECT_EQ(verdict(import_document(twice, options)), "E_DUPLICATE_ID");
  EXPECT_TRUE(heard.warnings.empty());
}

// AUD-11, HASH-12: of documents and bundles. The source reports the collision, as the commit above does.
TEST(Warnings, AUD_11_ACollisionDuringAnImportIsToldBesideItsError) {
  const ByteSource source = []() -> Result<std::string_view> {
    return broken(kHashCollision, "two contents have one digest", Code::Conflict);
  };
  Heard heard;
  ImportOptions options;
  options.context = heard.options();
  EXPECT_EQ(verdict(import_document(source, options)), "E_HASH_COLLISION");
  EXPECT_EQ(codes_of(heard), std::vector{WarningCode::HashCollision});
  EXPECT_EQ(verdict(import_bundle(source, heard.options())), "E_HASH_COLLISION");
  EXPECT_EQ(codes_of(heard), (std::vector{WarningCode::HashCollision, WarningCode::HashCollision}));
}

// AUD-11: a context without a callback works as before.
TEST(Warnings, AUD_11_WithoutACallbackNothingIsTold) {
  Context context = open_context();
  must(context.insert({.content = JsonValue("short"), .id = "t", .ttl = 1}));
  must(context.pin("t"));
  must(context.commit());
  EXPECT_EQ(must(context.commit()).deferred, std::vector<std::string>{"t"});
}

}  // namespace
}  // namespace latewood::test
