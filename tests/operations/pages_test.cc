// Lists in pages: every element once, whatever happens between two pages.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "latewood/json_text.h"
#include "support/operations/story.h"

namespace latewood::test {
namespace {

JsonValue answer(Session& session, const std::string& operation, const std::string& arguments) {
  auto value = parse_json_text(called(session, operation, arguments));
  EXPECT_TRUE(value) << operation;
  return value ? *std::move(value) : JsonValue();
}

// The elements of all pages; `between` runs before each page but the first.
template <class Between>
std::vector<std::string> all_pages(Session& session, const std::string& operation, const std::string& arguments,
                                   const std::string& list, Between between) {
  std::vector<std::string> elements;
  std::string cursor;
  for (int pages = 0; pages < 100; ++pages) {
    const JsonValue page = answer(session, operation, "{\"limit\":2" + cursor + arguments + "}");
    const JsonValue* members = page.find(list);
    if (members == nullptr) return elements;
    EXPECT_LE(members->as_array()->size(), 2U);
    for (const JsonValue& element : *members->as_array()) elements.push_back(json_text_of(element));
    const JsonValue* next = page.find("next");
    if (next == nullptr) return elements;
    cursor = ",\"start\":" + json_text_of(*next);
    between();
  }
  ADD_FAILURE() << operation << ": the pages do not end";
  return elements;
}

std::vector<std::string> whole(Session& session, const std::string& operation, const std::string& arguments,
                               const std::string& list) {
  const std::string given = arguments.empty() ? "{}" : "{" + arguments.substr(1) + "}";
  const JsonValue value = answer(session, operation, given);
  std::vector<std::string> elements;
  for (const JsonValue& element : *value.find(list)->as_array()) elements.push_back(json_text_of(element));
  return elements;
}

std::vector<std::string> ids_of(const std::vector<std::string>& commits) {
  std::vector<std::string> ids;
  for (const std::string& commit : commits) {
    const auto value = parse_json_text(commit);
    ids.push_back(value ? *value->find("commit_id")->as_string() : std::string());
  }
  return ids;
}

struct Paged {
  const char* operation;
  const char* arguments;  // besides limit and cursor
  const char* list;
};

const std::vector<Paged> kPaged = {
    {"tree", R"(,"moment":"@t0")", "nodes"},
    {"outline", R"(,"moment":"@t0")", "nodes"},
    {"timeline", "", "commits"},
    {"log", "", "commits"},
    {"log", R"(,"all":true)", "commits"},
    {"grep", R"(,"pattern":"e","moment":"@c1..@t0")", "hits"},
    {"grep", R"(,"pattern":"e","moment":"@t0")", "hits"},
    {"blame", "", "units"},
};

TEST(Pages, TogetherHaveEveryElementOnceAlthoughOthersCommit) {
  for (const Paged& paged : kPaged) {
    Session session = story_session();
    called(session, "commit", "{}");
    const auto expected = whole(session, paged.operation, paged.arguments, paged.list);
    EXPECT_GT(expected.size(), 2U) << paged.operation;
    const auto found =
        all_pages(session, paged.operation, paged.arguments, paged.list, [&] { called(session, "commit", "{}"); });
    // Names of branches follow the newest commit, so that lines of a log may differ in them.
    const bool is_log = std::string_view(paged.list) == "commits";
    EXPECT_EQ(is_log ? ids_of(found) : found, is_log ? ids_of(expected) : expected) << paged.operation;
  }
}

TEST(Pages, OfTheWorkingStateGoOnAtTheSameNode) {
  Session session = story_session();
  const auto expected = whole(session, "tree", R"(,"working":true)", "nodes");
  const auto found = all_pages(session, "tree", R"(,"working":true)", "nodes", [] {});
  EXPECT_EQ(found, expected);
}

TEST(Pages, ACursorOfAnotherCallIsRefused) {
  Session session = story_session();
  for (const char* cursor : {"", "x", "/", "x/", "/1", "working/none", "@t0/1"}) {
    for (const char* operation : {"tree", "outline", "timeline", "log", "blame", "stats"}) {
      const auto refused = session.call(operation, std::string("{\"start\":\"") + cursor + "\"}");
      EXPECT_FALSE(refused) << operation << ' ' << cursor;
    }
  }
}

}  // namespace
}  // namespace latewood::test
