#include "latentfuzz/adapters/kserve/settings.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

constexpr const char* kTokenVariable = "LATENTFUZZ_KSERVE_TOKEN";

void AddToken(const ModelUri& uri, HttpHeaders* headers) {
  const std::string named = uri.Text("token");
  const char* token = std::getenv(named.empty() ? kTokenVariable : named.c_str());
  if (token != nullptr) headers->emplace("Authorization", fmt::format("Bearer {}", token));
  if (token == nullptr && !named.empty())
    throw Error(ErrorKind::kSetup,
                fmt::format("{}: the environment variable {} is not set", uri.ToString(), named),
                "let it hold the bearer token of the server");
}

void AddHeader(const ModelUri& uri, HttpHeaders* headers) {
  const std::string header = uri.Text("header");
  if (header.empty()) return;
  const std::size_t colon = header.find(':');
  if (colon == 0 || colon == std::string::npos)
    throw Error(ErrorKind::kUsage,
                fmt::format("{}: option header={} is no header", uri.ToString(), header),
                "write header=NAME:VALUE, such as header=Host:net.default.example.com");
  const std::size_t value = header.find_first_not_of(' ', colon + 1);
  (*headers)[header.substr(0, colon)] = value == std::string::npos ? "" : header.substr(value);
}

void AddAuthority(const ModelUri& uri, HttpSettings* http) {
  http->authority = uri.Text("ca");
  if (http->authority.empty()) return;
  if (!std::filesystem::is_regular_file(http->authority))
    throw Error(ErrorKind::kSetup,
                fmt::format("{}: no such file: {}", uri.ToString(), http->authority),
                "let the option ca name a PEM file of the certificates to trust");
  if (!http->origin.starts_with("https:"))
    throw Error(ErrorKind::kUsage, fmt::format("{}: option ca is for https", uri.ToString()),
                "write kserve:https://..., or leave ca out");
}

}  // namespace

KserveSettings ReadKserveSettings(const ModelUri& uri) {
  static constexpr std::string_view kBinary[] = {"auto", "on", "off"};
  KserveSettings settings;
  settings.url = KserveUrl::Parse(uri.path);
  settings.http.origin = settings.url.origin;
  settings.http.timeout_seconds = uri.Number("timeout", 1, 86400, settings.http.timeout_seconds);
  settings.http.retries = uri.Number("retries", 0, 100, settings.http.retries);
  settings.batch = static_cast<std::size_t>(uri.Number("batch", 0, 1'000'000, 0));
  const std::string_view binary = uri.Word("binary", kBinary, "auto");
  if (binary != "auto") settings.binary = binary == "on";
  AddToken(uri, &settings.http.headers);
  AddHeader(uri, &settings.http.headers);
  AddAuthority(uri, &settings.http);
  return settings;
}

}  // namespace latentfuzz
