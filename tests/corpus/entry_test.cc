#include "latentfuzz/corpus/entry.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "samples.h"

namespace latentfuzz {
namespace {

using samples::ErrorOf;
using samples::MakeEntry;
using testing::HasSubstr;

std::filesystem::path PathOf(const Entry& entry) {
  return "entries/" + entry.Id() + ".safetensors";
}

TEST(Entry, IdIsTheHashOfTheDocumentedBytes) {
  Entry entry;
  entry.latent = {1.F, -2.F};
  entry.label = 3;
  // sha256 of: 8, 2, 8, 1.0f, -2.0f, 8, 3 (each integer 8 bytes, little-endian).
  EXPECT_EQ(entry.Id(), "95deed48c3e5b81ea8e071071a221e0c4eafb834a92ba12a2f44890a90f0bac5");
}

TEST(Entry, IdDependsOnLatentAndLabelOnly) {
  const Entry entry = MakeEntry(1);
  Entry other = MakeEntry(2);
  EXPECT_NE(other.Id(), entry.Id());
  other.latent = entry.latent;
  other.label = entry.label;
  EXPECT_NE(other.expected, entry.expected);
  EXPECT_EQ(other.Id(), entry.Id());
  other.label = -1;
  EXPECT_NE(other.Id(), entry.Id());
}

TEST(Entry, ReadsBackEveryField) {
  Entry entry = MakeEntry(5);
  entry.latent = {0.1F, -0.F, std::numeric_limits<float>::denorm_min(),
                  std::numeric_limits<float>::max(), -1e-30F};
  entry.label = -1;
  entry.origin = "corpus:\"\\\n";
  entry.mutators = {};
  const Entry read = DecodeEntry(EncodeEntry(entry), PathOf(entry));
  EXPECT_EQ(read.Id(), entry.Id());
  EXPECT_EQ(read.latent, entry.latent);
  EXPECT_TRUE(std::signbit(read.latent[1]));
  EXPECT_EQ(read.label, -1);
  EXPECT_EQ(read.expected, entry.expected);
  EXPECT_EQ(read.seed, entry.seed);
  EXPECT_EQ(read.campaign, entry.campaign);
  EXPECT_EQ(read.evaluation, entry.evaluation);
  EXPECT_EQ(read.origin, entry.origin);
  EXPECT_EQ(read.parents, entry.parents);
  EXPECT_EQ(read.mutators, entry.mutators);
}

// Entries that do not say what is expected are no damage.
TEST(Entry, MayLeaveOutWhatIsExpected) {
  const Entry entry = MakeEntry(3);
  std::string bytes = EncodeEntry(entry);
  const std::string expected = "\"expected\":\"3\",";
  const std::size_t at = bytes.find(expected);
  ASSERT_NE(at, std::string::npos);
  const std::size_t end = bytes.find('}', bytes.find("data_offsets"));  // of the tensor
  bytes.insert(bytes.find('}', end + 1) + 1, expected.size(), ' ');
  bytes.erase(at, expected.size());
  EXPECT_EQ(DecodeEntry(bytes, PathOf(entry)).expected, -1);
}

TEST(Entry, SameEntrySameBytes) { EXPECT_EQ(EncodeEntry(MakeEntry(7)), EncodeEntry(MakeEntry(7))); }

TEST(Entry, EveryFlippedBitOfTheTensorIsNoticed) {
  const Entry entry = MakeEntry(3);
  const std::string bytes = EncodeEntry(entry);
  for (std::size_t i = bytes.size() - entry.latent.size() * sizeof(float); i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    EXPECT_TRUE(ErrorOf([&] { DecodeEntry(damaged, PathOf(entry)); })) << i;
  }
}

TEST(Entry, AnotherFileNameIsADataErrorThatNamesTheFile) {
  const auto error = ErrorOf([&] { DecodeEntry(EncodeEntry(MakeEntry(3)), PathOf(MakeEntry(4))); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kData);
  EXPECT_THAT(error->what(), HasSubstr(PathOf(MakeEntry(4)).string()));
  EXPECT_THAT(error->what(), HasSubstr("hash"));
  EXPECT_FALSE(error->hint().empty());
}

TEST(Entry, DamagedMetadataIsADataError) {
  const Entry entry = MakeEntry(3);
  const std::pair<const char*, const char*> edits[] = {
      {"latentfuzz-entry-1", "latentfuzz-entry-9"},
      {"\"label\":\"3\"", "\"label\":\"x\""},
      {"\"label\":\"3\"", "\"lebel\":\"3\""},
      {"\"evaluation\":\"3\"", "\"evaluation\":\"-\""},
      {"[\\\"gaussian\\\",", "{\\\"gaussian\\\","},
      {"\\\"gaussian\\\",", "      1234,  "},
  };
  for (const auto& [from, to] : edits) {
    std::string bytes = EncodeEntry(entry);
    const std::size_t at = bytes.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    bytes.replace(at, std::string(from).size(), to);
    const auto error = ErrorOf([&] { DecodeEntry(bytes, PathOf(entry)); });
    ASSERT_TRUE(error) << to;
    EXPECT_EQ(error->kind(), ErrorKind::kData);
  }
}

TEST(Entry, AnEmptyOrNonFiniteLatentIsNotWritten) {
  Entry entry = MakeEntry(1);
  entry.latent[2] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(ErrorOf([&] { EncodeEntry(entry); }));
  entry.latent.clear();
  EXPECT_TRUE(ErrorOf([&] { EncodeEntry(entry); }));
}

TEST(Entry, TextThatIsNotUtf8IsWrittenNevertheless) {
  Entry entry = MakeEntry(1);
  entry.campaign = "caf\xe9";
  entry.mutators = {"\xff"};
  EXPECT_EQ(DecodeEntry(EncodeEntry(entry), PathOf(entry)).campaign, "caf\xef\xbf\xbd");
}

}  // namespace
}  // namespace latentfuzz
