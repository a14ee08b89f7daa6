// Laws of export and import on random histories: what leaves comes back, and no document,
// however damaged, does harm.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "engine/branch/access.h"
#include "latewood/exchange.h"
#include "support/law.h"
#include "support/random/edits.h"
#include "tree/edit/permissions.h"

namespace latewood {
namespace {

using engine::Access;
using engine::Branch;
using test::expect_law;
using test::Random;

ImportOptions logical_imports() {
  ImportOptions options;
  options.context.clock = make_logical_clock();
  options.context.system = true;
  return options;
}

void edit_and_commit(Branch& branch, Random& random, int cycles) {
  const tree::Permissions permissions{random.chance(80), random.chance(30), random.chance(50) ? "tester" : ""};
  for (int cycle = 0; cycle < cycles; ++cycle) {
    for (std::size_t i = random.below(8); i > 0; --i)
      RC_LOG() << test::random_edit(random, branch, permissions) << '\n';
    RC_ASSERT(branch.commit().has_value());
  }
}

Context random_history(Random& random) {
  ContextOptions options = logical_imports().context;
  auto branch = std::make_unique<Branch>(engine::BranchSetup{options.clock});
  edit_and_commit(*branch, random, 1 + static_cast<int>(random.below(5)));
  return Access::context(std::move(options), std::move(branch));
}

Context must_import_document(const std::string& document) {
  auto context = import_document(document, logical_imports());
  if (!context) RC_LOG() << context.error().message << "\n" << document << '\n';
  RC_ASSERT(context.has_value());
  return *std::move(context);
}

// IMPORT-01, IMPORT-02, IMPORT-04: every product of every snapshot.
void check_same_document(const Snapshot& a, const Snapshot& b) {
  RC_ASSERT(export_snapshot(a).value() == export_snapshot(b).value());
  RC_ASSERT(serialize_snapshot(a).value() == serialize_snapshot(b).value());
  RC_ASSERT(a.provider_thread().value() == b.provider_thread().value());
  RC_ASSERT(a.state_root() == b.state_root());
  RC_ASSERT(a.nodes().value() == b.nodes().value());
}

TEST(ExchangeLaws, AnExportedSnapshotComesBack) {
  expect_law("export then import", [](Random& random) {
    const Context context = random_history(random);
    check_same_document(*must_import_document(export_snapshot(*context.latest()).value()).latest(), *context.latest());
  });
}

TEST(ExchangeLaws, AnExportedHistoryComesBack) {
  expect_law("export a history, then import it", [](Random& random) {
    const Context context = random_history(random);
    const Context again = must_import_document(export_history(context).value());
    RC_ASSERT(export_history(again).value() == export_history(context).value());
    for (std::uint64_t back = 0; context.back(back); ++back)
      check_same_document(*again.back(back), *context.back(back));
  });
}

// EXPORT-07.
TEST(ExchangeLaws, ProductsAreCanonicalJson) {
  expect_law("canonical products", [](Random& random) {
    const Context context = random_history(random);
    for (const std::string& bytes :
         {export_snapshot(*context.latest()).value(), serialize_snapshot(*context.latest()).value()}) {
      const auto parsed = parse_json(bytes);
      RC_ASSERT(parsed.has_value());
      RC_ASSERT(canonical_json(*parsed) == bytes);
    }
  });
}

// IMPORT-08: whatever is done after an import, its snapshots come back as well.
TEST(ExchangeLaws, WorkGoesOnAfterAnImport) {
  expect_law("edits after import", [](Random& random) {
    const Context context = must_import_document(export_history(random_history(random)).value());
    edit_and_commit(Access::branch(context), random, 3);
    check_same_document(*must_import_document(export_snapshot(*context.latest()).value()).latest(), *context.latest());
    check_same_document(*must_import_document(export_history(context).value()).latest(), *context.latest());
  });
}

// ---- damaged documents ----

// Takes out or changes members of the objects in a document, here and there.
JsonValue damaged(const JsonValue& value, Random& random) {
  if (const JsonValue::Array* items = value.as_array()) {
    JsonValue::Array left;
    for (const JsonValue& item : *items) {
      if (random.chance(2)) continue;
      left.push_back(damaged(item, random));
      if (random.below(500) == 0) left.push_back(left.back());
    }
    if (random.chance(5)) random.shuffle(left);
    return left;
  }
  if (const JsonValue::Object* members = value.as_object()) {
    std::vector<JsonMember> left;
    for (const JsonMember& member : *members) {
      // Few documents survive the loss of these.
      const bool carries = member.key == "id" || member.key == "nodeType" || member.key == "children";
      if (!random.chance(carries ? 1 : 15)) left.push_back({member.key, damaged(member.value, random)});
    }
    return make_object(std::move(left));
  }
  if (!random.chance(1)) return value;
  const std::vector<JsonValue> others = {JsonValue(),    JsonValue("mc"),  JsonValue(std::int64_t{-1}),
                                         JsonValue(1.5), JsonValue("^ah"), JsonValue(std::int64_t{3})};
  return random.pick(others);
}

// A file that is read in pieces, of any sizes, is the same document or has the same fault.
void check_in_pieces(std::string_view document, const Result<Context>& whole, Random& random) {
  const std::size_t most = random.chance(50) ? 8 : 4096;
  const ByteSource source = [&, left = document]() mutable -> Result<std::string_view> {
    const std::string_view piece = left.substr(0, 1 + random.below(most));
    left.remove_prefix(piece.size());
    return piece;
  };
  const auto context = import_document(source, logical_imports());
  RC_ASSERT(context.has_value() == whole.has_value());
  if (context) return RC_ASSERT(export_history(*context).value() == export_history(*whole).value());
  RC_ASSERT(context.error().message == whole.error().message);
  RC_ASSERT(context.error().rule == whole.error().rule);
  RC_ASSERT(context.error().place == whole.error().place);
}

// Refused with a place in the text, or imported into a context like any other.
void check_harmless(const std::string& document, Random& random, std::size_t& accepted) {
  const auto context = import_document(document, logical_imports());
  check_in_pieces(document, context, random);
  if (!context) {
    RC_ASSERT(context.error().place.has_value());
    RC_ASSERT(context.error().place->offset + context.error().place->length <= document.size());
    return;
  }
  ++accepted;
  if (!context->latest()) return;
  check_same_document(*must_import_document(export_snapshot(*context->latest()).value()).latest(), *context->latest());
  edit_and_commit(Access::branch(*context), random, 2);
  check_same_document(*must_import_document(export_history(*context).value()).latest(), *context->latest());
}

// IMPORT-07, IMPORT-06: incomplete trees are completed, wrong ones refused as a whole.
TEST(ExchangeLaws, ADamagedDocumentDoesNoHarm) {
  std::size_t accepted = 0;
  expect_law("damage", [&accepted](Random& random) {
    const Context context = random_history(random);
    const std::string document =
        random.chance(50) ? export_history(context).value() : export_snapshot(*context.latest()).value();
    check_harmless(canonical_json(damaged(*parse_json(document), random)), random, accepted);
  });
  EXPECT_GT(accepted, 100U);
  EXPECT_LT(accepted, 900U);
}

TEST(ExchangeLaws, AWrongByteDoesNoHarm) {
  std::size_t accepted = 0;
  expect_law("flips", [&accepted](Random& random) {
    const Context context = random_history(random);
    const std::string document =
        random.chance(30) ? export_history(context).value() : export_snapshot(*context.latest()).value();
    for (int i = 0; i < 20; ++i) {
      std::string changed = document;
      changed[random.below(changed.size())] = static_cast<char>(random.number());
      check_harmless(changed, random, accepted);
    }
  });
  EXPECT_GT(accepted, 100U);
}

TEST(ExchangeLaws, ATruncatedDocumentIsRefused) {
  Random random(7);
  const std::string document = export_history(random_history(random)).value();
  for (std::size_t length = 0; length < document.size(); ++length) {
    const auto context = import_document(document.substr(0, length), logical_imports());
    ASSERT_FALSE(context.has_value()) << length;
    ASSERT_TRUE(context.error().place.has_value()) << length;
    check_in_pieces(std::string_view(document).substr(0, length), context, random);
  }
}

// ---- two ways to read a member ----

// The same document with a space before every value, which is a spelling that only the full reader
// takes; and where the bytes of the first are in it.
struct Spaced {
  std::string text;
  std::vector<std::size_t> at;
};

Spaced spaced(const std::string& document) {
  Spaced result;
  bool in_string = false;
  for (std::size_t i = 0; i < document.size(); ++i) {
    result.at.push_back(result.text.size());
    const char c = document[i];
    result.text.push_back(c);
    if (in_string && c == '\\' && i + 1 < document.size()) {
      result.at.push_back(result.text.size());
      result.text.push_back(document[++i]);
    } else if (c == '"') {
      in_string = !in_string;
    } else if (c == ':' && !in_string) {
      result.text.push_back(' ');
    }
  }
  result.at.push_back(result.text.size());
  return result;
}

Place moved(const Place& place, const Spaced& document) {
  const std::size_t begin = document.at[place.offset];
  const std::size_t end = place.length == 0 ? begin : document.at[place.offset + place.length - 1] + 1;
  return {begin, end - begin};
}

// What is written as exports write it is read by a short way. It must not take anything else, nor
// take it for anything else.
TEST(ExchangeLaws, SpaceBetweenMembersChangesNothing) {
  std::size_t accepted = 0;
  expect_law("spaces", [&accepted](Random& random) {
    std::string document = *export_history(random_history(random));
    if (random.chance(50)) document = canonical_json(damaged(*parse_json(document), random));
    if (random.chance(50)) document[random.below(document.size())] = static_cast<char>(random.number());
    const Spaced other = spaced(document);
    const auto read = import_document(document, logical_imports());
    const auto read_other = import_document(other.text, logical_imports());
    RC_LOG() << document << '\n';
    RC_ASSERT(read.has_value() == read_other.has_value());
    if (read) {
      ++accepted;
      RC_ASSERT(*export_history(*read) == *export_history(*read_other));
      return;
    }
    RC_ASSERT(read.error().code == read_other.error().code);
    RC_ASSERT(read.error().rule == read_other.error().rule);
    RC_ASSERT(moved(*read.error().place, other) == *read_other.error().place);
  });
  EXPECT_GT(accepted, 100U);
  EXPECT_LT(accepted, 900U);
}

}  // namespace
}  // namespace latewood
