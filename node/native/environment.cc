#include "node/native/environment.h"

namespace latewood::node {

Environment* Environment::make(napi_env env) {
  auto made = std::make_unique<Environment>();
  const auto destroy = [](napi_env, void* data, void*) { delete static_cast<Environment*>(data); };
  if (napi_set_instance_data(env, made.get(), destroy, nullptr) != napi_ok) return nullptr;
  Environment* environment = made.release();
  const auto stop = [](void* data) { static_cast<Environment*>(data)->stop_all(); };
  return napi_add_env_cleanup_hook(env, stop, environment) == napi_ok ? environment : nullptr;
}

Environment* Environment::of(napi_env env) {
  void* data = nullptr;
  return napi_get_instance_data(env, &data) == napi_ok ? static_cast<Environment*>(data) : nullptr;
}

void Environment::stop_all() {
  ended_->store(true);
  for (const Stop& stop : running_) stop->store(true, std::memory_order_relaxed);
}

}  // namespace latewood::node
