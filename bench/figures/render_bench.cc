#include "figures/render_bench.h"

// As in exchange_bench.cc: the same templates must not be made in two ways.
#if defined(__SSE2__)
#define RAPIDJSON_SSE2
#endif
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cstdlib>
#include <string>

#include "engine/branch/access.h"
#include "history/snapshot_data.h"
#include "latewood/context.h"
#include "latewood/prefix.h"
#include "latewood/query.h"
#include "render/profile.h"
#include "render/provider_thread.h"

namespace latewood::bench {
namespace {

constexpr std::size_t kMessageBytes = 1000;
constexpr std::size_t kRenderTurns = 5000;  // with two messages each: about 10 MB
// For the prefix report. Its messages are short, because it must not read them.
constexpr std::size_t kShortMessageBytes = 50;
constexpr std::size_t kManyTurns = 100000;
constexpr std::size_t kFewTurns = 1000;
// Lists of turns have two levels in the short history and four in the long one; nothing else may grow.
constexpr double kPrefixTarget = 1.5;

template <class T>
T need(Result<T> result) {
  if (!result) std::abort();
  return *std::move(result);
}

Context make_chat(std::size_t turns, std::size_t message_bytes) {
  ContextOptions options;
  options.clock = make_logical_clock();
  Context context(options);
  const auto say = [&context, message_bytes](const char* role, std::size_t number) {
    Component block;
    block.role = role;
    std::string words = "message " + std::to_string(number);
    while (words.size() < message_bytes) words += " some words of a plain text,";
    block.content = JsonValue(words);
    need(context.insert(block));
  };
  for (std::size_t i = 0; i < turns; ++i) {
    say("user", 2 * i);
    say("assistant", 2 * i + 1);
    need(context.commit());
  }
  return context;
}

Figure cached_figure(const Run& run, const Snapshot& snapshot, const std::string& profile) {
  const auto render = [&] {
    return profile.empty() ? need(snapshot.provider_thread()) : need(snapshot.render(profile)).bytes;
  };
  const std::string expected = render();
  std::string rendered;
  std::string copied;
  const Pair pair = time_pair([&] { rendered = render(); }, [&] { copied = std::string(expected); }, 1, run.repeats());
  const std::string name = profile.empty() ? "canonical thread" : profile + " profile";
  return {"10 MB, turns cached: " + name,
          pair,
          "render",
          "copy of the bytes",
          2,
          rendered == expected && copied == expected};
}

Figure first_figure(const Run& run, const Snapshot& snapshot, const std::string& profile) {
  const tree::Tree& tree = engine::Access::data(snapshot).tree;
  const auto render = [&] {
    return profile.empty() ? render::provider_thread(tree) : need(render::render_profile(tree, profile)).bytes;
  };
  const std::string expected = render();
  rapidjson::Document document;
  document.Parse(expected.c_str(), expected.size());
  std::string rendered;
  rapidjson::StringBuffer written;
  const auto write = [&] {
    written = rapidjson::StringBuffer();
    rapidjson::Writer<rapidjson::StringBuffer> writer(written);
    document.Accept(writer);
  };
  const Pair pair = time_pair([&] { rendered = render(); }, write, 1, run.repeats());
  const std::string name = profile.empty() ? "canonical thread" : profile + " profile";
  const bool is_correct = rendered == expected && expected == std::string(written.GetString(), written.GetSize());
  return {"10 MB, first render: " + name, pair, "render", "RapidJSON's Writer", 2, is_correct};
}

// Counts bytes in place of tokens.
class ByteCounter final : public TokenCounter {
 public:
  std::uint64_t count(std::string_view content_json) override { return content_json.size(); }
  std::string_view name() const override { return "bytes"; }
};

// One block is replaced, fifty turns before the end, and a few turns follow.
void replace_a_block(Context& chat) {
  const auto turn = need(need(chat.latest()).select(need(Selector::parse("^seq .mt:depth(50) .cb"))));
  need(chat.replace(turn.front(), {"something else", {}}));
  for (int i = 0; i < 10; ++i) {
    Component block;
    block.role = i % 2 == 0 ? "user" : "assistant";
    block.content = JsonValue("and on");
    need(chat.insert(block));
    need(chat.commit());
  }
}

// The same few units differ at the end of a long history and of a short one.
Figure prefix_figure(const Run& run, const Context& chat, const Context& short_chat, const std::string& profile,
                     const std::string& also = {}, TokenCounter* tokens = nullptr) {
  PrefixOptions options;
  options.profile = profile;
  options.tokens = tokens;
  const auto ask = [&options](const Context& context) {
    return need(prefix_report(need(context.back(1)), need(context.latest()), options));
  };
  constexpr int kCalls = 20;
  bool is_correct = ask(chat).cause == PrefixCause::AppendedOnly;
  const auto many = [&](const Context& context) {
    for (int i = 0; i < kCalls; ++i) is_correct = ask(context).cause == PrefixCause::AppendedOnly && is_correct;
  };
  const Pair pair = time_pair([&] { many(chat); }, [&] { many(short_chat); }, kCalls, run.repeats());
  const std::string name = (profile.empty() ? "canonical thread" : profile + " profile") + also;
  return {"prefix report of the last turn: " + name,
          pair,
          "after 100,000 turns",
          "after 1,000 turns",
          kPrefixTarget,
          is_correct};
}

}  // namespace

Report render_figures(const Run& run) {
  const Context chat = make_chat(run.pick(kRenderTurns, 200), kMessageBytes);
  const Snapshot snapshot = need(chat.latest());
  Report report;
  for (const std::string profile : {"", "openai"}) {
    report.figures.push_back(cached_figure(run, snapshot, profile));
    report.figures.push_back(first_figure(run, snapshot, profile));
  }
  Context long_chat = make_chat(run.pick(kManyTurns, 1000), kShortMessageBytes);
  Context short_chat = make_chat(run.pick(kFewTurns, 100), kShortMessageBytes);
  for (const std::string profile : {"", "openai", "anthropic"}) {
    report.figures.push_back(prefix_figure(run, long_chat, short_chat, profile));
  }
  ByteCounter tokens;
  report.figures.push_back(prefix_figure(run, long_chat, short_chat, "openai", ", tokens", &tokens));
  replace_a_block(long_chat);
  replace_a_block(short_chat);
  report.figures.push_back(prefix_figure(run, long_chat, short_chat, "openai", ", a block replaced"));
  return report;
}

}  // namespace latewood::bench
