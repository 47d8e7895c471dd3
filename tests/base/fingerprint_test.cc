#include "latentfuzz/base/fingerprint.h"

#include <gtest/gtest.h>

#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

TEST(Fingerprint, EmptyIsTheKnownSha256) {
  EXPECT_EQ(Fingerprint().Hex(),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(Fingerprint, FieldBoundariesMatter) {
  EXPECT_NE(Fingerprint().Add("ab").Add("c").Hex(), Fingerprint().Add("a").Add("bc").Hex());
}

TEST(Fingerprint, NegativeZeroIsAnotherLatentThanZero) {
  EXPECT_NE(Fingerprint().Add(std::vector<float>{0.F}).Hex(),
            Fingerprint().Add(std::vector<float>{-0.F}).Hex());
}

TEST(Fingerprint, MissingFileIsAnIoError) {
  try {
    Fingerprint().AddFile("/nonexistent/model.pt");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kIo);
    EXPECT_NE(std::string(error.what()).find("/nonexistent/model.pt"), std::string::npos);
  }
}

}  // namespace
}  // namespace latentfuzz
