#include "latentfuzz/corpus/file_system.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <cerrno>

#include "samples.h"

namespace latentfuzz {
namespace {

using samples::ErrorOf;
using testing::HasSubstr;

TEST(FileSystem, EachRefusalHasItsOwnHint) {
  const std::pair<int, const char*> cases[] = {{ENOSPC, "disk space"},  {EDQUOT, "quota"},
                                               {EACCES, "permissions"}, {EROFS, "read-only"},
                                               {ENOTDIR, "is a file"},  {EFBIG, "ulimit -f"}};
  for (const auto& [number, hint] : cases) {
    const Error error = FileError("write", "/some/where", number);
    EXPECT_EQ(error.kind(), ErrorKind::kIo);
    EXPECT_THAT(error.what(), HasSubstr("cannot write /some/where: "));
    EXPECT_THAT(error.hint(), HasSubstr(hint));
  }
}

TEST(FileSystem, ReadsBinaryContent) {
  const samples::TemporaryDirectory directory;
  const std::string bytes("a\0b\r\n\xff", 6);
  samples::WriteFile(directory.path() / "f", bytes);
  EXPECT_EQ(ReadWholeFile(directory.path() / "f", 6), bytes);
  samples::WriteFile(directory.path() / "empty", "");
  EXPECT_EQ(ReadWholeFile(directory.path() / "empty", 6), "");
}

TEST(FileSystem, RefusesWhatIsNoFileOrTooLarge) {
  const samples::TemporaryDirectory directory;
  samples::WriteFile(directory.path() / "f", "seven..");
  ASSERT_EQ(::mkfifo((directory.path() / "pipe").c_str(), 0600), 0);
  for (const char* name : {"f", "pipe", ".", "absent", "f/below"}) {
    const auto error = ErrorOf([&] { ReadWholeFile(directory.path() / name, 6); });
    ASSERT_TRUE(error) << name;
    EXPECT_EQ(error->kind(), ErrorKind::kIo) << name;
  }
}

TEST(FileSystem, ExistsSeesBrokenLinksToo) {
  const samples::TemporaryDirectory directory;
  std::filesystem::create_symlink("nowhere", directory.path() / "link");
  EXPECT_TRUE(Exists(directory.path() / "link"));
  EXPECT_FALSE(Exists(directory.path() / "absent"));
}

}  // namespace
}  // namespace latentfuzz
