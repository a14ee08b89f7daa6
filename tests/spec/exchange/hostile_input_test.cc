// AUD-22: what hostile input costs grows with its size and not with the square of it, or it is refused.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "latewood/bundle.h"
#include "latewood/chat_log.h"
#include "latewood/context.h"
#include "latewood/exchange.h"
#include "latewood/why.h"
#include "support/instructions.h"

namespace latewood::test {
namespace {

// Four times as much may cost so many times as much. In proportion it is 4, by the square 16.
constexpr std::uint64_t kMostTimes = 8;

// `prepare` makes the work for a size, which is not counted itself.
void expect_in_proportion(std::size_t size, const std::function<std::function<void()>(std::size_t)>& prepare) {
  const std::uint64_t small = cost_of(prepare(size));
  const std::uint64_t large = cost_of(prepare(4 * size));
  EXPECT_LT(large, kMostTimes * small) << small << " for " << size << ", " << large << " for " << 4 * size;
}

template <class T>
T expect_value(Result<T> result) {
  EXPECT_TRUE(result) << result.error().message;
  return *std::move(result);
}

std::string block_json(std::size_t i, const std::string& more = {}) {
  return R"({"id":"b)" + std::to_string(i) + R"(","role":"user","content":"x")" + more + "}";
}

std::string list_json(std::size_t count, const std::function<std::string(std::size_t)>& item) {
  std::string text = "[";
  for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "" : ",") + item(i);
  return text + "]";
}

std::string turn_json(std::size_t i, const std::string& blocks) {
  const std::string number = std::to_string(i);
  return R"({"id":"t)" + number + R"(","nodeType":"mt","children":[{"id":"c)" + number +
         R"(","nodeType":"mc","children":)" + blocks + "}]}";
}

std::string document_json(const std::string& turns, const std::string& head = "[]") {
  return R"({"cycle":1,"root":{"id":"root","children":[{"id":"sys","nodeType":"^sys","children":[]},)"
         R"({"id":"seq","nodeType":"^seq","children":)" +
         turns + R"(},{"id":"ah","nodeType":"^ah","children":)" + head + "}]}}";
}

std::string many_turns(std::size_t count) {
  return document_json(list_json(count, [](std::size_t i) { return turn_json(i, "[" + block_json(i) + "]"); }));
}

std::string many_blocks(std::size_t count, const std::string& more = {}) {
  return document_json("[" + turn_json(0, list_json(count, [&](std::size_t i) { return block_json(i, more); })) + "]");
}

// Every block is below the one before it.
std::string deep_chain(std::size_t count) {
  std::string open;
  for (std::size_t i = 0; i < count; ++i) {
    open += R"({"id":"b)" + std::to_string(i) + R"(","role":"user","content":"x","children":[)";
  }
  std::string close;
  for (std::size_t i = 0; i < count; ++i) close += "]}";
  return document_json("[" + turn_json(0, "[" + open + close + "]") + "]");
}

Context from_chat(const std::string& log) {
  ContextOptions options;
  options.clock = make_logical_clock();
  Context context(options);
  const ChatLogs logs = expect_value(parse_chat_logs(log, ChatFormat::OpenAi));
  const auto imported = import_chat(context, logs.conversations.front());
  EXPECT_TRUE(imported) << imported.error().message;
  return context;
}

std::string call_json(const std::string& id) {
  return R"({"id":")" + id + R"(","type":"function","function":{"name":"f","arguments":"{}"}})";
}

// Pairs of a call and its result, all of them with the same id.
std::string equal_calls(std::size_t count) {
  return R"({"messages":)" +
         list_json(count,
                   [](std::size_t) {
                     return R"({"role":"assistant","content":null,"tool_calls":[)" + call_json("c") +
                            R"(]},{"role":"tool","tool_call_id":"c","content":"r"})";
                   }) +
         "}";
}

std::string many_parts(std::size_t count) {
  return R"({"messages":[{"role":"user","content":)" +
         list_json(count, [](std::size_t i) { return R"({"type":"text","text":"p)" + std::to_string(i) + "\"}"; }) +
         "}]}";
}

TEST(HostileInput, AUD_22_DocumentsAreImportedInProportion) {
  const std::vector<std::function<std::string(std::size_t)>> documents = {
      many_turns, [](std::size_t n) { return many_blocks(n); },
      [](std::size_t n) { return many_blocks(n, R"(,"key":"k")"); },
      [](std::size_t n) { return many_blocks(n, R"(,"data_refs":["b0"])"); }, deep_chain};
  for (std::size_t kind = 0; kind < documents.size(); ++kind) {
    SCOPED_TRACE(kind);
    expect_in_proportion(
        1000, [&](std::size_t size) { return [text = documents[kind](size)] { EXPECT_TRUE(import_document(text)); }; });
  }
}

