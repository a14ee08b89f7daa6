// The whole library with one include; the only header left out is latewood/ext/store_changes.h.
//
//   Repository repository = Repository::open("agent.db").value();
//   Context context = repository.open_context("main").value();
//   context.insert({.role = "user", .content = "Hello"}).value();
//   context.commit().value();
//   std::cout << to_text(prefix_of_next_commit(context).value());
//   std::cout << export_snapshot(context.latest().value()).value() << '\n';
//
// Where to begin: repository.h (stores), context.h (edits and commits), snapshot.h (what the model saw), node.h (the
// values), result.h and errors.h (failures). Each other header is one topic.
//
// Member or free function: a call is a member if it is part of the life of its object. Creating, opening, editing,
// committing, naming, reading, looking back, maintaining and deleting are members of Context, Snapshot, Selector and
// Repository. Every topic beyond that (files, events, reasons, prefixes, search, undo) is a set of free functions in
// the header of the topic; the object it works on is the first argument, and of two snapshots the older one comes
// first. Texts are made by free functions too: `to_json`, `to_text` and `to_string`.
//
// The folder latewood/ext is for programs with a store of their own; it may change between minor versions.
#pragma once

#include "latewood/attempt.h"
#include "latewood/bundle.h"
#include "latewood/caretaking.h"
#include "latewood/chat_log.h"
#include "latewood/clock.h"
#include "latewood/commit.h"
#include "latewood/commit_diff.h"
#include "latewood/content_changes.h"
#include "latewood/context.h"
#include "latewood/context_bundle.h"
#include "latewood/context_copy.h"
#include "latewood/cycle_figures.h"
#include "latewood/cycle_stats.h"
#include "latewood/diff.h"
#include "latewood/digest.h"
#include "latewood/edit.h"
#include "latewood/errors.h"
#include "latewood/exchange.h"
#include "latewood/ext/store.h"
#include "latewood/ext/store_names.h"
#include "latewood/ext/store_records.h"
#include "latewood/grep.h"
#include "latewood/hash.h"
#include "latewood/hint.h"
#include "latewood/intake.h"
#include "latewood/json_text.h"
#include "latewood/json_value.h"
#include "latewood/mcp.h"
#include "latewood/nearest_word.h"
#include "latewood/node.h"
#include "latewood/node_facts.h"
#include "latewood/node_glance.h"
#include "latewood/node_run.h"
#include "latewood/operation.h"
#include "latewood/ordered_content.h"
#include "latewood/pin_handle.h"
#include "latewood/plan.h"
#include "latewood/policy.h"
#include "latewood/predicted.h"
#include "latewood/prefix.h"
#include "latewood/prices.h"
#include "latewood/query.h"
#include "latewood/receipt.h"
#include "latewood/recommend.h"
#include "latewood/reconcile.h"
#include "latewood/render.h"
#include "latewood/repository.h"
#include "latewood/request_map.h"
#include "latewood/restore.h"
#include "latewood/result.h"
#include "latewood/selector.h"
#include "latewood/session.h"
#include "latewood/session_log.h"
#include "latewood/settings.h"
#include "latewood/simulate.h"
#include "latewood/snapshot.h"
#include "latewood/tokens.h"
#include "latewood/trace.h"
#include "latewood/undo.h"
#include "latewood/unified_diff.h"
#include "latewood/units.h"
#include "latewood/vendor_reply.h"
#include "latewood/version.h"
#include "latewood/warning.h"
#include "latewood/warp.h"
#include "latewood/why.h"
#include "latewood/working_diff.h"
