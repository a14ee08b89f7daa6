// docs/format/store.md, held against the code.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include <sqlite3.h>

#include "canon/hex.h"
#include "store/packing.h"
#include "store/record_seal.h"
#include "store/record_values.h"
#include "store/sql/schema.h"
#include "support/document/format.h"
#include "support/store/place.h"

namespace latewood::test {
namespace {

using namespace store;

TEST(StoreFormat, TheExamplesAreWhatIsWritten) {
  const FormatDocument document("store.md");
  CommitId id;
  id.bytes.fill(0x0f);
  Blake3Digest digest;
  digest.bytes.fill(0xa1);
  const std::uint64_t context = 1;
  NewCommit commit;
  commit.header = "header";
  commit.note = {"ann", "first", 5};
  commit.receipt = "a receipt";
  const std::map<std::string, std::string> examples = {
      {"ref", sealed("refs", {context, std::string_view("main"), id}, encode_cycle(2))},
      {"commit", sealed("commits", {context, std::uint64_t{2}, id}, encode_commit(commit))},
      {"payload", sealed("payloads", {digest}, pack("\"hi\""))},
      {"delta", *delta_of("one cycle, one place and one place", DeltaSample("one name, one place"))},
  };
  std::set<std::string> names;
  for (const auto& [name, bytes] : examples) {
    EXPECT_EQ(hex_of(document.bytes(name)), hex_of(bytes)) << name;
    names.insert(name);
  }
  EXPECT_EQ(document.names_of("bytes"), names);
}

// "a, b, c" for the columns of each table of a new file.
std::map<std::string, std::string> tables_of(const std::string& path) {
  std::map<std::string, std::string> tables;
  sqlite3* database = nullptr;
  sqlite3_open(path.c_str(), &database);
  sqlite3_exec(
      database,
      "SELECT m.name, group_concat(c.name, ', ') FROM sqlite_schema m, pragma_table_info(m.name) c "
      "WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' GROUP BY m.name",
      [](void* into, int, char** values, char**) {
        (*static_cast<std::map<std::string, std::string>*>(into))[values[0]] = values[1];
        return 0;
      },
      &tables, nullptr);
  sqlite3_close(database);
  return tables;
}

TEST(StoreFormat, TheTableListsEveryTableAndColumn) {
  std::map<std::string, std::string> documented;
  for (const auto& row : FormatDocument("store.md").rows("Table")) documented[row[0]] = row[1];
  StorePlace place(Backend::Sqlite);
  ASSERT_NE(place.open(), nullptr);
  const auto tables = tables_of(place.url().substr(place.url().find(':') + 1));
  EXPECT_EQ(documented, tables);
  std::set<std::string> names;
  for (const auto& [name, columns] : tables) names.insert(name);
  EXPECT_EQ(names, (std::set<std::string>(table_names().begin(), table_names().end())));
}

}  // namespace
}  // namespace latewood::test
