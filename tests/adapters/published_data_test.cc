#include "latentfuzz/adapters/published_data.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "latentfuzz/base/sha256.h"
#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Stands in for npm: what it would be asked for, and what it would do, is written by each test.
class PublishedDataTest : public AdapterTest {
 protected:
  // A program that is run with the folder of the set's files as $files.
  std::string Npm(const std::string& body) const {
    const fs::path path = Write("npm",
                                "#!/bin/sh\nfiles=\"$3/node_modules/small-data/data\"\n"
                                "mkdir -p \"$files\"\necho \"$@\" > \"" +
                                    (folder_ / "asked").string() + "\"\n" + body + "\n");
    fs::permissions(path, fs::perms::owner_all);
    return path.string();
  }
  std::string Whole() const {
    return Npm("printf one > \"$files/first\"\nprintf two > \"$files/second\"");
  }
  std::string Read(const fs::path& path) const {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::vector<fs::path> Leftovers() const {
    std::vector<fs::path> found;
    if (!fs::exists(data_)) return found;
    for (const auto& entry : fs::directory_iterator(data_)) {
      if (entry.path().filename().string().starts_with('.')) found.push_back(entry.path());
    }
    return found;
  }

  PublishedSet set_{
      "small",
      "small-data@1.0.0",
      "small-data/data",
      {{"first", "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed"},
       {"second", "3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3"}}};
  fs::path data_;
  void SetUp() override {
    AdapterTest::SetUp();
    data_ = folder_ / "new" / "data";
  }
};

TEST_F(PublishedDataTest, PutsVerifiedFilesIntoANewFolder) {
  const Fetched fetched = Fetch(set_, data_, false, Whole());
  EXPECT_THAT(fetched.written, ElementsAre(data_ / "first", data_ / "second"));
  EXPECT_TRUE(fetched.present.empty());
  EXPECT_EQ(Read(data_ / "second"), "two");
  EXPECT_TRUE(Leftovers().empty());
  const std::string asked = Read(folder_ / "asked");
  EXPECT_THAT(asked, HasSubstr("install --prefix"));
  EXPECT_THAT(asked, HasSubstr("--ignore-scripts"));
  EXPECT_THAT(asked, HasSubstr(" small-data@1.0.0"));
}

TEST_F(PublishedDataTest, WhatIsThereIsNotFetchedAgain) {
  Fetch(set_, data_, false, Whole());
  const Fetched again = Fetch(set_, data_, false, Npm("exit 1"));
  EXPECT_EQ(again.present.size(), 2U);
  EXPECT_TRUE(again.written.empty());
  fs::remove(data_ / "first");
  EXPECT_THAT(Fetch(set_, data_, false, Whole()).written, ElementsAre(data_ / "first"));
}

TEST_F(PublishedDataTest, AnotherFileStaysUnlessItMayBeReplaced) {
  fs::create_directories(data_);
  std::ofstream(data_ / "second") << "mine";
  const Error error = Caught([&] { Fetch(set_, data_, false, Whole()); });
  EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  EXPECT_THAT(error.what(), HasSubstr((data_ / "second").string()));
  EXPECT_THAT(error.hint(), HasSubstr("--replace"));
  EXPECT_EQ(Read(data_ / "second"), "mine");
  EXPECT_FALSE(fs::exists(data_ / "first"));
  Fetch(set_, data_, true, Whole());
  EXPECT_EQ(Read(data_ / "second"), "two");
}

TEST_F(PublishedDataTest, FilesThatAreNotThePublishedOnesNeverAppear) {
  const Error wrong = Caught([&] {
    Fetch(set_, data_, false, Npm("printf one > \"$files/first\"\nprintf 2 > \"$files/second\""));
  });
  EXPECT_EQ(wrong.kind(), ErrorKind::kData);
  EXPECT_THAT(wrong.what(), HasSubstr("second is not the published file"));
  const Error missing =
      Caught([&] { Fetch(set_, data_, false, Npm("printf one > \"$files/first\"")); });
  EXPECT_EQ(missing.kind(), ErrorKind::kData);
  EXPECT_THAT(missing.what(), HasSubstr("no file second"));
  EXPECT_FALSE(fs::exists(data_ / "first"));
  EXPECT_TRUE(Leftovers().empty());
}

TEST_F(PublishedDataTest, NpmMissingOrWithoutNetworkIsSaidPlainly) {
  const Error none = Caught([&] { Fetch(set_, data_, false, (folder_ / "no-npm").string()); });
  EXPECT_EQ(none.kind(), ErrorKind::kSetup);
  EXPECT_THAT(none.what(), HasSubstr("no-npm: no such program"));
  EXPECT_THAT(none.hint(), HasSubstr("install npm"));
  const Error offline =
      Caught([&] { Fetch(set_, data_, false, Npm("echo getaddrinfo ENOTFOUND >&2; exit 7")); });
  EXPECT_EQ(offline.kind(), ErrorKind::kIo);
  EXPECT_THAT(offline.what(), HasSubstr("small-data@1.0.0 (exit 7):\ngetaddrinfo ENOTFOUND"));
  EXPECT_THAT(offline.hint(), HasSubstr("network"));
}

TEST_F(PublishedDataTest, AFolderThatCannotBeWrittenIsAnIoError) {
  Write("file", "");
  const Error error = Caught([&] { Fetch(set_, folder_ / "file" / "data", false, Whole()); });
  EXPECT_EQ(error.kind(), ErrorKind::kIo);
  EXPECT_THAT(error.what(), HasSubstr("cannot write to"));
}

TEST(PublishedSets, DigestsOfMnistAreThoseOfItsFiles) {
  const char* folder = std::getenv("LATENTFUZZ_TEST_MNIST");
  if (folder == nullptr) GTEST_SKIP() << "LATENTFUZZ_TEST_MNIST names no folder of MNIST";
  const PublishedSet& mnist = PublishedSets().front();
  EXPECT_EQ(mnist.files.size(), 4U);
  for (const PublishedFile& file : mnist.files) {
    EXPECT_EQ(FileSha256(fs::path(folder) / file.name), file.sha256) << file.name;
  }
}

}  // namespace
}  // namespace latentfuzz
