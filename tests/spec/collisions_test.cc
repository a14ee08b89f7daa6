// Two contents with one digest. Nobody has found any, so the digests of these tests are weak.
#include <gtest/gtest.h>

#include "exchange/snapshot_document.h"
#include "exchange/tree_builder.h"
#include "latewood/clock.h"
#include "support/context_probe.h"
#include "support/document/documents.h"
#include "tree/edit/editor.h"

namespace latewood {
namespace {

using test::must;
using test::verdict;
using tree::Editor;

tree::PayloadDigest same_payload(std::optional<std::string_view>) { return {}; }
Sha256Digest same_hash(const HashedContent&) { return {}; }

// A working state on its own, with the digests of its choice.
class Bench {
 public:
  explicit Bench(const tree::ContentDigests& digests) : pool_(digests) {
    around_.pool = &pool_;
    around_.clock = clock_.get();
    around_.turn_of = [](std::string_view) -> const tree::Node* { return nullptr; };
    around_.is_taken = [](std::string_view) { return false; };
    around_.is_committed = around_.is_taken;
    around_.holders_of = [](std::string_view) { return std::vector<std::string>(); };
    around_.markers_of = around_.holders_of;
    draft_.tree = tree::empty_tree(pool_);
  }

  // As the engine does it: what is refused leaves the draft as it was.
  template <class Mutation>
  auto edit(Mutation mutation) {
    Editor editor(draft_, around_, {});
    auto result = mutation(editor);
    if (result) draft_ = editor.draft();
    return result;
  }

  Result<std::string> insert(const std::string& id, const char* content) {
    Component component = test::block(id);
    component.content = JsonValue(content);
    return edit([&](Editor& editor) { return editor.insert(component, 0); });
  }
  Result<std::string> replace(const std::string& id, const char* content, const std::vector<JsonMember>& more = {}) {
    return edit([&](Editor& editor) { return editor.replace(id, {JsonValue(content), more}); });
  }

  std::string content_of(const std::string& id) const {
    const tree::Subtree& head = *draft_.tree.ah;
    return std::string(head.node(*head.find(id)).payload()->json());
  }
  std::size_t nodes_in_head() const { return draft_.tree.ah->entries().size(); }

 private:
  std::shared_ptr<Clock> clock_ = make_logical_clock();
  tree::NodePool pool_;
  tree::Surroundings around_;
  tree::Draft draft_;
};

// ERR-07: a collision is an error like any other, and nothing is lost.
TEST(Collisions, ERR_07_ARefusedMutationChangesNothing) {
  Bench bench({.payload = same_payload});
  must(bench.insert("a", "one"));
  const std::size_t nodes = bench.nodes_in_head();
  EXPECT_EQ(verdict(bench.insert("b", "two")), "E_HASH_COLLISION");
  EXPECT_EQ(verdict(bench.replace("a", "two")), "E_HASH_COLLISION");
  EXPECT_EQ(bench.nodes_in_head(), nodes);
  EXPECT_EQ(bench.content_of("a"), "\"one\"");
  EXPECT_EQ(verdict(bench.insert("b", "one")), "done") << "the same text is no collision";
}

// HASH-12, of content_hash: the node would look unchanged to every diff.
TEST(Collisions, HASH_12_NewContentUnderTheOldHashIsRefused) {
  Bench bench({.content_hash = same_hash});
  must(bench.insert("a", "one"));
  must(bench.insert("b", "two"));
  const auto refused = bench.replace("a", "two");
  EXPECT_EQ(verdict(refused), "E_HASH_COLLISION");
  EXPECT_NE(refused.error().message.find("'a'"), std::string::npos);
  EXPECT_EQ(verdict(bench.replace("a", "one", {{"data_x", "1"}})), "E_HASH_COLLISION");
  EXPECT_EQ(bench.content_of("a"), "\"one\"");
  EXPECT_EQ(verdict(bench.replace("a", "one")), "done");
  EXPECT_EQ(verdict(bench.replace("a", "one", {{"app:x", "1"}})), "done") << "no input to the hash";
}

// HASH-12: of two snapshots in one document.
TEST(Collisions, HASH_12_ANodeOfAnImportIsHeldAgainstTheSnapshotBefore) {
  tree::NodePool pool({.content_hash = same_hash});
  tree::Tree before;
  const auto read = [&](const std::string& block) {
    return exchange::read_document(
        test::with_block(block), exchange::ImportNotes(exchange::Completeness::Complete),
        [&](std::string_view content) { return pool.add_late_payload(content); },
        [&](exchange::SnapshotDocument document) -> Result<void> {
          const exchange::PriorTree prior =
              before.root() == nullptr ? exchange::PriorTree() : exchange::PriorTree(before);
          auto built = exchange::build_tree(std::move(document.nodes), 1,
                                            exchange::ImportNotes(exchange::Completeness::Complete), prior, pool);
          if (!built) return built.error();
          before = *std::move(built);
          return {};
        });
  };
  must(read(R"({"id":"a","content":"one"})"));
  EXPECT_EQ(verdict(read(R"({"id":"a","content":"one","priority":2})")), "done");
  EXPECT_EQ(verdict(read(R"({"id":"a","content":"two"})")), "E_HASH_COLLISION");
}

}  // namespace
}  // namespace latewood
