#include <gmock/gmock.h>

#include <cstdlib>

#include "latentfuzz/adapters/image_set.h"
#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A record whose red plane is `red`, green plane 51 and blue plane 255.
std::string Record(char label, char red) {
  return label + std::string(1024, red) + std::string(1024, '\x33') + std::string(1024, '\xff');
}

class Cifar10Test : public AdapterTest {};

TEST_F(Cifar10Test, RecordsAreALabelAndThreePlanes) {
  const ImageSet data = ReadCifar10({Write("b.bin", Record('\7', '\0') + Record('\2', 'f'))});
  EXPECT_EQ(data.images.shape, (ImageShape{3, 32, 32}));
  EXPECT_THAT(data.labels, ElementsAre(7, 2));
  ASSERT_EQ(data.images.size(), 2U);
  EXPECT_EQ(data.images.image(0)[0], 0.0F);
  EXPECT_EQ(data.images.image(0)[1024], 51.0F / 255.0F);
  EXPECT_EQ(data.images.image(1)[1023], 102.0F / 255.0F);
  EXPECT_EQ(data.images.image(1)[3071], 1.0F);
  EXPECT_EQ(data.classes.size(), 10U);
  EXPECT_EQ(data.classes[7], "horse");
}

TEST_F(Cifar10Test, BatchesFollowEachOtherUpToTheLimit) {
  const std::vector<std::filesystem::path> batches{
      Write("1.bin", Record('\1', 'a') + Record('\2', 'b')),
      Write("2.bin", Record('\3', 'c') + Record('\4', 'd'))};
  EXPECT_THAT(ReadCifar10(batches).labels, ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(ReadCifar10(batches, 3).labels, ElementsAre(1, 2, 3));
}

TEST_F(Cifar10Test, ErrorsNameFileAndByte) {
  const auto truncated = Write("t.bin", Record('\1', 'a') + Record('\2', 'b').substr(0, 100));
  const Error short_file = Caught([&] { ReadCifar10({truncated}); });
  EXPECT_EQ(short_file.kind(), ErrorKind::kData);
  EXPECT_THAT(short_file.what(), HasSubstr(truncated.string() + ": ends within"));
  EXPECT_THAT(short_file.what(), HasSubstr("byte 3173"));

  const auto foreign = Write("f.bin", Record('\1', 'a') + Record('\n', 'b'));
  const Error label = Caught([&] { ReadCifar10({foreign}); });
  EXPECT_EQ(label.kind(), ErrorKind::kData);
  EXPECT_THAT(label.what(), HasSubstr("label 10 is above 9 at byte 3073"));

  EXPECT_EQ(Caught([&] { ReadCifar10({folder_ / "none.bin"}); }).kind(), ErrorKind::kIo);
  EXPECT_EQ(Caught([&] { ReadCifar10({folder_}); }).kind(), ErrorKind::kIo);
}

}  // namespace
}  // namespace latentfuzz
