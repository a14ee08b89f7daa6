#include "cli/verbs/documents/view_answers.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/terminal/result_members.h"
#include "cli/verbs/documents/answer_bundle.h"
#include "latewood/errors.h"
#include "latewood/json_text.h"
#include "latewood/version.h"

namespace latewood::cli {
namespace {

// More would make a file that is too large to mail; a range chooses other commits.
constexpr std::size_t kMostCommits = 200;

using Members = std::vector<JsonMember>;

JsonValue with_member(const JsonValue& object, std::string name, JsonValue value) {
  Members members = *object.as_object();
  members.push_back({std::move(name), std::move(value)});
  return make_object(std::move(members));
}

// The same answer without contents: what people, models and tools wrote is in members of these names, at any depth.
JsonValue without_contents(const JsonValue& value) {
  static const std::set<std::string_view> kContents = {"attributes", "content", "delta", "text", "unified"};
  if (const auto* object = value.as_object()) {
    Members members;
    for (const JsonMember& member : *object) {
      if (!kContents.contains(member.key)) members.push_back({member.key, without_contents(member.value)});
    }
    return make_object(std::move(members));
  }
  const auto* array = value.as_array();
  if (array == nullptr) return value;
  JsonValue::Array elements;
  for (const JsonValue& element : *array) elements.push_back(without_contents(element));
  return elements;
}

class Collector {
 public:
  Collector(Caller& caller, const ViewedHistory& viewed) : caller_(caller), viewed_(viewed) {}

  Result<ViewAnswers> collect(const std::function<Result<void>()>& step) {
    if (auto found = find_commits(); !found) return found.error();
    if (auto asked = ask_about_context(); !asked) return asked.error();
    for (const JsonValue* commit : commits_) {
      if (auto going = step(); !going) return going.error();
      if (auto asked = ask_about(*commit); !asked) return asked.error();
    }
    const JsonValue facts = make_object({{"content", viewed_.content},
                                         {"context", viewed_.context},
                                         {"profile", viewed_.profile ? JsonValue(*viewed_.profile) : JsonValue()},
                                         {"version", std::string(kVersion)}});
    return ViewAnswers{bundle_.json(facts), commits_.size(), all_.size()};
  }

 private:
  Result<JsonValue> ask(std::string_view operation, const Members& members) {
    const JsonValue arguments = with_member(make_object(members), "context", viewed_.context);
    const auto answer = caller_.call(operation, json_text_of(arguments));
    if (!answer) return answer.error();
    return parse_json_text(*answer);
  }

  void keep(std::string_view operation, const Members& members, const JsonValue& answer) {
    bundle_.add(operation, make_object(members), json_text_of(viewed_.content ? answer : without_contents(answer)));
  }

  // An answer that the page can do without, such as that of a profile which refuses the request, is left out.
  void ask_and_keep(std::string_view operation, const Members& members) {
    if (const auto answer = ask(operation, members)) keep(operation, members, *answer);
  }

  Members with_profile(Members members) const {
    if (viewed_.profile) members.push_back({"profile", *viewed_.profile});
    return members;
  }

  // ---- the commits ----

  Result<void> find_commits() {
    Members page = with_profile({{"limit", std::int64_t{500}}});
    for (;;) {
      const auto answer = ask("timeline", page);
      if (!answer) return answer.error();
      for (const JsonValue& commit : list_of(*answer, "commits")) all_.push_back(commit);
      const JsonValue* next = answer->find("next");
      if (next == nullptr) break;
      page = with_profile({{"limit", std::int64_t{500}}, {"start", *next}});
    }
    if (all_.empty()) {
      return Error{Code::NotFound, "nothing was committed yet", std::string(errors::kSnapshotNotFound), {}};
    }
    if (!viewed_.range.empty()) return choose_range();
    for (const JsonValue& commit : all_) {
      if (commits_.size() < kMostCommits) commits_.push_back(&commit);
    }
    return {};
  }

  Result<std::string> commit_of(const std::string& moment) {
    const auto shown = ask("show", {{"names", JsonValue::Array{moment}}});
    if (!shown) return shown.error();
    const std::string& id = text_of(list_of(*shown, "shown").front(), "commit_id");
    if (!id.empty()) return id;
    return Error{
        Code::InvalidArgument, "'" + moment + "' is a node, not a moment", std::string(errors::kOptionInvalid), {}};
  }

