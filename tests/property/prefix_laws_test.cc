// The prefix report against the plain way: render both, cut out the breakpoints, take away the
// brackets at the end, and look at one byte after the other.
#include "latewood/prefix.h"

#include <algorithm>

#include "engine/branch/access.h"
#include "history/snapshot_data.h"
#include "render/profile.h"
#include "render/provider_thread.h"
#include "support/context_probe.h"
#include "support/law.h"
#include "support/random/conversation.h"

namespace latewood::test {
namespace {

Result<Rendered> plain_render(const Snapshot& snapshot, const std::string& profile, View view) {
  const tree::Tree& tree = engine::Access::data(snapshot).tree;
  if (!profile.empty()) return render::render_profile(tree, profile, {view});
  render::MappedThread thread = render::mapped_provider_thread(tree);
  return Rendered{{}, std::move(thread.bytes), std::move(thread.units), {}, {}};
}

// The text without breakpoints; `open`: how much of it is left without the brackets at the end.
struct PlainText {
  std::string text;
  std::size_t open = 0;
};

PlainText plain_text(const Rendered& rendered) {
  PlainText plain;
  std::size_t units_end = 0;
  const std::uint64_t last = rendered.units.empty() ? 0 : rendered.units.back().bytes.end;
  for (std::size_t i = 0; i < rendered.bytes.size(); ++i) {
    if (i == last) units_end = plain.text.size();
    const bool is_mark = std::any_of(rendered.marks.begin(), rendered.marks.end(),
                                     [i](const ByteRange& mark) { return i >= mark.begin && i < mark.end; });
    if (!is_mark) plain.text.push_back(rendered.bytes[i]);
  }
  plain.open = plain.text.size();
  while (plain.open > units_end && (plain.text[plain.open - 1] == ']' || plain.text[plain.open - 1] == '}'))
    --plain.open;
  return plain;
}

std::size_t first_difference(const PlainText& a, const PlainText& b) {
  std::size_t at = 0;
  while (at < a.open && at < b.open && a.text[at] == b.text[at]) ++at;
  return at;
}

bool diverged(const PlainText& older, const PlainText& newer) {
  return older.text != newer.text && first_difference(older, newer) < older.open;
}

// The commit to blame, by looking at all of them.
std::uint64_t plain_commit(const Context& context, const Snapshot& older, const Snapshot& newer,
                           const std::string& profile, View view) {
  const PlainText before = plain_text(must(plain_render(older, profile, view)));
  const std::size_t at = first_difference(before, plain_text(must(plain_render(newer, profile, view))));
  for (std::uint64_t cycle = older.cycle() + 1; cycle < newer.cycle(); ++cycle) {
    const auto between = plain_render(must(context.at(cycle)), profile, view);
    if (!between) continue;
    const PlainText text = plain_text(*between);
    if (diverged(before, text) && first_difference(before, text) <= at) return cycle;
  }
  return newer.cycle();
}

void check_report(const Context& context, const Snapshot& older, const Snapshot& newer, const std::string& profile,
                  View view) {
  const auto before = plain_render(older, profile, view);
  const auto after = plain_render(newer, profile, view);
  PrefixOptions options;
  options.profile = profile;
  options.render.view = view;
  const auto report = prefix_report(older, newer, options);
  RC_ASSERT(report.has_value() == (before.has_value() && after.has_value()));
  if (!report) return;
  RC_LOG() << profile << ": " << older.cycle() << " to " << newer.cycle() << '\n'
           << before->bytes << '\n'
           << after->bytes << '\n'
           << to_json(*report) << '\n';
  const PlainText a = plain_text(*before);
  const PlainText b = plain_text(*after);
  RC_ASSERT(report->older_bytes == a.text.size());
  RC_ASSERT(report->total_bytes == b.text.size());
  if (a.text == b.text) {
    RC_ASSERT(report->cause == PrefixCause::Identical);
    RC_ASSERT(report->unchanged_bytes == b.text.size());
    RC_ASSERT(report->offset == after->bytes.size());
    return;
  }
  const std::size_t at = first_difference(a, b);
  RC_ASSERT(report->unchanged_bytes == at);
  RC_ASSERT((report->cause == PrefixCause::AppendedOnly) == !diverged(a, b));
  RC_ASSERT(after->bytes[report->offset] == b.text[at]);
  if (report->newer_unit) {
    RC_ASSERT(report->newer_unit->index < after->units.size());
    const Unit unit = after->units[report->newer_unit->index];
    RC_ASSERT(unit.id == report->newer_unit->id);
    RC_ASSERT(unit.bytes == report->newer_unit->bytes);
    RC_ASSERT(unit.bytes.end > report->offset);
  }
  if (report->older_unit) {
    RC_ASSERT(report->older_unit->index < before->units.size());
    RC_ASSERT(before->units[report->older_unit->index].id == report->older_unit->id);
  }
  RC_ASSERT(report->commit.has_value() == diverged(a, b));
  if (report->commit) RC_ASSERT(report->commit->cycle == plain_commit(context, older, newer, profile, view));
}

TEST(PrefixLaws, TheOffsetIsTheFirstDifferingByte) {
  expect_law("prefix", [](Random& random) {
    Context context = open_system_context();
    for (std::size_t i = 4 + random.below(30); i > 0; --i) random_step(random, context);
    for (int i = 0; i < 3; ++i) must(context.commit());
    const std::uint64_t newest = random.below(2);
    const Snapshot newer = must(context.back(newest));
    const Snapshot older = must(context.back(newest + 1 + random.below(context.cycle() - newest - 1)));
    const View view = random.chance(50) ? View::Effective : View::Structural;
    const std::string profile = random.chance(25) ? std::string() : random.pick(profiles()).id;
    check_report(context, older, newer, profile, view);
  });
}

class ByteCounter : public TokenCounter {
 public:
  explicit ByteCounter(std::string name) : name_(std::move(name)) {}
  std::uint64_t count(std::string_view content_json) override { return ++calls, content_json.size(); }
  std::string_view name() const override { return name_; }
  std::uint64_t calls = 0;

