// The requests of a random history, given back one by one, make the same history again.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "latewood/reconcile.h"
#include "latewood/render.h"
#include "support/law.h"

namespace latewood::test {
namespace {

JsonValue message(const std::string& role, const std::string& text) {
  return make_object({{"role", role}, {"content", text}});
}

// A request as the client has it.
struct Sent {
  std::string system;
  JsonValue::Array messages;

  std::string body() const {
    JsonValue::Array all = {message("system", "You are a careful agent."), message("system", system)};
    all.insert(all.end(), messages.begin(), messages.end());
    return canonical_json(make_object({{"messages", JsonValue(std::move(all))}}));
  }
};

// What the reconciler should find.
struct Expected {
  Sent sent;
  ReconcileKind kind = ReconcileKind::First;
  std::optional<std::size_t> base;  // number of the request it goes on from
};

// A history as a client makes it: every request, in order, with what it is to those before.
class Client {
 public:
  explicit Client(Random& random, std::string name) : random_(random), name_(std::move(name)) {
    add({{text("system"), {user(), assistant(), user()}}, ReconcileKind::First, {}});
    heads_.insert(0);
  }

  void step() {
    switch (random_.below(8)) {
      case 0: return fork();
      case 1: return compact();
      case 2: return edit();
      case 3: return edit_system();
      case 4: return retry();
      default: return append();
    }
  }

  const std::vector<Expected>& all() const { return all_; }

 private:
  std::string text(const std::string& what) { return name_ + " " + what + " " + std::to_string(++count_); }
  JsonValue user() { return message("user", random_.below(6) == 0 ? "go on" : text("asks")); }
  JsonValue assistant() { return message("assistant", text("answers")); }

  void add(Expected expected) { all_.push_back(std::move(expected)); }
  std::size_t any_head() {
    auto at = heads_.begin();
    std::advance(at, static_cast<std::ptrdiff_t>(random_.below(heads_.size())));
    return *at;
  }
  void move_head(std::size_t from) {
    heads_.erase(from);
    heads_.insert(all_.size() - 1);
  }

  void append() {
    const std::size_t head = any_head();
    Sent sent = all_[head].sent;
    sent.messages.push_back(assistant());
    sent.messages.push_back(user());
    add({std::move(sent), ReconcileKind::Append, head});
    move_head(head);
  }

  // From a commit that is no head, and that no head differs from in its system text alone.
  void fork() {
    std::vector<std::size_t> bases;
    for (std::size_t at = 0; at < all_.size(); ++at) {
      const auto is_same = [&](std::size_t head) { return all_[head].sent.messages == all_[at].sent.messages; };
      const bool is_twin = std::any_of(heads_.begin(), heads_.end(), is_same);
      const bool is_newest = std::none_of(all_.begin() + static_cast<std::ptrdiff_t>(at) + 1, all_.end(),
                                          [&](const Expected& e) { return e.sent.messages == all_[at].sent.messages; });
      if (!is_twin && is_newest && all_[at].kind != ReconcileKind::Retry) bases.push_back(at);
    }
    if (bases.empty()) return append();
    const std::size_t base = bases[random_.below(bases.size())];
    Sent sent = all_[base].sent;
    sent.messages.push_back(assistant());
    sent.messages.push_back(user());
    add({std::move(sent), ReconcileKind::Fork, base});
    heads_.insert(all_.size() - 1);
  }

  // A summary stands for the first messages, and the last two stay.
  void compact() {
    const std::size_t head = any_head();
    Sent sent = all_[head].sent;
    if (sent.messages.size() < 5) return append();
    const auto kept = static_cast<std::ptrdiff_t>(2 + random_.below(2));
    JsonValue::Array messages = {message("user", text("summary"))};
    messages.insert(messages.end(), sent.messages.end() - kept, sent.messages.end());
    sent.messages = std::move(messages);
    sent.messages.push_back(assistant());
    sent.messages.push_back(user());
    add({std::move(sent), ReconcileKind::Compaction, head});
    move_head(head);
  }

  // Some early messages are replaced, removed, or joined by new ones.
  void edit() {
    const std::size_t head = any_head();
    Sent sent = all_[head].sent;
    if (sent.messages.size() < 7) return append();
    const std::size_t at = random_.below(sent.messages.size() - 5);
    const auto place = sent.messages.begin() + static_cast<std::ptrdiff_t>(at);
    switch (random_.below(3)) {
      case 0: *place = message("user", text("instead")); break;
      case 1: sent.messages.erase(place, place + 2); break;
      default: sent.messages.insert(place, {message("user", text("late")), message("user", text("later"))}); break;
    }
    sent.messages.push_back(assistant());
    sent.messages.push_back(user());
    add({std::move(sent), ReconcileKind::Compaction, head});
    move_head(head);
  }

