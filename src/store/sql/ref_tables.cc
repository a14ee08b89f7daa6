#include "store/sql/ref_tables.h"

#include "base/try.h"
#include "store/batch_rules.h"
#include "store/record_seal.h"
#include "store/record_values.h"

namespace latewood::store {
namespace {

constexpr std::string_view kRefs = "refs";
constexpr std::string_view kTags = "tags";

// The id has its own column, so that the database can compare it; the checksum covers it as part of the key.
Result<Head> read_head(ContextKey context, std::string_view branch, const SqlRow& row, std::size_t at) {
  Head head;
  head.id = row.id<CommitId>(at);
  LW_TRY_ASSIGN(const std::string_view value, unsealed(kRefs, {context, branch, head.id}, row.bytes(at + 1)));
  LW_TRY_ASSIGN(head.cycle, decoded(decode_cycle(value), kRefs, {context, branch}));
  return head;
}

std::string ref_value(ContextKey context, const RefMove& move) {
  return sealed(kRefs, {context, std::string_view(move.branch), move.next->id}, encode_cycle(move.next->cycle));
}

// Returns the number of changed refs: one, or none if the ref does not have the expected head.
Result<std::uint64_t> swap(SqlSession& session, ContextKey context, const RefMove& move) {
  const SqlParam branch = SqlParam::text(move.branch);
  if (!move.next) {
    LW_TRY_ASSIGN(const SqlResult gone, session.run("DELETE FROM refs WHERE context = $1 AND branch = $2 AND head = $3",
                                                    {context, branch, *move.expected}));
    return gone.changed;
  }
  const std::string value = ref_value(context, move);
  if (!move.expected) {
    LW_TRY_ASSIGN(const SqlResult added,
                  session.run("INSERT INTO refs (context, branch, head, value) VALUES ($1, $2, $3, $4) "
                              "ON CONFLICT DO NOTHING",
                              {context, branch, move.next->id, SqlParam::bytes(value)}));
    return added.changed;
  }
  LW_TRY_ASSIGN(const SqlResult moved,
                session.run("UPDATE refs SET head = $1, value = $2 WHERE context = $3 AND branch = $4 AND head = $5",
                            {move.next->id, SqlParam::bytes(value), context, branch, *move.expected}));
  return moved.changed;
}

}  // namespace

Result<std::optional<Head>> find_ref(SqlSession& session, ContextKey context, std::string_view branch) {
  LW_TRY_ASSIGN(const SqlResult result, session.run("SELECT head, value FROM refs WHERE context = $1 AND branch = $2",
                                                    {context, SqlParam::text(branch)}));
  if (result.rows.empty()) {
    // A ref with a damaged name is not found by name, and "no such branch" would let a second history begin. Listing
    // the few refs of the context finds the damage.
    LW_TRY(list_refs(session, context));
    return std::optional<Head>();
  }
  LW_TRY_ASSIGN(const Head head, read_head(context, branch, result.rows.front(), 0));
  return std::optional<Head>(head);
}

Result<std::vector<Ref>> list_refs(SqlSession& session, ContextKey context) {
  LW_TRY_ASSIGN(const SqlResult result,
                session.run("SELECT branch, head, value FROM refs WHERE context = $1 ORDER BY branch", {context}));
  std::vector<Ref> refs;
  for (const SqlRow& row : result.rows) {
    Ref ref{std::string(row.bytes(0)), {}};
    LW_TRY_ASSIGN(ref.head, read_head(context, ref.branch, row, 1));
    refs.push_back(std::move(ref));
  }
  return refs;
}

Result<void> move_ref(SqlSession& session, ContextKey context, const RefMove& move) {
  std::uint64_t changed = 0;
  if (!move.expected) {
    LW_TRY_ASSIGN(const auto found, find_ref(session, context, move.branch));
    if (found) return ref_conflict(move.branch, move.expected, found->id);
    if (!move.next) return {};
  }
  LW_TRY_ASSIGN(changed, swap(session, context, move));
  if (changed == 1) return {};
  LW_TRY_ASSIGN(const auto found, find_ref(session, context, move.branch));
  return ref_conflict(move.branch, move.expected, found ? std::optional<CommitId>(found->id) : std::nullopt);
}

Result<std::optional<Head>> find_tag(SqlSession& session, ContextKey context, std::string_view name) {
  LW_TRY_ASSIGN(const SqlResult result, session.run("SELECT value FROM tags WHERE context = $1 AND name = $2",
                                                    {context, SqlParam::text(name)}));
  if (result.rows.empty()) return std::optional<Head>();
  LW_TRY_ASSIGN(const std::string_view value, unsealed(kTags, {context, name}, result.rows.front().bytes(0)));
  LW_TRY_ASSIGN(const Head head, decoded(decode_head(value), kTags, {context, name}));
  return std::optional<Head>(head);
}

Result<std::vector<Tag>> list_tags(SqlSession& session, ContextKey context) {
  LW_TRY_ASSIGN(const SqlResult result,
                session.run("SELECT name, value FROM tags WHERE context = $1 ORDER BY name", {context}));
  std::vector<Tag> tags;
  for (const SqlRow& row : result.rows) {
    const std::string_view name = row.bytes(0);
    LW_TRY_ASSIGN(const std::string_view value, unsealed(kTags, {context, name}, row.bytes(1)));
    LW_TRY_ASSIGN(const Head head, decoded(decode_head(value), kTags, {context, name}));
    tags.push_back({std::string(name), head});
  }
  return tags;
}

Result<void> change_tag(SqlSession& session, ContextKey context, const TagChange& change) {
  const SqlParam name = SqlParam::text(change.name);
  if (!change.head) {
    LW_TRY(session.run("DELETE FROM tags WHERE context = $1 AND name = $2", {context, name}));
    return {};
  }
  const std::string value = sealed(kTags, {context, std::string_view(change.name)}, encode_head(*change.head));
  LW_TRY_ASSIGN(const SqlResult added, session.run("INSERT INTO tags (context, name, value) VALUES ($1, $2, $3) "
                                                   "ON CONFLICT (context, name) DO NOTHING",
                                                   {context, name, SqlParam::bytes(value)}));
  if (added.changed == 1) return {};
  LW_TRY_ASSIGN(const auto known, find_tag(session, context, change.name));
  return known && known->id == change.head->id ? Result<void>() : Result<void>(taken_tag(change.name, known));
}

Result<void> expect_names(SqlSession& session, ContextKey context, const Names& expected) {
  Names found;
  LW_TRY_ASSIGN(found.refs, list_refs(session, context));
  LW_TRY_ASSIGN(found.tags, list_tags(session, context));
  return found == expected ? Result<void>() : Result<void>(names_changed());
}

}  // namespace latewood::store
