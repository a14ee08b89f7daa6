// The files of the inspector. They hold no data: the page asks for a token.
#include <list>
#include <string>
#include <vector>

#include "server/routes/routes.h"
#include "web/assets.h"

namespace latewood::server {
namespace {

Response asset_answer(const web::Asset& asset, const Request& request) {
  const std::string tag = "\"" + std::string(asset.digest) + "\"";
  Response response;
  response.media_type = asset.media_type;
  response.headers = {{"Content-Security-Policy", std::string(web::kContentSecurityPolicy)}, {"ETag", tag}};
  const std::string* known = request.find_header("if-none-match");
  if (known != nullptr && *known == tag) {
    response.status = 304;
  } else {
    response.fixed_body = asset.bytes;
  }
  return response;
}

// The paths of assets have no slash in front.
std::string_view pattern_of(const web::Asset& asset) {
  static std::list<std::string> kept;
  return kept.emplace_back("/" + std::string(asset.path));
}

}  // namespace

std::vector<Route> page_routes() {
  std::vector<Route> routes;
  const auto add = [&routes](std::string_view pattern, const web::Asset& asset) {
    const auto answer = [&asset](const Request& request, const Captures&) { return asset_answer(asset, request); };
    routes.push_back({"GET", pattern, Access::Open, answer, {"A file of the page.", {}, {}, asset.media_type}, true});
  };
  if (const web::Asset* page = web::find_asset("/")) add("/", *page);
  for (const web::Asset& asset : web::assets()) add(pattern_of(asset), asset);
  return routes;
}

}  // namespace latewood::server
