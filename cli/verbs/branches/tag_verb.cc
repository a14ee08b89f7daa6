#include <iostream>
#include <memory>
#include <utility>

#include "cli/open/operation_call.h"
#include "cli/open/remote.h"
#include "cli/terminal/printable.h"
#include "cli/verbs/branches/ref_request.h"
#include "cli/verbs/verbs.h"
#include "latewood/errors.h"

namespace latewood::cli {
namespace {

int list_tags(RefRequest& request, const std::string& only) {
  return with_repository(request.where, StoreUse::Read, [&](const Repository& repository) {
    const auto tags = repository.tags(request.where.context);
    if (!tags) return report(tags.error());
    for (const TagInfo& tag : *tags) {
      if (!only.empty() && tag.name != only) continue;
      std::cout << printable(tag.name) << "  " << tag.commit.hex().substr(0, 12) << "  cycle " << tag.cycle << '\n';
    }
    return finish_output(only.empty() ? "" : "the tag was created");
  });
}

// Adds a hint about the tag to delete, or the moment to tag.
Error with_tag_hint(const Repository& repository, const RefRequest& request, Error error) {
  if (!request.remove) return with_nearest_moment(repository, request.where, request.start(), std::move(error));
  if (error.rule == errors::kSnapshotNotFound) error.message += "; `latewood tag` lists the tags";
  return with_nearest_name(repository, request.where, std::move(error));
}

int call_tag(const RefRequest& request) {
  if (request.name.empty()) return run_operation(request.where, "tags", {}, {.json = true});
  CallArguments arguments;
  arguments.add("name", request.name);
  if (request.remove) {
    return run_operation(request.where, "delete_tag", arguments, ref_output(request, "the tag was deleted", list_tags));
  }
  arguments.add("from", request.start());
  return run_operation(request.where, "create_tag", arguments, ref_output(request, "the tag was created", list_tags));
}

int run_tag(RefRequest& request) {
  if (!request.json && request.name.empty()) return list_tags(request, {});
  if (request.json || is_remote(request.where)) return call_tag(request);
  const int done = with_repository(request.where, StoreUse::Write, [&](Repository& repository) {
    const auto changed = request.remove ? repository.delete_tag(request.where.context, request.name)
                                        : repository.create_tag(request.where.context, request.name, request.start());
    return changed ? kSuccess : report(with_tag_hint(repository, request, changed.error()));
  });
  return done != kSuccess || request.remove ? done : list_tags(request, request.name);
}

}  // namespace

void add_tag_verb(CLI::App& app, int& exit_code) {
  const auto request = std::make_shared<RefRequest>();
  CLI::App& verb = add_ref_verb(app, exit_code, "tag", "list tags, create one, or delete one",
                                "tag\ntag good @t-1\ntag -d good", run_tag, request);
  verb.add_option("NAME", request->name, "the tag to create or delete; default: list all")->type_name("");
  CLI::Option& tagged = add_reference(verb, *request);
  verb.add_flag("-d,--delete", request->remove, "delete the tag")->excludes(&tagged);
}

}  // namespace latewood::cli
