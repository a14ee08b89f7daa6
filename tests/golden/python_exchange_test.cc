// Python as the other side of an export: its json and hashlib, and the specification's own
// algorithms, give the same bytes and hashes for generated trees. Without Python the test fails.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "engine/branch/access.h"
#include "latewood/exchange.h"
#include "support/random/edits.h"
#include "support/test_files.h"
#include "tree/edit/permissions.h"

namespace latewood {
namespace {

using engine::Access;
using test::Random;

constexpr std::uint64_t kExchangeSeed = 20240301;

// The latest snapshot of a random history. It keeps the history alive.
Snapshot random_snapshot(Random& random) {
  engine::Branch branch({make_logical_clock()});
  const tree::Permissions permissions{true, random.chance(50), "tester"};
  const history::SnapshotData* latest = nullptr;
  for (std::size_t cycles = 1 + random.below(4); cycles > 0; --cycles) {
    for (std::size_t edits = random.below(10); edits > 0; --edits) test::random_edit(random, branch, permissions);
    latest = *branch.commit();
  }
  return Access::snapshot(branch, *latest);
}

// Our products of a snapshot, as python_exchange.py writes them.
std::string products_of(const Snapshot& snapshot) {
  std::string hashes;
  for (const NodeView& node : snapshot.nodes().value()) hashes += (hashes.empty() ? "" : ",") + node.content_hash.hex();
  return export_snapshot(snapshot).value() + "\t" + serialize_snapshot(snapshot).value() + "\t" + hashes;
}

std::vector<std::string> lines_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> python_products(const std::vector<Snapshot>& snapshots) {
  std::string folder = (std::filesystem::temp_directory_path() / "latewood-XXXXXX").string();
  EXPECT_NE(mkdtemp(folder.data()), nullptr);
  std::ofstream input(folder + "/input", std::ios::binary);
  for (const Snapshot& snapshot : snapshots) input << export_snapshot(snapshot).value() << '\n';
  input.close();
  const std::string script = (test::source_root() / "tests/golden/python_exchange.py").string();
  const std::string command = "python3 '" + script + "' < '" + folder + "/input' > '" + folder + "/output'";
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::vector<std::string> lines = lines_of(folder + "/output");
  std::filesystem::remove_all(folder);
  return lines;
}

// EXPORT-03, EXPORT-07, SER-01..SER-05, HASH-01..HASH-08.
TEST(PythonExchange, SerializesAndHashesEveryTreeAsWeDo) {
  std::cout << "seed " << kExchangeSeed << '\n';
  Random random(kExchangeSeed);
  std::vector<Snapshot> snapshots;
  for (int i = 0; i < 500; ++i) snapshots.push_back(random_snapshot(random));
  const std::vector<std::string> answers = python_products(snapshots);
  ASSERT_EQ(answers.size(), snapshots.size()) << "python3 must be installed and read every line";
  for (std::size_t i = 0; i < snapshots.size(); ++i) ASSERT_EQ(products_of(snapshots[i]), answers[i]) << "tree " << i;
}

}  // namespace
}  // namespace latewood