// Turns that all claim the same cycle: what a store does when it opens the history.
TEST(HostileInput, AUD_22_ManyTurnsOfOneCycleAreReplayedInProportion) {
  expect_in_proportion(800, [](std::size_t size) {
    const Context context = expect_value(import_document(many_turns(size)));
    std::string bundle;
    EXPECT_TRUE(export_bundle(context, [&bundle](std::string_view piece) -> Result<void> {
      bundle += piece;
      return {};
    }));
    return [bundle] {
      bool given = false;
      const auto read = import_bundle([&]() -> Result<std::string_view> {
        return std::exchange(given, true) ? std::string_view() : std::string_view(bundle);
      });
      EXPECT_TRUE(read) << read.error().message;
    };
  });
}

TEST(HostileInput, AUD_22_EqualCallIdsAreRenderedInProportion) {
  for (const char* profile : {"openai", "anthropic", "gemini"}) {
    SCOPED_TRACE(profile);
    expect_in_proportion(400, [&](std::size_t size) {
      const auto context = std::make_shared<Context>(from_chat(equal_calls(size)));
      return [context, profile] {
        // A snapshot of its own: what was rendered before is not kept for it.
        const Context fork = expect_value(context->fork(context->cycle()));
        const auto rendered = expect_value(fork.latest()).render(profile);
        EXPECT_TRUE(rendered) << rendered.error().message;
      };
    });
  }
}

TEST(HostileInput, AUD_22_ALargeTurnIsBlamedInProportion) {
  expect_in_proportion(1500, [](std::size_t size) {
    const auto context = std::make_shared<Context>(from_chat(many_parts(size)));
    return [context] { EXPECT_TRUE(blame(*context)); };
  });
}

TEST(HostileInput, AUD_22_ALargeHeadIsCommittedInProportion) {
  expect_in_proportion(1500, [](std::size_t size) {
    const std::string text = document_json("[]", list_json(size, [](std::size_t i) { return block_json(i); }));
    const auto context = std::make_shared<Context>(expect_value(import_document(text)));
    return [context] {
      Context fork = expect_value(context->fork(context->cycle()));
      const auto report = fork.commit();
      EXPECT_TRUE(report) << report.error().message;
    };
  });
}

TEST(HostileInput, AUD_22_SelectorsAreAnsweredInProportion) {
  const Context context = expect_value(import_document(many_turns(50)));
  const std::vector<std::function<std::string(std::size_t)>> selectors = {
      [](std::size_t n) { return ".mt:depth(1-" + std::to_string(99'999'999 * n) + ")"; },
      [](std::size_t n) {
        std::string depths = "1";
        for (std::size_t i = 1; i < n; ++i) depths += "," + std::to_string(2 * i + 1);
        return ".mt:depth(" + depths + ")";
      },
      [](std::size_t n) {
        std::string all = ".cb[role='user']";
        for (std::size_t i = 1; i < n; ++i) all += ", .cb[role='u" + std::to_string(i) + "']";
        return all;
      },
      [](std::size_t n) {
        std::string all = ".cb";
        for (std::size_t i = 1; i < n; ++i) all += " .cb";
        return all;
      }};
  for (std::size_t kind = 0; kind < selectors.size(); ++kind) {
    SCOPED_TRACE(kind);
    expect_in_proportion(300, [&](std::size_t size) {
      return [&context, text = selectors[kind](size)] { EXPECT_TRUE(context.select(text)); };
    });
  }
}

// A change copies the turn that it is in, so edits do not make one larger without end. Nothing of the log stays.
TEST(HostileInput, AUD_22_ATurnDoesNotGrowWithoutEnd) {
  Context context =
      expect_value(import_document(document_json("[]", list_json(32768, [](std::size_t i) { return block_json(i); }))));
  const auto refused = context.insert({.role = "user", .content = std::string("one more")});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule, "E_PLACEMENT_INVALID");
  EXPECT_NE(refused.error().message.find("32768"), std::string::npos) << refused.error().message;
}

// From some size on a turn has a table of its ids.
TEST(HostileInput, AUD_22_EveryNodeOfALargeTurnIsFound) {
  constexpr std::size_t kBlocks = 300;
  Context context = expect_value(
      import_document(document_json("[]", list_json(kBlocks, [](std::size_t i) { return block_json(i); }))));
  for (std::size_t i = 0; i < kBlocks; ++i) EXPECT_TRUE(context.pin("b" + std::to_string(i))) << i;
  EXPECT_EQ(context.working_pins().size(), kBlocks);
  EXPECT_EQ(context.pin("b300").error().rule, "E_NODE_NOT_FOUND");
}

}  // namespace
}  // namespace latewood::test
