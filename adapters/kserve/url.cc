#include "latentfuzz/adapters/kserve/url.h"

#include <fmt/format.h>

#include <regex>

#include "latentfuzz/base/error.h"

namespace latentfuzz {

KserveUrl KserveUrl::Parse(const std::string& text) {
  static const std::regex kForm(
      R"((https?://([^/?#\s]+))((?:/[^/?#\s]+)*?/v2)(/models/[^/?#\s]+(?:/versions/[^/?#\s]+)?)/?)");
  std::smatch match;
  if (!std::regex_match(text, match, kForm))
    throw Error(ErrorKind::kUsage, fmt::format("kserve:{} is no address of a model", text),
                "write kserve:http://HOST:PORT/v2/models/NAME, perhaps with /versions/VERSION");
  if (match[2].str().find('@') != std::string::npos)
    throw Error(ErrorKind::kUsage,
                fmt::format("kserve: the address of {} holds a user name", match[4].str()),
                "give a token by an environment variable: ?token=VARIABLE");
  return {match[1], match[3], match[3].str() + match[4].str()};
}

}  // namespace latentfuzz
