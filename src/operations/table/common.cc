#include "operations/table/common.h"

#include <utility>

namespace latewood::operations {

std::vector<Member> place_members() {
  return {
      optional(
          "context",
          text(
              "the name of the context; default: that of the session, else the setting, else main, else the only one")),
      optional("branch", text("the name of the branch; default: the one in use"))};
}

std::vector<Member> history_members() {
  return joined({place_members(),
                 {optional("at", text("a commit, branch or tag to treat as the newest (@t0); default: the head"))}});
}

std::vector<Member> edit_members() {
  return joined(
      {place_members(),
       {optional("actor",
                 text("the name that is recorded with the edit; default: that of the session, else the setting")),
        optional("system", boolean("permit writing, changing and erasing system text; default: false")),
        optional("restore_purged", boolean("accept content that was purged before; default: refuse it")),
        optional("expected_parent",
                 nullable(text("the commit that the branch must be at, null for a branch without commits; another one "
                               "is E_CONFLICT; default: any, and the call is repeated if another writer is first")))}});
}

Member moment_member(std::string fallback) {
  return optional("moment",
                  text("@t-1, @c42, a branch, a tag, branch@t-3, or a commit id; default: " + std::move(fallback)));
}

bool is_selector(std::string_view name) {
  return !name.empty() && std::string_view(".#^@*:[").find(name.front()) != std::string_view::npos;
}

std::vector<Member> render_members() {
  return {optional("profile", text("openai, openai-responses, anthropic or gemini, with or without @VERSION; default: "
                                   "that of the session, else the setting; empty: the canonical thread")),
          optional("view", word({"effective", "structural"},
                                "structural: originals and markers as they stand; default: effective"))};
}

RenderOptions render_options(const Arguments& arguments) {
  RenderOptions options;
  if (arguments.text("view") == "structural") options.view = View::Structural;
  return options;
}

Schema commit_id(std::string description) { return text(std::move(description)); }

Schema digest(std::string description) { return text(std::move(description)); }

Schema nanoseconds(std::string description) { return text(std::move(description)); }

Schema count(std::string description) { return integer(std::move(description), 0); }

}  // namespace latewood::operations
