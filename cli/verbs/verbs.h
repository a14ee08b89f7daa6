// All verbs of the command line in the order of help, one file per verb. Each function adds its verb to `app`; parsing
// a command line with the verb runs it and sets `exit_code`.
#pragma once

#include <CLI/CLI.hpp>

namespace latewood::cli {

// ---- writing ----
void add_init_verb(CLI::App& app, int& exit_code);
void add_insert_verb(CLI::App& app, int& exit_code);
void add_replace_verb(CLI::App& app, int& exit_code);
void add_move_verb(CLI::App& app, int& exit_code);
void add_delete_verb(CLI::App& app, int& exit_code);
void add_pin_verb(CLI::App& app, int& exit_code);
void add_unpin_verb(CLI::App& app, int& exit_code);
void add_commit_verb(CLI::App& app, int& exit_code);
void add_apply_verb(CLI::App& app, int& exit_code);
void add_status_verb(CLI::App& app, int& exit_code);
void add_preview_verb(CLI::App& app, int& exit_code);
void add_reset_verb(CLI::App& app, int& exit_code);
void add_undo_verb(CLI::App& app, int& exit_code);
void add_restore_verb(CLI::App& app, int& exit_code);
void add_policy_verb(CLI::App& app, int& exit_code);
void add_overlaps_verb(CLI::App& app, int& exit_code);
void add_config_verb(CLI::App& app, int& exit_code);
void add_context_verb(CLI::App& app, int& exit_code);
void add_branch_verb(CLI::App& app, int& exit_code);
void add_switch_verb(CLI::App& app, int& exit_code);
void add_fork_verb(CLI::App& app, int& exit_code);
void add_tag_verb(CLI::App& app, int& exit_code);
void add_rebase_verb(CLI::App& app, int& exit_code);
void add_event_verb(CLI::App& app, int& exit_code);
void add_admit_verb(CLI::App& app, int& exit_code);
void add_propose_verb(CLI::App& app, int& exit_code);
void add_attempt_verb(CLI::App& app, int& exit_code);
void add_append_verb(CLI::App& app, int& exit_code);
void add_request_verb(CLI::App& app, int& exit_code);
void add_complete_verb(CLI::App& app, int& exit_code);

// ---- reading ----
void add_tree_verb(CLI::App& app, int& exit_code);
void add_log_verb(CLI::App& app, int& exit_code);
void add_show_verb(CLI::App& app, int& exit_code);
void add_select_verb(CLI::App& app, int& exit_code);
void add_explain_verb(CLI::App& app, int& exit_code);
void add_grep_verb(CLI::App& app, int& exit_code);
void add_diff_verb(CLI::App& app, int& exit_code);
void add_plan_verb(CLI::App& app, int& exit_code);
void add_prefix_verb(CLI::App& app, int& exit_code);
void add_map_verb(CLI::App& app, int& exit_code);
void add_why_verb(CLI::App& app, int& exit_code);
void add_blame_verb(CLI::App& app, int& exit_code);
void add_simulate_verb(CLI::App& app, int& exit_code);
void add_stats_verb(CLI::App& app, int& exit_code);
void add_report_verb(CLI::App& app, int& exit_code);

// ---- maintenance of a store ----
void add_verify_verb(CLI::App& app, int& exit_code);
void add_replay_verb(CLI::App& app, int& exit_code);
void add_fsck_verb(CLI::App& app, int& exit_code);
void add_doctor_verb(CLI::App& app, int& exit_code);
void add_gc_verb(CLI::App& app, int& exit_code);
void add_purge_verb(CLI::App& app, int& exit_code);
void add_backup_verb(CLI::App& app, int& exit_code);

// ---- documents and digests ----
void add_import_verb(CLI::App& app, int& exit_code);
void add_export_verb(CLI::App& app, int& exit_code);
void add_render_verb(CLI::App& app, int& exit_code);
void add_view_verb(CLI::App& app, int& exit_code);
void add_hash_verb(CLI::App& app, int& exit_code);
void add_warp_verb(CLI::App& app, int& exit_code);
void add_completion_verb(CLI::App& app, int& exit_code);

// ---- doors for programs ----
void add_call_verb(CLI::App& app, int& exit_code);
void add_schema_verb(CLI::App& app, int& exit_code);
void add_mcp_verb(CLI::App& app, int& exit_code);
void add_serve_verb(CLI::App& app, int& exit_code);
void add_proxy_verb(CLI::App& app, int& exit_code);
void add_token_verb(CLI::App& app, int& exit_code);

// One per line, so that a new verb is a new line.
// clang-format off
inline constexpr void (*kVerbs[])(CLI::App& app, int& exit_code) = {
    add_init_verb,
    add_insert_verb,
    add_replace_verb,
    add_move_verb,
    add_delete_verb,
    add_pin_verb,
    add_unpin_verb,
    add_commit_verb,
    add_apply_verb,
    add_status_verb,
    add_preview_verb,
    add_reset_verb,
    add_undo_verb,
    add_restore_verb,
    add_policy_verb,
    add_overlaps_verb,
    add_config_verb,
    add_context_verb,
    add_branch_verb,
    add_switch_verb,
    add_fork_verb,
    add_tag_verb,
    add_rebase_verb,
    add_event_verb,
    add_admit_verb,
    add_propose_verb,
    add_attempt_verb,
    add_append_verb,
    add_request_verb,
    add_complete_verb,
    add_tree_verb,
    add_log_verb,
    add_show_verb,
    add_select_verb,
    add_explain_verb,
    add_grep_verb,
    add_diff_verb,
    add_plan_verb,
    add_prefix_verb,
    add_map_verb,
    add_why_verb,
    add_blame_verb,
    add_simulate_verb,
    add_stats_verb,
    add_report_verb,
    add_verify_verb,
    add_replay_verb,
    add_fsck_verb,
    add_doctor_verb,
    add_gc_verb,
    add_purge_verb,
    add_backup_verb,
    add_import_verb,
    add_export_verb,
    add_render_verb,
    add_view_verb,
    add_hash_verb,
    add_warp_verb,
    add_completion_verb,
    add_call_verb,
    add_schema_verb,
    add_mcp_verb,
    add_serve_verb,
    add_proxy_verb,
    add_token_verb,
};
// clang-format on

}  // namespace latewood::cli
