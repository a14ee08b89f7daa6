// Every operation of the table, one file each. A new operation is a new line here and in `table.cc`.
#pragma once

#include "operations/table/row.h"

namespace latewood::operations {

// ---- edits ----
extern const Row kApply;
extern const Row kCommit;
extern const Row kDelete;
extern const Row kInsert;
extern const Row kMove;
extern const Row kPin;
extern const Row kRebase;
extern const Row kReplace;
extern const Row kReset;
extern const Row kRestore;
extern const Row kUndo;
extern const Row kUnpin;

// ---- calls to vendors ----
extern const Row kAppend;
extern const Row kAttempts;
extern const Row kBeginAttempt;
extern const Row kComplete;
extern const Row kEndAttempt;
extern const Row kReconcile;
extern const Row kRequest;
extern const Row kSpans;

// ---- events and proposals ----
extern const Row kAdmit;
extern const Row kAppendEvent;
extern const Row kEvents;
extern const Row kPropose;
extern const Row kStreams;

// ---- reading a history ----
extern const Row kAdmission;
extern const Row kBlame;
extern const Row kDiff;
extern const Row kExplain;
extern const Row kGrep;
extern const Row kLog;
extern const Row kMap;
extern const Row kOutline;
extern const Row kPlan;
extern const Row kPrefix;
extern const Row kPreview;
extern const Row kProposals;
extern const Row kReceipt;
extern const Row kRender;
extern const Row kReport;
extern const Row kSelect;
extern const Row kShow;
extern const Row kSimulate;
extern const Row kSlice;
extern const Row kStats;
extern const Row kStatus;
extern const Row kTimeline;
extern const Row kTree;
extern const Row kWhy;

// ---- documents and digests ----
extern const Row kExport;
extern const Row kHash;
extern const Row kImport;
extern const Row kWarp;

// ---- the store ----
extern const Row kBackup;
extern const Row kBranches;
extern const Row kConfig;
extern const Row kContexts;
extern const Row kCreateBranch;
extern const Row kCreateContext;
extern const Row kCreateTag;
extern const Row kDeleteBranch;
extern const Row kDeleteContext;
extern const Row kDeleteTag;
extern const Row kDoctor;
extern const Row kFork;
extern const Row kFsck;
extern const Row kGc;
extern const Row kInit;
extern const Row kOverlaps;
extern const Row kPolicy;
extern const Row kPurge;
extern const Row kRecommendPolicy;
extern const Row kRenameContext;
extern const Row kRepair;
extern const Row kReplay;
extern const Row kSetConfig;
extern const Row kSetOverlaps;
extern const Row kSetPolicy;
extern const Row kSwitch;
extern const Row kTags;
extern const Row kVerify;

}  // namespace latewood::operations
