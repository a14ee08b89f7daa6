// Spellings with the same normal form, and similar ones with another.
#include "selector/language/normal_form.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "selector/language/parser.h"
#include "selector/language/printer.h"

namespace latewood::selector {
namespace {

std::string normal(const std::string& text) {
  const auto query = parse_selector(text);
  EXPECT_TRUE(query.has_value()) << text;
  return query ? print(normalize(*query)) : "";
}

TEST(NormalForm, SpellingsOfOneQuestionAgree) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      // RANGE-05
      {"@t0..@t-3 *", "@t-3..@t0 *"},
      {"@t-3..@t0 *", "@t-3..@t0 *"},
      {"@c7..3 *", "@c3..@c7 *"},
      // SEL-13
      {".seg .cont .block", ".mt .mc .cb"},
      // SEL-10
      {"[nodeType='cb:summary']", ".cb:summary"},
      {".cb:summary[nodeType='cb:summary']", ".cb:summary"},
      {"[id='x']", "#x"},
      {"#x[id=x]", "#x"},
      {"[nodeType='cb:summary'][id='x']:first", "#x.cb:summary:first"},
      // SEL-32
      {"[ttl]", "[ttl!=null]"},
      {"[ttl=None]", "[ttl=null]"},
      // SEL-54
      {"[ttl='01.0']", "[ttl=1]"},
      {"[offset>=-00.50]", "[offset>=-0.5]"},
      {"[cycle=-0]", "[cycle=0]"},
      {"[ttl=abc]", "[ttl='abc']"},
      {"[role=5]", "[role='5']"},
      {"[data_x=05.00]", "[data_x=5.0]"},
      {"[data_x!=-0.0]", "[data_x!=0.0]"},
      {"[data_x=true]", "[data_x='true']"},
      {"[kind=b][kind=a][kind='b']", "[kind='a'][kind='b']"},
      // SEL-24
      {":depth(5-3,1,2)", ":depth(1-5)"},
      {":depth(7,-2-1,3,3-4)", ":depth(1,3-4,7)"},
      {":depth(0,-5)", ":depth(0)"},
      {":post:pre:pre", ":post:pre"},
      {":nth(1):last:pre:core:first", ":first:core:pre"},
      {":last:nth(2)", ":last:nth(2)"},
      {".mt, .cb, .seg", ".cb, .mt"},
  };
  for (const auto& [text, expected] : cases) {
    EXPECT_EQ(normal(text), expected) << text;
    EXPECT_EQ(normal(expected), expected);
  }
}

TEST(NormalForm, WhatDiffersSomewhereStaysDifferent) {
  const std::vector<std::string> cases = {
      "@t0 .cb",                      // where the default is the working state
      "@t0..@t0 .cb",                 // answers with changes, not ids
      ".cb[nodeType='cb']",           // the type exactly, not the class
      "[nodeType='cb:first']",        // cannot be written as a type
      "[id='a b']",                   // cannot be written as an id
      "[id='x']:first",               // #x:first is the id x:first
      "#x[id='x']:first",             // likewise
      "#x[id='y']",                   // nothing, but said twice
      "[data_x<007]",                 // compares as text with "abc"
      "[data_x='5']",                 // a text, not a number
      "[data_x=9007199254740993.0]",  // the nearest double, where an integer is exact
      ":first:pre",                   // first, then before the core
      ":pre:first",                   // the first of those before the core
      ":pre .cb",                     // finds the matched blocks too
      ":pre > .cb",
  };
  for (const std::string& text : cases) EXPECT_EQ(normal(text), text);
}

TEST(NormalForm, DeclaredTypesAreThoseOfTheSpecification) {
  EXPECT_EQ(type_of_attribute("creation_index"), AttributeType::Number);
  EXPECT_EQ(type_of_attribute("content_hash"), AttributeType::Text);
  EXPECT_EQ(type_of_attribute("key"), AttributeType::Other);
  EXPECT_EQ(type_of_attribute("data_x"), AttributeType::Other);
}

}  // namespace
}  // namespace latewood::selector
