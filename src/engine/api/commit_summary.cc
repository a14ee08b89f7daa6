#include "engine/api/commit_summary.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <future>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "engine/api/context_impl.h"
#include "engine/branch/access.h"

namespace latewood::engine {
namespace {

using Blocks = std::vector<SummarizedBlock>;

struct Answer {
  std::optional<std::string> text = {};
  std::string fault = {};  // why there is no text; empty: the hook gave none
};

// The message of an exception may be anything; a fault is one line.
std::string one_line_of(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  return text;
}

Answer ask_now(const SummaryHook& hook, const Blocks& blocks) {
  try {
    return {hook(blocks), {}};
  } catch (const std::exception& error) {
    return {{}, one_line_of("the summary hook failed: " + std::string(error.what()))};
  } catch (...) {
    return {{}, "the summary hook failed"};
  }
}

Answer ask(const SummaryHook& hook, const Blocks& blocks, std::uint64_t wait) {
  if (wait == 0) return ask_now(hook, blocks);
  const auto answer = std::make_shared<std::promise<Answer>>();
  std::future<Answer> arrives = answer->get_future();
  std::thread([hook, blocks, answer] { answer->set_value(ask_now(hook, blocks)); }).detach();
  const auto most = std::min<std::uint64_t>(wait, 1'000'000'000);
  if (arrives.wait_for(std::chrono::milliseconds(most)) == std::future_status::ready) return arrives.get();
  return {{}, "the summary hook was not done within " + std::to_string(wait) + " ms"};
}

// The ids in `data_covers`.
std::vector<std::string> covers_of(const NodeView& node) {
  std::vector<std::string> ids;
  for (const JsonMember& member : node.attributes) {
    if (member.key != "data_covers") continue;
    if (const std::string* one = member.value.as_string()) ids.push_back(*one);
    const JsonValue::Array* list = member.value.as_array();
    for (const JsonValue& item : list == nullptr ? JsonValue::Array() : *list) {
      if (const std::string* each = item.as_string()) ids.push_back(*each);
    }
  }
  return ids;
}

SummarizedBlock summarized(const NodeView& node, Cause cause) {
  return {node.id, node.role, node.kind, node.node_type, node.content.value_or(JsonValue()), cause};
}

// What the commit removes by itself, and the older summaries for which the new one will stand too. Oldest first.
Result<Blocks> blocks_to_sum_up(const Context& context) {
  LW_TRY_ASSIGN(const CommitReport next, context.preview_report());
  std::vector<std::pair<std::uint64_t, SummarizedBlock>> found;
  for (const Departure& left : next.departures) {
    if (left.cause == Cause::Delete) continue;
    const auto node = context.working_node(left.id);
    if (node && node->content && node->node_type.starts_with("cb"))
      found.emplace_back(node->creation_index, summarized(*node, left.cause));
  }
  if (found.empty()) return Blocks();
  LW_TRY_ASSIGN(const Selector sealed, Selector::parse("^seq .cb"));
  std::set<std::string> covered;
  std::vector<NodeView> summaries;
  LW_TRY(context.for_each_working_node(sealed, [&](const NodeView& node) {
    if (node.node_type != "cb:summary") return true;
    for (std::string& id : covers_of(node)) covered.insert(std::move(id));
    summaries.push_back(node);
    return true;
  }));
  for (const auto& [index, block] : found) covered.insert(block.id);
  for (const NodeView& node : summaries) {
    const bool stands = !covered.contains(node.id) && node.pins.empty() && !covers_of(node).empty();
    if (stands) found.emplace_back(node.creation_index, summarized(node, Cause::Delete));
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  Blocks blocks;
  for (auto& each : found) blocks.push_back(std::move(each.second));
  return blocks;
}

Component summary_of(const Blocks& blocks, const std::string& text) {
  JsonValue::Array ids;
  for (const SummarizedBlock& block : blocks) ids.emplace_back(block.id);
  Component summary;
  summary.role = "user";
  summary.node_type = "cb:summary";
  summary.content = JsonValue(text);
  summary.attributes = {{"data_covers", JsonValue(std::move(ids))}};
  return summary;
}

// Whether the next commit still removes all that the summary is to stand for.
Result<void> check_still_leaves(const Context& context, const Blocks& blocks) {
  LW_TRY_ASSIGN(const CommitReport next, context.preview_report());
  std::set<std::string> leaving;
  for (const Departure& left : next.departures) leaving.insert(left.id);
  for (const SummarizedBlock& block : blocks) {
    if (block.cause == Cause::Delete || leaving.contains(block.id)) continue;
    return Error{Code::InvalidArgument, "with the summary the commit would keep " + block.id, {}, {}};
  }
  return {};
}

// Tries the summary and takes it back: the group fails on purpose.
std::string fault_of(Context& context, const Component& summary, const Blocks& blocks) {
  bool fits = false;
  const Result<void> tried = context.together([&]() -> Result<void> {
    LW_TRY(context.insert(summary));
    LW_TRY(check_still_leaves(context, blocks));
    fits = true;
    return Error{Code::Conflict, "tried", {}, {}};
  });
  return fits ? std::string() : one_line_of(tried.error().message);
}

Result<CommitReport> commit_without(Context& context, const CommitNote& note, CommitOptions options,
                                    const std::string& fault) {
  options.summarize = nullptr;
  LW_TRY_ASSIGN(CommitReport report, context.commit(note, options));
  report.summary_fault = fault;
  return report;
}

// A budget would remove the summary before it has stood for anything.
Result<void> check_policy_keeps(const Context& context) {
  const auto policy = context.policy();
  if (!policy || policy->summaries || policy->count_exchanges) return {};
  return broken(kOptionInvalid, "a summary needs a policy with `summaries`: this one would prune it like any block");
}

}  // namespace

Result<CommitReport> commit_with_summary(Context& context, const CommitNote& note, const CommitOptions& options) {
  auto& impl = Access::impl(context);
  LW_TRY(check_policy_keeps(context));
  LW_TRY(impl.refresh_attempts());
  LW_TRY_ASSIGN(const Blocks blocks, blocks_to_sum_up(context));
  if (blocks.empty()) return commit_without(context, note, options, "nothing left");
  if (impl.waiting_attempt() != nullptr) {
    return commit_without(context, note, options, "the request of an attempt was sent without a summary");
  }
  if (impl.stored && impl.stored->holds_edits()) {
    return commit_without(context, note, options, "a summary cannot be tried within a group of edits");
  }
  const Answer answer = ask(options.summarize, blocks, options.summary_wait);
  if (!answer.text) return commit_without(context, note, options, answer.fault);
  const Component summary = summary_of(blocks, *answer.text);
  if (const std::string fault = fault_of(context, summary, blocks); !fault.empty()) {
    return commit_without(context, note, options, fault);
  }
  CommitOptions plain = options;
  plain.summarize = nullptr;
  CommitReport report;
  LW_TRY(context.together([&]() -> Result<void> {
    LW_TRY_ASSIGN(const std::string id, context.insert(summary));
    LW_TRY_ASSIGN(report, context.commit(note, plain));
    report.summary_id = id;
    return {};
  }));
  return report;
}

}  // namespace latewood::engine