 private:
  std::string name_;
};

// Nobody can tell whether a text was counted before.
TEST(PrefixLaws, CountsThatWereKeptAreThoseOfAllUnits) {
  expect_law("tokens", [](Random& random) {
    Context context = open_system_context();
    ByteCounter named("bytes");
    ByteCounter unnamed("");
    for (std::size_t i = 4 + random.below(60); i > 0; --i) {
      random_step(random, context);
      if (context.cycle() < 2 || !random.chance(30)) continue;
      PrefixOptions options;
      options.profile = random.chance(25) ? std::string() : random.pick(profiles()).id;
      options.render.view = random.chance(50) ? View::Effective : View::Structural;
      options.tokens = &named;
      const Snapshot older = must(context.back(1 + random.below(context.cycle() - 1)));
      const auto kept = prefix_report(older, must(context.latest()), options);
      options.tokens = &unnamed;
      auto counted = prefix_report(older, must(context.latest()), options);
      RC_ASSERT(kept.has_value() == counted.has_value());
      if (!kept) continue;
      RC_ASSERT(kept->tokens->counter == "bytes" && counted->tokens->counter.empty());
      counted->tokens->counter = kept->tokens->counter;
      RC_ASSERT(*kept == *counted);
    }
  });
}

TEST(PrefixLaws, ACounterWithANameReadsWhatIsNew) {
  Context context = open_system_context();
  const auto say = [&context] {
    must(context.insert({.role = "user", .content = "question"}));
    must(context.insert({.role = "assistant", .content = "answer"}));
    must(context.commit());
  };
  for (int turn = 0; turn < 200; ++turn) say();
  ByteCounter counter("bytes");
  PrefixOptions options;
  options.profile = "openai";
  options.tokens = &counter;
  must(prefix_report(must(context.back(1)), must(context.latest()), options));
  EXPECT_GE(counter.calls, 400U);
  counter.calls = 0;
  say();
  must(prefix_report(must(context.back(1)), must(context.latest()), options));
  EXPECT_LE(counter.calls, 20U);
}

TEST(PrefixLaws, ThePreviewSaysWhatTheCommitWillDo) {
  expect_law("preview", [](Random& random) {
    Context context = open_system_context();
    for (std::size_t i = 4 + random.below(30); i > 0; --i) random_step(random, context);
    if (context.cycle() == 0) must(context.commit());
    const Snapshot before = must(context.latest());
    PrefixOptions options;
    options.profile = random.chance(50) ? "anthropic" : "";
    auto preview = prefix_of_next_commit(context, options);
    must(context.commit());
    const auto report = prefix_report(before, must(context.latest()), options);
    RC_ASSERT(preview.has_value() == report.has_value());
    if (!report) return;
    RC_ASSERT(preview->is_preview);
    preview->is_preview = false;
    RC_ASSERT(preview->commit.has_value() == report->commit.has_value());
    if (preview->commit) preview->commit->commit_id = report->commit->commit_id;
    RC_ASSERT(*preview == *report);
  });
}

}  // namespace
}  // namespace latewood::test