  // The commits from the newer end of the range back to the older one.
  Result<void> choose_range() {
    const std::size_t dots = viewed_.range.find("..");
    const bool is_range = dots != std::string::npos;
    const auto older = commit_of(viewed_.range.substr(0, dots));
    if (!older) return older.error();
    const auto newer = is_range ? commit_of(viewed_.range.substr(dots + 2)) : older;
    if (!newer) return newer.error();
    std::map<std::string_view, const JsonValue*> by_id;
    for (const JsonValue& commit : all_) by_id[text_of(commit, "commit_id")] = &commit;
    for (std::string_view id = *newer;; id = text_of(*by_id[id], "parent")) {
      if (!by_id.contains(id)) break;
      commits_.push_back(by_id[id]);
      if (id == *older) return {};
    }
    return Error{Code::InvalidArgument,
                 "the range " + viewed_.range + ": the first moment is not an ancestor of the second",
                 std::string(errors::kOptionInvalid),
                 {}};
  }

  // ---- the answers ----

  Result<void> ask_about_context() {
    const auto contexts = caller_.call("contexts", "{}");
    if (!contexts) return contexts.error();
    const auto listed = parse_json_text(*contexts);
    if (!listed) return listed.error();
    JsonValue::Array ours;
    for (const JsonValue& context : list_of(*listed, "contexts")) {
      if (text_of(context, "name") == viewed_.context) ours.push_back(context);
    }
    keep("contexts", {}, make_object({{"contexts", std::move(ours)}}));
    JsonValue::Array commits;
    JsonValue::Array ids;
    std::set<std::string> branches;
    for (const JsonValue* commit : commits_) {
      commits.push_back(*commit);
      ids.emplace_back(text_of(*commit, "commit_id"));
      for (const JsonValue& name : list_of(*commit, "branches")) branches.insert(*name.as_string());
    }
    const auto total = static_cast<std::int64_t>(commits.size());
    keep("timeline", with_profile({}), make_object({{"commits", std::move(commits)}, {"total", total}}));
    if (const auto shown = ask("show", {{"names", std::move(ids)}})) keep("show", {}, *shown);
    ask_and_keep("verify", {});
    ask_and_keep("attempts", {});
    ask_and_keep("report", with_profile({}));
    for (const std::string& branch : branches) {
      ask_and_keep("attempts", {{"branch", branch}});
      ask_and_keep("report", with_profile({{"branch", branch}}));
    }
    return {};
  }

  Result<void> ask_about(const JsonValue& commit) {
    const std::string& id = text_of(commit, "commit_id");
    if (commit.find("sizes")->is_null()) return {};  // collected
    const auto nodes = ask("outline", {{"moment", id}});
    if (!nodes) return nodes.error();
    keep("outline", {{"moment", id}}, *nodes);
    ask_about_nodes(id, *nodes, commit);
    if (viewed_.content) {
      ask_and_keep("render", {{"moment", id}});
      if (viewed_.profile) ask_and_keep("render", with_profile({{"moment", id}}));
    }
    if (const std::string& parent = text_of(commit, "parent"); !parent.empty()) ask_about_change(parent, id);
    return {};
  }

  void ask_about_nodes(const std::string& id, const JsonValue& nodes, const JsonValue& commit) {
    JsonValue::Array here;
    for (const JsonValue& node : list_of(nodes, "nodes")) {
      const std::string& type = text_of(node, "nodeType");
      if (type.starts_with("cb")) here.emplace_back(text_of(node, "id"));
    }
    if (const auto shown = ask("show", {{"at", id}, {"names", here}})) keep("show", {{"at", id}}, *shown);
    for (const JsonValue& one : list_of(commit, "left")) here.emplace_back(text_of(one, "id"));
    if (const auto reasons = ask("why", {{"moment", id}, {"nodes", std::move(here)}})) {
      keep("why", {{"moment", id}}, *reasons);
    }
  }

  void ask_about_change(const std::string& older, const std::string& newer) {
    ask_and_keep("prefix", with_profile({{"newer", newer}, {"older", older}}));
    for (const char* form : {"ids", "detail", "stat", "unified", "units"}) {
      ask_and_keep("diff", {{"form", form}, {"newer", newer}, {"older", older}});
    }
  }

  Caller& caller_;
  const ViewedHistory& viewed_;
  AnswerBundle bundle_;
  std::vector<JsonValue> all_;             // newest first
  std::vector<const JsonValue*> commits_;  // those that the page shows
};

}  // namespace

Result<ViewAnswers> view_answers(Caller& caller, const ViewedHistory& viewed,
                                 const std::function<Result<void>()>& step) {
  return Collector(caller, viewed).collect(step);
}

}  // namespace latewood::cli
