// Documents of other runtimes, read by the engine and by a slow reference that knows only the rules: every product of
// every snapshot agrees (IMPORT-02, R-01, R-02, R-05, R-07, R-11).
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <vector>

#include "latewood/exchange.h"
#include "selector/language/printer.h"
#include "support/document/foreign.h"
#include "support/law.h"
#include "support/plain/import.h"
#include "support/plain/matcher.h"
#include "support/random/selector.h"

namespace latewood::test {
namespace {

using Ids = std::vector<std::string>;

struct DocumentTally {
  std::size_t documents = 0;
  std::size_t accepted = 0;
  std::size_t hits = 0;     // selectors that found something
  std::size_t spelled = 0;  // nodes with a spelling of their own
  std::size_t framed = 0;   // regions with headers of their own
  std::size_t limited = 0;  // turns with a ttl
  std::size_t bodies = 0;   // cores with content
};

void check_selectors(Random& random, const Context& context, const std::string& moment, const PlainImported& plain,
                     DocumentTally& tally) {
  for (int i = 0; i < 3; ++i) {
    const selector::Query query = random_query(random, plain.nodes);
    const std::string text = moment + " " + selector::print(query);
    RC_LOG() << text << '\n';
    const auto found = context.select(text);
    RC_ASSERT(found.has_value());
    const Ids expected = plain_match(query, plain.nodes);
    RC_ASSERT(std::get<Ids>(*found) == expected);
    tally.hits += expected.empty() ? 0 : 1;
  }
}

void check_snapshot(const Snapshot& snapshot, const PlainImported& plain, DocumentTally& tally) {
  RC_ASSERT(snapshot.cycle() == plain.cycle);
  RC_ASSERT(export_snapshot(snapshot).value() == plain.exported);
  RC_ASSERT(snapshot.nodes().value() == plain.nodes);
  RC_ASSERT(serialize_snapshot(snapshot).value() == plain.serialized);
  RC_ASSERT(snapshot.provider_thread().value() == plain.thread);
  for (const NodeView& node : plain.nodes) {
    tally.spelled += node.created_at_iso.ends_with("+02:00") ? 1 : 0;
    tally.framed += node.node_type.starts_with('^') && node.offset != 0 ? 1 : 0;
    tally.limited += node.node_type.starts_with("mt") && node.ttl ? 1 : 0;
    tally.bodies += node.node_type == "mc" && node.content ? 1 : 0;
  }
}

TEST(ForeignDocumentLaws, EveryProductIsThatOfTheSlowReference) {
  DocumentTally tally;
  expect_law("import == plain import", [&tally](Random& random) {
    const std::string document = ForeignDocument(random).text(5);
    ++tally.documents;
    const auto context = import_document(document);
    if (!context) return;
    ++tally.accepted;
    RC_LOG() << document << '\n';
    const std::vector<PlainImported> plain = plain_import(document);
    for (std::size_t back = 0; back < plain.size(); ++back) {
      const PlainImported& expected = plain[plain.size() - 1 - back];
      check_snapshot(*context->back(back), expected, tally);
      check_selectors(random, *context, back == 0 ? "@t0" : "@t-" + std::to_string(back), expected, tally);
    }
    RC_ASSERT(!context->back(plain.size()).has_value());
  });
  EXPECT_GT(tally.accepted, tally.documents * 3 / 4);
  EXPECT_GT(tally.hits, tally.accepted);
  EXPECT_GT(tally.spelled, tally.accepted / 4);
  EXPECT_GT(tally.framed, tally.accepted / 4);
  EXPECT_GT(tally.limited, tally.accepted / 8);
  EXPECT_GT(tally.bodies, tally.accepted / 4);
}

// IMPORT-02: what is complete and canonical comes back byte for byte, whoever wrote it.
TEST(ForeignDocumentLaws, IMPORT_02_ACompleteDocumentComesBackByteForByte) {
  expect_law("export(import(document)) == document", [](Random& random) {
    const std::string draft = ForeignDocument(random).text(1);
    if (!import_document(draft)) return;
    const std::string document = plain_import(draft).front().exported;
    RC_LOG() << document << '\n';
    std::vector<ImportNote> notes;
    ImportOptions options;
    options.strict = true;
    options.note = [&notes](const ImportNote& note) { notes.push_back(note); };
    const auto context = import_document(document, options);
    if (!context) RC_LOG() << context.error().message << '\n';
    RC_ASSERT(context.has_value());
    RC_ASSERT(notes.empty());
    RC_ASSERT(export_snapshot(*context->latest()).value() == document);
  });
}

}  // namespace
}  // namespace latewood::test
