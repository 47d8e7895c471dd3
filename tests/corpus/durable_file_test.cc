#include "latentfuzz/corpus/durable_file.h"

#include <gmock/gmock.h>

#include "samples.h"

namespace latentfuzz {
namespace {

namespace fs = std::filesystem;
using samples::ErrorOf;
using samples::Snapshot;
using samples::TemporaryDirectory;
using samples::WriteFile;
using Files = std::map<std::string, std::string>;

const std::vector<std::pair<std::string, std::string_view>> kFolder = {{"one", "1"}, {"two", "2"}};

TEST(DurableBatch, NothingAppearsBeforeCommitAndNoTemporaryStays) {
  const TemporaryDirectory directory;
  DurableBatch batch;
  batch.StageFile(directory.path() / "a/b/file", "content");
  batch.StageFolder(directory.path() / "c/folder", kFolder);
  EXPECT_FALSE(fs::exists(directory.path() / "a/b/file"));
  EXPECT_FALSE(fs::exists(directory.path() / "c/folder"));
  batch.Commit();
  EXPECT_EQ(Snapshot(directory.path()),
            (Files{{"a/b/file", "content"}, {"c/folder/one", "1"}, {"c/folder/two", "2"}}));
}

TEST(DurableBatch, ManyFilesAreStoredAsFewAre) {
  const TemporaryDirectory directory;
  Files expected;
  DurableBatch batch;
  for (int i = 0; i < 100; ++i) {
    const std::string name = std::to_string(i % 7) + "/" + std::to_string(i);
    expected[name] = std::string(static_cast<std::size_t>(i) * 100, 'x');
    batch.StageFile(directory.path() / name, expected[name]);
  }
  batch.Commit();
  EXPECT_EQ(Snapshot(directory.path()), expected);
}

TEST(DurableBatch, ExistingTargetsAreLeftAsTheyAre) {
  const TemporaryDirectory directory;
  WriteFile(directory.path() / "early", "old");
  WriteFile(directory.path() / "folder/one", "old");
  DurableBatch batch;
  batch.StageFile(directory.path() / "early", "new");
  batch.StageFile(directory.path() / "late", "new");
  batch.StageFolder(directory.path() / "folder", kFolder);
  WriteFile(directory.path() / "late", "old");
  batch.Commit();
  EXPECT_EQ(Snapshot(directory.path()),
            (Files{{"early", "old"}, {"late", "old"}, {"folder/one", "old"}}));
}

TEST(DurableBatch, AbandonedBatchRemovesItsTemporaries) {
  const TemporaryDirectory directory;
  {
    DurableBatch batch;
    batch.StageFile(directory.path() / "file", "content");
    batch.StageFolder(directory.path() / "folder", kFolder);
  }
  EXPECT_TRUE(fs::is_empty(directory.path()));
}

TEST(DurableBatch, TwoBatchesOfOneProcessDoNotShareNames) {
  const TemporaryDirectory directory;
  DurableBatch first, second;
  first.StageFile(directory.path() / "a", "1");
  second.StageFile(directory.path() / "b", "2");
  first.Commit();
  second.Commit();
  EXPECT_EQ(Snapshot(directory.path()), (Files{{"a", "1"}, {"b", "2"}}));
}

TEST(DurableBatch, AFileInThePlaceOfADirectoryIsAnIoError) {
  const TemporaryDirectory directory;
  WriteFile(directory.path() / "file", "content");
  DurableBatch batch;
  const auto error = ErrorOf([&] { batch.StageFile(directory.path() / "file/below/it", "x"); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kIo);
  EXPECT_THAT(error->hint(), testing::HasSubstr("is a file"));
}

TEST(ReplaceFileDurably, ReplacesAndLeavesNoTemporary) {
  const TemporaryDirectory directory;
  ReplaceFileDurably(directory.path() / "state", "one");
  ReplaceFileDurably(directory.path() / "state", "two");
  EXPECT_EQ(Snapshot(directory.path()), (Files{{"state", "two"}}));
}

TEST(ReplaceFileDurably, AFailureLeavesTheDirectoryAsItWas) {
  const TemporaryDirectory directory;
  WriteFile(directory.path() / "target/inside", "kept");
  EXPECT_TRUE(ErrorOf([&] { ReplaceFileDurably(directory.path() / "target", "x"); }));
  EXPECT_EQ(Snapshot(directory.path()), (Files{{"target/inside", "kept"}}));
}

TEST(MakeDirectoryDurably, MakesAllLevelsAndAcceptsWhatExists) {
  const TemporaryDirectory directory;
  MakeDirectoryDurably(directory.path() / "a/b/c");
  MakeDirectoryDurably(directory.path() / "a/b/c");
  EXPECT_TRUE(fs::is_directory(directory.path() / "a/b/c"));
}

}  // namespace
}  // namespace latentfuzz
