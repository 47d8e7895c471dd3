#include "latentfuzz/base/sha256.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

constexpr const char* kAbc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

// FIPS 180-4, appendix B.1.
TEST(Sha256, TheKnownDigestInOnePieceOrTwo) {
  Sha256 whole, parts;
  whole.Add("abc", 3);
  parts.Add("a", 1);
  parts.Add("bc", 2);
  EXPECT_EQ(whole.Hex(), kAbc);
  EXPECT_EQ(parts.Hex(), kAbc);
}

TEST(Sha256, OfAFile) {
  const auto path = std::filesystem::path(::testing::TempDir()) / "latentfuzz_sha256";
  std::ofstream(path) << "abc";
  EXPECT_EQ(FileSha256(path), kAbc);
  std::filesystem::remove(path);
  EXPECT_THROW(FileSha256(path), Error);
}

}  // namespace
}  // namespace latentfuzz
