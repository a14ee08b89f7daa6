#include "warp/graph/ids.h"

#include <gtest/gtest.h>

#include "canon/json_field.h"
#include "support/test_files.h"

namespace latewood::warp {
namespace {

TEST(Ids, LabelsOfTheVectorsGiveTheirIds) {
  const JsonValue document = test::read_json_data("vectors/ids.json");
  const auto labels = JsonField(document).member("labels")->items();
  ASSERT_GT(labels->size(), 10U);
  for (const JsonField& entry : *labels) {
    const std::string_view label = *entry.member("label")->text();
    EXPECT_EQ(make_node_id(label), *read_id<NodeId>(entry, "node_id")) << label;
    EXPECT_EQ(make_type_id(label), *read_id<TypeId>(entry, "type_id")) << label;
    EXPECT_EQ(make_edge_id(label), *read_id<EdgeId>(entry, "edge_id")) << label;
    EXPECT_EQ(make_warp_id(label), *read_id<WarpId>(entry, "warp_id")) << label;
  }
}

TEST(Ids, PortKeysOfTheVectorsReproduce) {
  const JsonValue document = test::read_json_data("vectors/ids.json");
  const auto ports = JsonField(document).member("pack_port_key")->items();
  ASSERT_GT(ports->size(), 5U);
  for (const JsonField& entry : *ports) {
    const auto direction = *entry.member("dir_in")->value().as_bool() ? PortDirection::In : PortDirection::Out;
    EXPECT_EQ(pack_port_key(*read_id<NodeId>(entry, "node"), *entry.member("port_id")->u32(), direction),
              *entry.member("port_key")->u64());
  }
}

TEST(Ids, EachDomainHasItsOwnIds) {
  EXPECT_NE(make_node_id("a").bytes, make_edge_id("a").bytes);
  EXPECT_NE(make_rule_id("a").bytes, make_type_id("a").bytes);
}

}  // namespace
}  // namespace latewood::warp
