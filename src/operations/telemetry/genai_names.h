// The names of OpenTelemetry's conventions for calls to language models. The conventions are not stable yet, so this
// table is the only place with the names. Version: July 2026 (schema gen-ai/1.42.0), and the former name of one
// attribute.
#pragma once

#include <string_view>

namespace latewood::operations::genai {

inline constexpr std::string_view kOperationName = "gen_ai.operation.name";
inline constexpr std::string_view kProviderName = "gen_ai.provider.name";
inline constexpr std::string_view kConversationId = "gen_ai.conversation.id";
inline constexpr std::string_view kRequestModel = "gen_ai.request.model";
inline constexpr std::string_view kResponseModel = "gen_ai.response.model";
inline constexpr std::string_view kResponseId = "gen_ai.response.id";
inline constexpr std::string_view kFinishReasons = "gen_ai.response.finish_reasons";
inline constexpr std::string_view kInputTokens = "gen_ai.usage.input_tokens";
inline constexpr std::string_view kOutputTokens = "gen_ai.usage.output_tokens";
inline constexpr std::string_view kCacheReadTokens = "gen_ai.usage.cache_read.input_tokens";
inline constexpr std::string_view kCacheWriteTokens = "gen_ai.usage.cache_write.input_tokens";
inline constexpr std::string_view kCacheWriteTokensBefore = "gen_ai.usage.cache_creation.input_tokens";
inline constexpr std::string_view kReasoningTokens = "gen_ai.usage.reasoning.output_tokens";
inline constexpr std::string_view kErrorType = "error.type";
inline constexpr std::string_view kServiceName = "service.name";

// Facts that only Latewood has.
inline constexpr std::string_view kContext = "latewood.context";
inline constexpr std::string_view kBranch = "latewood.branch";
inline constexpr std::string_view kCycle = "latewood.cycle";
inline constexpr std::string_view kAttemptId = "latewood.attempt_id";
inline constexpr std::string_view kCommitId = "latewood.commit_id";
inline constexpr std::string_view kParent = "latewood.parent";
inline constexpr std::string_view kProfile = "latewood.profile";
inline constexpr std::string_view kBytesDigest = "latewood.bytes_digest";
inline constexpr std::string_view kCacheWriteTokens1h = "latewood.usage.cache_write_1h.input_tokens";

}  // namespace latewood::operations::genai
