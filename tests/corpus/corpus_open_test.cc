#include <gmock/gmock.h>
#include <unistd.h>

#include <stdexcept>

#include "latentfuzz/corpus/corpus.h"
#include "samples.h"

namespace latentfuzz {
namespace {

namespace fs = std::filesystem;
using samples::ErrorOf;
using samples::kGenerator;
using samples::ReadFile;
using samples::Snapshot;
using samples::TemporaryDirectory;
using samples::WriteFile;
using testing::HasSubstr;

TEST(CorpusOpen, CreatesTheDirectoryAndItsManifest) {
  const TemporaryDirectory directory;
  const fs::path path = directory.path() / "new/corpus";
  const Corpus corpus = Corpus::OpenOrCreate(path, kGenerator);
  EXPECT_EQ(corpus.directory(), path);
  EXPECT_EQ(corpus.generator_fingerprint(), kGenerator);
  EXPECT_EQ(ReadFile(path / "corpus.json"),
            "{\n  \"format\": 1,\n  \"generator\": \"" + kGenerator + "\"\n}\n");
  EXPECT_EQ(Snapshot(path).size(), 1U);
}

TEST(CorpusOpen, ANewCorpusIsEmpty) {
  const TemporaryDirectory directory;
  const Corpus corpus = Corpus::OpenOrCreate(directory.path(), kGenerator);
  std::vector<Damage> damage;
  EXPECT_TRUE(corpus.Entries(&damage).empty());
  EXPECT_TRUE(corpus.Findings(&damage).empty());
  EXPECT_TRUE(corpus.Hits(&damage).empty());
  EXPECT_TRUE(damage.empty());
}

TEST(CorpusOpen, OpensWhatExistsForAnyOrTheRightGenerator) {
  const TemporaryDirectory directory;
  Corpus::OpenOrCreate(directory.path(), kGenerator);
  const auto before = Snapshot(directory.path());
  EXPECT_EQ(Corpus::OpenExisting(directory.path()).generator_fingerprint(), kGenerator);
  EXPECT_EQ(Corpus::OpenExisting(directory.path(), kGenerator).generator_fingerprint(), kGenerator);
  EXPECT_EQ(Corpus::OpenOrCreate(directory.path(), kGenerator).generator_fingerprint(), kGenerator);
  EXPECT_EQ(Snapshot(directory.path()), before);
}

TEST(CorpusOpen, AnotherGeneratorIsRefusedWithBothNames) {
  const TemporaryDirectory directory;
  Corpus::OpenOrCreate(directory.path(), kGenerator);
  const std::string other(64, 'b');
  for (const auto& open :
       {std::function<void()>([&] { Corpus::OpenOrCreate(directory.path(), other); }),
        std::function<void()>([&] { Corpus::OpenExisting(directory.path(), other); })}) {
    const auto error = ErrorOf(open);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->kind(), ErrorKind::kData);
    EXPECT_THAT(error->what(), HasSubstr("999999999999..."));
    EXPECT_THAT(error->what(), HasSubstr("bbbbbbbbbbbb..."));
    EXPECT_THAT(error->hint(), HasSubstr("another directory"));
  }
}

TEST(CorpusOpen, ForeignDirectoriesAreNotTouched) {
  const TemporaryDirectory directory;
  WriteFile(directory.path() / "thesis.tex", "precious");
  const auto error = ErrorOf([&] { Corpus::OpenOrCreate(directory.path(), kGenerator); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kData);
  EXPECT_THAT(error->what(), HasSubstr("is not a corpus"));
  EXPECT_EQ(Snapshot(directory.path()).size(), 1U);
}

TEST(CorpusOpen, HiddenFilesDoNotMakeADirectoryForeign) {
  const TemporaryDirectory directory;
  WriteFile(directory.path() / ".git/HEAD", "ref: refs/heads/main");
  WriteFile(directory.path() / ".tmp-123-0", "{\"form");
  EXPECT_EQ(ErrorOf([&] { Corpus::OpenOrCreate(directory.path(), kGenerator); }), std::nullopt);
}

TEST(CorpusOpen, AbsentEmptyOrNoDirectoryIsRefusedForReading) {
  const TemporaryDirectory directory;
  WriteFile(directory.path() / "file", "");
  fs::create_directory(directory.path() / "empty");
  const std::pair<const char*, ErrorKind> cases[] = {
      {"absent", ErrorKind::kIo}, {"file", ErrorKind::kIo}, {"empty", ErrorKind::kData}};
  for (const auto& [name, kind] : cases) {
    const auto error = ErrorOf([&] { Corpus::OpenExisting(directory.path() / name); });
    ASSERT_TRUE(error) << name;
    EXPECT_EQ(error->kind(), kind) << name;
    EXPECT_THAT(error->what(), HasSubstr(name));
    EXPECT_FALSE(error->hint().empty()) << name;
  }
  EXPECT_FALSE(fs::exists(directory.path() / "absent"));
}

TEST(CorpusOpen, AFileCannotBeCreatedAsACorpus) {
  const TemporaryDirectory directory;
  WriteFile(directory.path() / "file", "");
  for (const char* name : {"file", "file/below"}) {
    const auto error = ErrorOf([&] { Corpus::OpenOrCreate(directory.path() / name, kGenerator); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->kind(), ErrorKind::kIo);
    EXPECT_THAT(error->hint(), HasSubstr("is a file"));
  }
}

TEST(CorpusOpen, DamagedOrNewerManifestsAreRefused) {
  const TemporaryDirectory directory;
  const std::pair<const char*, const char*> cases[] = {
      {"", "damaged"},
      {"[1]", "damaged"},
      {"{\"format\": 1", "damaged"},
      {"{\"format\": \"1\", \"generator\": \"g\"}", "damaged"},
      {"{\"format\": 1}", "damaged"},
      {"{\"format\": 2, \"generator\": 5}", "format 2"},
  };
  for (const auto& [text, reason] : cases) {
    WriteFile(directory.path() / "corpus.json", text);
    const auto error = ErrorOf([&] { Corpus::OpenOrCreate(directory.path(), kGenerator); });
    ASSERT_TRUE(error) << text;
    EXPECT_EQ(error->kind(), ErrorKind::kData) << text;
    EXPECT_THAT(error->what(), HasSubstr(reason));
    EXPECT_EQ(ReadFile(directory.path() / "corpus.json"), text);
  }
}

TEST(CorpusOpen, NoFingerprintIsAUsageError) {
  const TemporaryDirectory directory;
  const auto error = ErrorOf([&] { Corpus::OpenOrCreate(directory.path(), ""); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), ErrorKind::kUsage);
}

TEST(CorpusOpen, ADirectoryWithoutWritePermissionIsAnIoError) {
  const TemporaryDirectory directory;
  const fs::path path = directory.path() / "corpus";
  Corpus::OpenOrCreate(path, kGenerator);
  fs::permissions(directory.path(), static_cast<fs::perms>(0755));
  fs::permissions(path, static_cast<fs::perms>(0555));
  // In a child that has given up its rights, so that the test works for root as well.
  const int pid = samples::Fork([&] {
    if (::getuid() == 0 && ::setuid(65534) != 0) throw std::runtime_error("setuid");
    const auto error = ErrorOf([&] { Corpus::OpenOrCreate(path, kGenerator); });
    if (!error || error->kind() != ErrorKind::kIo ||
        error->hint().find("permissions") == std::string::npos)
      throw std::runtime_error("no such error");
    Corpus::OpenExisting(path);
  });
  EXPECT_EQ(samples::Wait(pid), 0);
}

}  // namespace
}  // namespace latentfuzz
