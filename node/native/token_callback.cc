#include "node/native/token_callback.h"

#include <chrono>
#include <condition_variable>
#include <utility>

#include "node/native/values.h"

namespace latewood::node {

// The result if the function cannot be called because its environment ends.
constexpr std::int64_t kGone = -1;

struct TokenCallback::Target {
  napi_env env = nullptr;
  napi_ref function = nullptr;
};

namespace {

// A question from another thread. Shared, because a thread whose environment ends stops waiting.
struct Question {
  std::string content;
  std::mutex mutex;
  std::condition_variable answered;
  std::int64_t answer = 0;
  bool is_answered = false;
};

using SharedQuestion = std::shared_ptr<Question>;

// On the thread of the environment. The client catches what the function of the program throws.
std::int64_t call_function(napi_env env, const TokenCallback::Target& target, std::string_view content) {
  napi_handle_scope scope = nullptr;
  if (napi_open_handle_scope(env, &scope) != napi_ok) return kGone;
  napi_value function = nullptr;
  napi_value self = nullptr;
  napi_value result = nullptr;
  napi_value text = make_text(env, content);
  double count = static_cast<double>(kGone);
  const bool is_called = text != nullptr && napi_get_reference_value(env, target.function, &function) == napi_ok &&
                         napi_get_undefined(env, &self) == napi_ok &&
                         napi_call_function(env, self, function, 1, &text, &result) == napi_ok &&
                         napi_get_value_double(env, result, &count) == napi_ok;
  napi_close_handle_scope(env, scope);
  return is_called ? static_cast<std::int64_t>(count) : kGone;
}

// `env` is null while the environment ends.
void answer_question(napi_env env, napi_value, void* context, void* data) {
  const std::unique_ptr<SharedQuestion> asked(static_cast<SharedQuestion*>(data));
  Question& question = **asked;
  const auto& target = *static_cast<TokenCallback::Target*>(context);
  const std::int64_t answer = env == nullptr ? kGone : call_function(env, target, question.content);
  const std::lock_guard lock(question.mutex);
  question.answer = answer;
  question.is_answered = true;
  question.answered.notify_all();
}

void destroy_target(napi_env env, void*, void* context) {
  const std::unique_ptr<TokenCallback::Target> target(static_cast<TokenCallback::Target*>(context));
  if (env != nullptr) napi_delete_reference(env, target->function);
}

}  // namespace

TokenCallback::TokenCallback(Stop ended, std::string name) : name_(std::move(name)), ended_(std::move(ended)) {}

std::shared_ptr<TokenCallback> TokenCallback::make(napi_env env, napi_value function, std::string name) {
  Environment* environment = Environment::of(env);
  if (environment == nullptr) return nullptr;
  auto target = std::make_unique<Target>();
  target->env = env;
  napi_value label = make_text(env, "latewood tokens");
  std::shared_ptr<TokenCallback> made(new TokenCallback(environment->ended(), std::move(name)));
  if (label == nullptr || napi_create_reference(env, function, 1, &target->function) != napi_ok) return nullptr;
  if (napi_create_threadsafe_function(env, nullptr, nullptr, label, 0, 1, nullptr, destroy_target, target.get(),
                                      answer_question, &made->function_) != napi_ok) {
    napi_delete_reference(env, target->function);
    return nullptr;
  }
  made->target_ = target.release();
  // A program that waits for nothing else may end.
  napi_unref_threadsafe_function(env, made->function_);
  return made;
}

// After the end of the environment the function is gone already.
TokenCallback::~TokenCallback() {
  if (function_ != nullptr && !ended_->load()) napi_release_threadsafe_function(function_, napi_tsfn_release);
}

std::int64_t TokenCallback::ask(std::string_view content_json) {
  if (ended_->load()) return kGone;
  if (std::this_thread::get_id() == thread_) return call_function(target_->env, *target_, content_json);
  const auto question = std::make_shared<Question>();
  question->content = content_json;
  auto sent = std::make_unique<SharedQuestion>(question);
  if (napi_call_threadsafe_function(function_, sent.get(), napi_tsfn_blocking) != napi_ok) return kGone;
  sent.release();  // NOLINT(bugprone-unused-return-value): `answer_question` deletes it.
  std::unique_lock lock(question->mutex);
  while (!question->is_answered && !ended_->load()) {
    question->answered.wait_for(lock, std::chrono::milliseconds(100));
  }
  return question->is_answered ? question->answer : kGone;
}

std::uint64_t TokenCallback::count(std::string_view content_json) {
  {
    const std::lock_guard lock(mutex_);
    const Answers& answers = answers_[std::this_thread::get_id()];
    if (answers.failure < 0) return 0;
    const auto known = answers.counts.find(content_json);
    if (known != answers.counts.end()) return known->second;
  }
  const std::int64_t answer = ask(content_json);
  const std::lock_guard lock(mutex_);
  Answers& answers = answers_[std::this_thread::get_id()];
  if (answer < 0) {
    answers.failure = answer;
    return 0;
  }
  return answers.counts[std::string(content_json)] = static_cast<std::uint64_t>(answer);
}

Result<void> TokenCallback::check() {
  const std::lock_guard lock(mutex_);
  const auto found = answers_.find(std::this_thread::get_id());
  if (found == answers_.end() || found->second.failure == 0) return {};
  return Error{Code::Unavailable, "token counter failure " + std::to_string(-found->second.failure), {}, {}};
}

void TokenCallback::end_call() {
  const std::lock_guard lock(mutex_);
  answers_.erase(std::this_thread::get_id());
}

}  // namespace latewood::node
