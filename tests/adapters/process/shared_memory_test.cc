#include "latentfuzz/adapters/process/shared_memory.h"

#include <gmock/gmock.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

#include "latentfuzz/base/error.h"

namespace latentfuzz::process {
namespace {

using ::testing::Each;
using ::testing::StartsWith;

TEST(SharedMemory, BeginsWithAMarkOfItsOwn) {
  const auto one = SharedMemory::Create(), other = SharedMemory::Create();
  ASSERT_TRUE(one && other);
  EXPECT_THAT(one->mark(), StartsWith("LFZM"));
  EXPECT_EQ(one->mark().size(), 16U);
  EXPECT_NE(one->mark(), other->mark());
  char bytes[16];
  ASSERT_EQ(::pread(one->descriptor(), bytes, sizeof(bytes), 0), 16);
  EXPECT_EQ(std::string(bytes, 16), one->mark());
}

TEST(SharedMemory, KeepsItsValuesWhileItGrows) {
  auto memory = SharedMemory::Create();
  ASSERT_TRUE(memory);
  for (float& value : memory->Values(1000)) value = 7;
  EXPECT_THAT(memory->Values(1 << 20).first(1000), Each(7));
  EXPECT_THAT(memory->Values(1 << 20).subspan(1000), Each(0));
  EXPECT_EQ(memory->Values(3).size(), 3U);
}

TEST(SharedMemory, NeitherSideCanTakeItBack) {
  auto memory = SharedMemory::Create();
  ASSERT_TRUE(memory);
  memory->Values(100);
  EXPECT_EQ(::ftruncate(memory->descriptor(), 0), -1);
  EXPECT_EQ(errno, EPERM);
}

TEST(SharedMemory, TooMuchIsAnError) {
  auto memory = SharedMemory::Create();
  ASSERT_TRUE(memory);
  EXPECT_THROW(memory->Values(std::size_t{1} << 60), Error);
  EXPECT_EQ(memory->Values(4).size(), 4U);
}

}  // namespace
}  // namespace latentfuzz::process
