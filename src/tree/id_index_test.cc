#include "tree/id_index.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tree/node_pool.h"

namespace latewood::tree {
namespace {

const Node* make_node(NodePool& pool, std::size_t number) {
  NodeFields fields;
  fields.id = "cb:" + std::to_string(number);
  return *pool.add(std::move(fields));
}

// Adds so many, after the room that was asked for, and finds every one of them and no other.
void expect_all_found(std::size_t count, std::size_t before, std::size_t reserved) {
  NodePool pool;
  IdIndex index;
  std::vector<const Node*> nodes;
  for (std::size_t number = 0; number < count; ++number) {
    if (number == before) index.reserve(reserved);
    nodes.push_back(make_node(pool, number));
    index.add({nodes.back(), nullptr});
  }
  ASSERT_EQ(index.size(), count);
  for (std::size_t number = 0; number < count; ++number) {
    const IdIndex::Entry* found = index.find("cb:" + std::to_string(number));
    ASSERT_NE(found, nullptr) << number;
    EXPECT_EQ(found->node, nodes[number]);
    EXPECT_EQ(index[number].node, nodes[number]);
  }
  EXPECT_EQ(index.find("cb:" + std::to_string(count)), nullptr);
}

TEST(IdIndex, FindsWhatWasAddedWhateverRoomWasAskedFor) {
  for (const std::size_t reserved : {0U, 1U, 48U, 49U, 300U, 1000U}) {
    for (const std::size_t before : {0U, 1U, 48U, 200U}) expect_all_found(300, before, reserved);
  }
}

TEST(IdIndex, EntriesStayWhereTheyAre) {
  NodePool pool;
  IdIndex index;
  index.add({make_node(pool, 0), nullptr});
  const IdIndex::Entry* first = index.find("cb:0");
  index.reserve(5000);
  for (std::size_t number = 1; number < 5000; ++number) index.add({make_node(pool, number), nullptr});
  EXPECT_EQ(index.find("cb:0"), first);
}

}  // namespace
}  // namespace latewood::tree
