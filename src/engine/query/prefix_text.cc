// The prefix report as text and as JSON.
#include <string>

#include "canon/json_writer.h"
#include "latewood/prefix.h"
#include "latewood/tokens.h"

namespace latewood {
namespace {

std::string percent(std::uint32_t per_mille) {
  return std::to_string(per_mille / 10) + "." + std::to_string(per_mille % 10) + "%";
}

std::string explained(PrefixCause cause) {
  switch (cause) {
    case PrefixCause::Identical: return "identical";
    case PrefixCause::AppendedOnly: return "appended only";
    case PrefixCause::LateAttachment: return "late attachment";
    default: return std::string(to_string(cause));
  }
}

void append_number(std::string& out, std::string_view key, std::uint64_t number) {
  append_json_string(out, key);
  out.append(":").append(std::to_string(number)).append(",");
}

void append_unit(std::string& out, std::string_view key, const std::optional<PrefixUnit>& unit) {
  append_json_string(out, key);
  if (!unit) {
    out.append(":null,");
    return;
  }
  out.append(":{");
  append_number(out, "index", unit->index);
  append_json_string(out.append("\"id\":"), unit->id);
  append_number(out.append(","), "begin", unit->bytes.begin);
  out.append("\"end\":").append(std::to_string(unit->bytes.end)).append("},");
}

void append_tokens(std::string& out, const std::optional<PrefixTokens>& tokens) {
  out.append("\"tokens\":");
  if (!tokens) {
    out.append("null,");
    return;
  }
  append_number(out.append("{"), "unchanged", tokens->unchanged);
  append_number(out, "total", tokens->total);
  append_json_string(out.append("\"counter\":"), tokens->counter);
  append_json_string(out.append(",\"kind\":"), count_kind(tokens->counter));
  out.append("},");
}

void append_commit(std::string& out, const std::optional<PrefixCommit>& commit) {
  out.append("\"commit\":");
  if (!commit) {
    out.append("null");
    return;
  }
  append_number(out.append("{"), "cycle", commit->cycle);
  out.append("\"commit_id\":");
  if (commit->commit_id) {
    append_json_string(out, commit->commit_id->hex());
  } else {
    out.append("null");
  }
  out.append("}");
}

void append_served(std::string& out, const std::optional<PrefixServed>& served) {
  out.append(",\"served\":");
  if (!served) {
    out.append("null");
    return;
  }
  append_json_string(out.append("{\"prices\":"), served->prices);
  append_json_string(out.append(",\"counter\":"), served->counter);
  append_json_string(out.append(",\"kind\":"), count_kind(served->counter));
  append_number(out.append(","), "unchanged", served->tokens.unchanged);
  append_number(out, "total", served->tokens.total);
  append_number(out, "served", served->served);
  append_number(out, "lifetime", served->rule.lifetime);
  append_json_string(out.append("\"reason\":"), to_string(served->reason));
  append_json_string(out.append(",\"text\":"), served_text(served->rule, served->tokens));
  out.append("}");
}

// For example "the cache of anthropic serves ~4800 of ~5000 unchanged tokens (up to the last breakpoint ...)".
std::string vendor_text(const PrefixServed& served) {
  const std::string sign(count_sign(served.counter));
  std::string text = "the cache of " + served.prices + " serves " + sign + std::to_string(served.served) + " of " +
                     sign + std::to_string(served.tokens.unchanged) + " unchanged tokens (" +
                     served_text(served.rule, served.tokens) + "); this request has " + sign +
                     std::to_string(served.tokens.total);
  if (served.rule.lifetime > 0) text += "; an entry lives " + std::to_string(served.rule.lifetime) + " s";
  return text + "; tokens: " + count_kind(served.counter) + "\n";
}

// For example "40.0% of the request of cycle 1 can come from the cache (38 of 95 bytes); this request has 94 bytes".
std::string kept_text(const PrefixReport& report) {
  const bool keeps_all = report.cause == PrefixCause::Identical || report.cause == PrefixCause::AppendedOnly;
  const std::string older = std::to_string(report.older_bytes) + " bytes";
  const std::string bytes = keeps_all ? "all " + older : std::to_string(report.unchanged_bytes) + " of " + older;
  return percent(kept_per_mille(report)) + " of the request of cycle " + std::to_string(report.older_cycle) +
         " can come from the cache (" + bytes + "); this request has " + std::to_string(report.total_bytes) + " bytes";
}

// For example "byte 120, unit 3, node u3, where u2 was", without the parts that do not apply.
std::string place_text(const PrefixReport& report) {
  std::string text = "byte " + std::to_string(report.offset);
  if (report.newer_unit) {
    text += ", unit " + std::to_string(report.newer_unit->index) + ", node " + report.newer_unit->id;
  } else {
    text += ", the end";
  }
  if (!report.older_unit) return text;
  const bool is_same = report.newer_unit && report.newer_unit->id == report.older_unit->id;
  return is_same ? text : text + ", where " + report.older_unit->id + " was";
}

std::string cause_text(const PrefixReport& report) {
  std::string text = explained(report.cause);
  if (!report.commit) return text;
  text += ", in cycle " + std::to_string(report.commit->cycle);
  if (report.commit->commit_id) text += ", commit " + report.commit->commit_id->hex();
  return text;
}

}  // namespace

std::string_view to_string(PrefixCause cause) {
  switch (cause) {
    case PrefixCause::Identical: return "identical";
    case PrefixCause::AppendedOnly: return "appended_only";
    case PrefixCause::Ttl: return "ttl";
    case PrefixCause::Prune: return "prune";
    case PrefixCause::Cascade: return "cascade";
    case PrefixCause::Edit: return "edit";
    case PrefixCause::LateAttachment: return "late_attachment";
    case PrefixCause::Tools: return "tools";
    case PrefixCause::System: return "system";
    case PrefixCause::Repair: return "repair";
    case PrefixCause::Profile: return "profile";
    case PrefixCause::Branch: return "branch";
  }
  return "identical";
}

std::uint32_t kept_per_mille(const PrefixReport& report) {
  constexpr std::uint32_t kAll = 1000;
  const bool keeps_all = report.cause == PrefixCause::Identical || report.cause == PrefixCause::AppendedOnly;
  if (keeps_all || report.older_bytes == 0) return kAll;
  return static_cast<std::uint32_t>(report.unchanged_bytes * kAll / report.older_bytes);
}

std::string to_text(const PrefixReport& report) {
  std::string text = report.is_preview ? std::string("this commit") : "cycle " + std::to_string(report.newer_cycle);
  text += ": " + kept_text(report) + "\n";
  if (report.tokens && !report.served) {
    const std::string sign(count_sign(report.tokens->counter));
    text += "tokens: " + sign + std::to_string(report.tokens->unchanged) + " of " + sign +
            std::to_string(report.tokens->total) + " are in unchanged units; " + count_kind(report.tokens->counter) +
            "\n";
  }
  if (report.served) text += vendor_text(*report.served);
  if (report.cause != PrefixCause::Identical) text += "first difference: " + place_text(report) + "\n";
  return text + "cause: " + cause_text(report) + "\n";
}

std::string to_json(const PrefixReport& report) {
  std::string out = "{";
  append_number(out, "older_cycle", report.older_cycle);
  append_number(out, "newer_cycle", report.newer_cycle);
  out.append(report.is_preview ? "\"is_preview\":true," : "\"is_preview\":false,");
  out.append("\"profile\":");
  if (report.profile) {
    append_json_string(out, to_string(*report.profile));
  } else {
    out.append("null");
  }
  append_number(out.append(","), "kept_per_mille", kept_per_mille(report));
  append_number(out, "unchanged_bytes", report.unchanged_bytes);
  append_number(out, "older_bytes", report.older_bytes);
  append_number(out, "total_bytes", report.total_bytes);
  append_tokens(out, report.tokens);
  append_number(out, "offset", report.offset);
  append_unit(out, "newer_unit", report.newer_unit);
  append_unit(out, "older_unit", report.older_unit);
  append_json_string(out.append("\"cause\":"), to_string(report.cause));
  append_commit(out.append(","), report.commit);
  append_served(out, report.served);
  return out.append("}");
}

}  // namespace latewood
