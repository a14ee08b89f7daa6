// A write batch with everything done that needs no transaction: compressed, sealed, and sorted
// so that transactions which write the same content lock it in the same order.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "latewood/ext/store_records.h"
#include "latewood/result.h"
#include "store/packing.h"
#include "store/sql/commit_tables.h"
#include "store/sql/content_tables.h"
#include "store/sql/session.h"

namespace latewood::store {

// The pages that the batch's commits name as dictionaries; nothing for one that is absent.
using Dictionaries = std::map<Blake3Digest, std::shared_ptr<const Dictionary>>;

struct PreparedBatch {
  const WriteBatch* batch = nullptr;
  std::vector<PreparedBlob> payloads;
  std::vector<Blake3Digest> tombstones;
  std::vector<PreparedBlob> pages;
  std::vector<PreparedCommit> commits;
};

// `batch` must outlive what is returned.
PreparedBatch prepare_batch(const WriteBatch& batch, const Dictionaries& dictionaries);

// Writes all of it, within a transaction.
Result<void> apply_batch(SqlSession& session, const PreparedBatch& prepared);

// The move that tells whether the batch took effect, if there is one.
const RefMove* telling_move(const WriteBatch& batch);

// Whether the batch took effect, told by where its ref is now.
Result<bool> batch_was_applied(SqlSession& session, const WriteBatch& batch, const RefMove& move);

}  // namespace latewood::store
