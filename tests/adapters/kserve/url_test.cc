#include "latentfuzz/adapters/kserve/url.h"

#include <gmock/gmock.h>

#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(KserveUrl, ModelVersionAndPrefix) {
  const KserveUrl plain = KserveUrl::Parse("http://host:8000/v2/models/net");
  EXPECT_EQ(plain.origin, "http://host:8000");
  EXPECT_EQ(plain.server, "/v2");
  EXPECT_EQ(plain.model, "/v2/models/net");
  const KserveUrl version = KserveUrl::Parse("https://host/seldon/a/v2/models/net.v2/versions/3/");
  EXPECT_EQ(version.origin, "https://host");
  EXPECT_EQ(version.server, "/seldon/a/v2");
  EXPECT_EQ(version.model, "/seldon/a/v2/models/net.v2/versions/3");
  EXPECT_EQ(version.ToString(), "https://host/seldon/a/v2/models/net.v2/versions/3");
}

TEST(KserveUrl, AnythingElseIsAUsageError) {
  for (const char* text :
       {"", "host:8000/v2/models/net", "http://host:8000", "http://host/v1/models/net:predict",
        "http://host/v2/models/", "http://host/v2/models/net/infer", "http:///v2/models/net",
        "ftp://host/v2/models/net", "http://host/v2/models/net/versions/"}) {
    const Error error = Caught([&] { KserveUrl::Parse(text); });
    EXPECT_EQ(error.kind(), ErrorKind::kUsage) << text;
    EXPECT_THAT(error.hint(), HasSubstr("kserve:http://HOST:PORT/v2/models/NAME")) << text;
  }
}

TEST(KserveUrl, NamesNoSecrets) {
  const Error error = Caught([] { KserveUrl::Parse("http://me:secret@host/v2/models/net"); });
  EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  EXPECT_THAT(error.what(), Not(HasSubstr("secret")));
  EXPECT_THAT(error.hint(), HasSubstr("token="));
}

}  // namespace
}  // namespace latentfuzz
