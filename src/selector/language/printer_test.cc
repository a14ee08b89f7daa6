// One spelling.
#include "selector/language/printer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "selector/language/parser.h"

namespace latewood::selector {
namespace {

TEST(Printer, EachQueryHasOneSpelling) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {" \t* ", "*"},
      {"@t-0^seq>.mt", "@t0 ^seq > .mt"},
      {"@t-5:-1 .cb", "@t-5..@t-1 .cb"},
      {"@c03..7 .cb", "@c3..@c7 .cb"},
      {"@*#x", "@* #x"},
      {"^ah#x.cb[ role = user ][ttl]:first:nth( 02 )", "^ah#x.cb[role=user][ttl]:first:nth(2)"},
      {".mt:depth( 3-1 , 2-2 ,-1)", ".mt:depth(3-1,2,-1)"},
      {R"([k="it\'s"])", R"([k='it\'s'])"},
      {R"([k='a\nb'])", R"([k='a\\nb'])"},
      {R"([k='\"'])", R"([k='\"'])"},
      {"[k=None]", "[k=null]"},
      {"[k=007.50]", "[k=007.50]"},
      {".cb ,.mt   .cb", ".cb, .mt .cb"},
  };
  for (const auto& [text, printed] : cases) {
    const auto query = parse_selector(text);
    ASSERT_TRUE(query.has_value()) << text;
    EXPECT_EQ(print(*query), printed);
    EXPECT_EQ(*parse_selector(printed), *query);
  }
}

}  // namespace
}  // namespace latewood::selector