  void edit_system() {
    const std::size_t head = any_head();
    Sent sent = all_[head].sent;
    sent.system = text("system");
    add({std::move(sent), ReconcileKind::SystemEdit, head});
    move_head(head);
  }

  void retry() {
    const std::size_t at = random_.below(all_.size());
    add({all_[at].sent, ReconcileKind::Retry, at});
  }

  Random& random_;
  std::string name_;
  std::vector<Expected> all_;
  std::set<std::size_t> heads_;  // requests of which nothing goes on yet
  int count_ = 0;
};

Reconciler make_reconciler(const Repository& repository) {
  return Reconciler(repository, {.system = true, .clock = make_logical_clock()});
}

std::string rendered(Repository& repository, const Reconciled& done) {
  const Context context = repository.load(done.context, done.commit_id.hex()).value();
  return context.latest().value().render("openai").value().bytes;
}

void check_history(Random& random, bool begins_anew) {
  Repository repository = Repository::open("memory:").value();
  Reconciler reconciler = make_reconciler(repository);
  Client client(random, "client");
  for (std::uint64_t steps = 2 + random.below(14); steps > 0; --steps) client.step();
  std::vector<Reconciled> made;
  std::set<std::string> commits;
  for (const Expected& expected : client.all()) {
    if (begins_anew) reconciler = make_reconciler(repository);
    const auto done = reconciler.reconcile(expected.sent.body(), {.context = "main"});
    RC_ASSERT(done.has_value());
    if (done->kind != expected.kind) {
      RC_LOG() << expected.sent.body() << "\nexpected " << to_string(expected.kind) << ", found "
               << to_string(done->kind) << ": " << done->reason << '\n';
    }
    RC_ASSERT(done->kind == expected.kind);
    made.push_back(*done);
    const bool is_retry = expected.kind == ReconcileKind::Retry;
    if (is_retry) {
      RC_ASSERT(done->commit_id == made[*expected.base].commit_id);
    } else {
      RC_ASSERT(commits.insert(done->commit_id.hex()).second);
      if (expected.base) RC_ASSERT(done->base == made[*expected.base].commit_id);
    }
    const std::string bytes = rendered(repository, *done);
    if (parse_json(bytes).value() != parse_json(expected.sent.body()).value()) {
      RC_LOG() << "sent " << expected.sent.body() << "\nrenders " << bytes << '\n';
    }
    RC_ASSERT(parse_json(bytes).value() == parse_json(expected.sent.body()).value());
  }
  RC_ASSERT(repository.log_all("main").value().size() == commits.size());
  RC_ASSERT(repository.contexts().value().size() == 1U);
}

TEST(ReconcileLaws, TheRequestsOfAHistoryMakeItAgain) {
  expect_law("requests of appends, forks, compactions, edits and retries rebuild their tree of commits",
             [](Random& random) { check_history(random, false); });
}

TEST(ReconcileLaws, AProcessThatBeginsAnewDecidesTheSame) {
  expect_law("the store is enough", [](Random& random) { check_history(random, true); });
}

// Every commit of a store, by context, and what its request renders to.
std::map<std::string, std::set<std::string>> commits_of(Repository& repository) {
  std::map<std::string, std::set<std::string>> all;
  const auto names = repository.contexts().value();
  for (const std::string& name : names) {
    const auto commits = repository.log_all(name).value();
    for (const CommitInfo& commit : commits) all[name].insert(commit.id.hex());
  }
  return all;
}

TEST(ReconcileLaws, TheOrderOfIndependentRequestsDoesNotMatter) {
  expect_law("conversations that arrive in another order make the same commits", [](Random& random) {
    std::vector<Client> clients;
    for (int number = 0; number < 3; ++number) {
      clients.emplace_back(random, "client " + std::to_string(number));
      for (std::uint64_t steps = random.below(6); steps > 0; --steps) clients.back().step();
    }
    const auto run = [&]() {
      Repository repository = Repository::open("memory:").value();
      Reconciler reconciler = make_reconciler(repository);
      std::vector<std::size_t> next(clients.size(), 0);
      for (;;) {
        std::vector<std::size_t> open;
        for (std::size_t at = 0; at < clients.size(); ++at) {
          if (next[at] < clients[at].all().size()) open.push_back(at);
        }
        if (open.empty()) return commits_of(repository);
        const std::size_t chosen = open[random.below(open.size())];
        const Expected& expected = clients[chosen].all()[next[chosen]++];
        const auto done = reconciler.reconcile(expected.sent.body(), {.session = "session-" + std::to_string(chosen)});
        RC_ASSERT(done.has_value());
      }
    };
    RC_ASSERT(run() == run());
  });
}

}  // namespace
}  // namespace latewood::test
