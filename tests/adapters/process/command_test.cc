#include "latentfuzz/adapters/process/command.h"

#include <gmock/gmock.h>

#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz::process {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(SplitWords, BlanksQuotesAndBackslashes) {
  EXPECT_THAT(SplitWords("  python3\tworker.py  --x\n"),
              ElementsAre("python3", "worker.py", "--x"));
  EXPECT_THAT(SplitWords(R"(a 'b c' "d e" f\ g)"), ElementsAre("a", "b c", "d e", "f g"));
  EXPECT_THAT(SplitWords(R"(--name='it is' x"y"'z')"), ElementsAre("--name=it is", "xyz"));
  EXPECT_THAT(SplitWords(R"("say \"hi\" \\ \n" '\')"), ElementsAre(R"(say "hi" \ \n)", "\\"));
  EXPECT_THAT(SplitWords(R"(a "" '')"), ElementsAre("a", "", ""));
  EXPECT_THAT(SplitWords(" "), IsEmpty());
}

TEST(SplitWords, QuotedWordsReadBack) {
  for (const char* word : {"", "a", "a b", "it's", "'", "\"\\'$x`", "zoo:cnn?threads=2"})
    EXPECT_THAT(SplitWords("run " + QuoteWord(word) + " x"), ElementsAre("run", word, "x"));
}

TEST(SplitWords, NothingElseOfAShell) {
  EXPECT_THAT(SplitWords("echo $HOME *.py `ls` | cat > f; rm # x"),
              ElementsAre("echo", "$HOME", "*.py", "`ls`", "|", "cat", ">", "f;", "rm", "#", "x"));
}

TEST(SplitWords, OpenQuotesAreUsageErrors) {
  for (const char* text : {"a 'b", "a \"b", "'", "a \"b\\\"", "a\\"}) {
    const Error error = Caught([&] { SplitWords(text); });
    EXPECT_EQ(error.kind(), ErrorKind::kUsage) << text;
    EXPECT_THAT(error.what(), HasSubstr(text));
    EXPECT_FALSE(error.hint().empty());
  }
}

class CommandTest : public AdapterTest {};

TEST_F(CommandTest, NamesAProgramAndADirectory) {
  const Command command =
      ReadCommand(ModelUri::Parse("process:./run 'a b'?cwd=" + folder_.string()));
  EXPECT_THAT(command.words, ElementsAre("./run", "a b"));
  EXPECT_EQ(command.directory, folder_);
  for (const char* uri : {"process: ", "process:''", "process:run?cwd=/no/such/folder"})
    EXPECT_EQ(Caught([&] { ReadCommand(ModelUri::Parse(uri)); }).kind(), ErrorKind::kUsage) << uri;
}

TEST_F(CommandTest, TheCardLiesBesideTheFirstFileThatHasOne) {
  Write("worker.py", "");
  Write("net.onnx", "");
  Write("net.card.toml", "");
  const std::string options = "?cwd=" + folder_.string();
  const auto find = [](const std::string& uri) { return FileWithCard(ModelUri::Parse(uri)); };
  EXPECT_EQ(find("process:python3 worker.py --fast net.onnx" + options), folder_ / "net.onnx");
  EXPECT_EQ(find("process:run " + (folder_ / "net.onnx").string()), folder_ / "net.onnx");
  EXPECT_EQ(find("process:python3 worker.py" + options), "");
  EXPECT_EQ(find("process:python3 net" + options), "");
}

}  // namespace
}  // namespace latentfuzz::process
