// Campaigns against a model server: the same verdicts as from the file, and nothing lost when it
// dies.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "latentfuzz/corpus/corpus.h"
#include "latentfuzz/tests/adapters/kserve/model_server.h"
#include "latentfuzz/tests/harness/e2e/program.h"

namespace latentfuzz::e2e {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

class KserveCampaign : public ::testing::Test {
 protected:
  static ServedModel Int8() {
    ServedModel served;
    served.uri = "zoo:fashion-cnn-int8";
    return served;
  }
  fs::path At(const std::string& name) const { return directory_.path() / name; }
  std::string Served() const {
    const fs::path card = fs::path(LATENTFUZZ_SOURCE_DIR) / "zoo/fashion-cnn-int8.card.toml";
    return "kserve:" + server_.url() + "?retries=0&card=" + card.string();
  }
  Finished Run(const std::string& candidate, const std::string& corpus) const {
    return Execute({"run", "--reference", "zoo:fashion-cnn", "--candidate", candidate,
                    "--generator", "zoo:fashion-vae", "--evals", "1024", "--batch", "64", "--stats",
                    At(corpus + ".json").string(), At(corpus).string()});
  }
  nlohmann::json Stats(const std::string& corpus) const {
    return nlohmann::json::parse(samples::ReadFile(At(corpus + ".json")));
  }

  ModelServer server_{Int8()};
  samples::TemporaryDirectory directory_;
};

TEST_F(KserveCampaign, SameVerdictsAsFromTheFile) {
  ASSERT_EQ(Run(Served(), "served").exit, 0);
  ASSERT_EQ(Run("zoo:fashion-cnn-int8?optimize=0", "file").exit, 0);
  EXPECT_GT(Stats("file").at("findings"), 10);
  for (const char* key : {"evaluations", "triggers", "findings", "signatures", "near_copies",
                          "confirmations", "stability"})
    EXPECT_EQ(Stats("served").at(key), Stats("file").at(key)) << key;
  EXPECT_EQ(Execute({"replay", At("served").string()}).exit, 0);
}

TEST_F(KserveCampaign, GoesOnWhenTheServerIsBack) {
  ASSERT_EQ(Run(Served(), "whole").exit, 0);
  const int half = static_cast<int>(server_.seen().size()) * 2 / 3;
  for (const CannedReply& death :
       {CannedReply{.status = 500, .after = half}, CannedReply{.missing = 9, .after = half}}) {
    server_.Answer(ModelServer::kInfer, death);
    const std::string corpus = "cut" + std::to_string(death.status);
    const Finished cut = Run(Served(), corpus);
    EXPECT_EQ(cut.exit, death.status == 500 ? 3 : 4) << cut.err;
    EXPECT_THAT(cut.err, AllOf(HasSubstr("error: " + server_.url()), HasSubstr("hint: ")));
    EXPECT_GT(Corpus::OpenExisting(At(corpus)).Findings(nullptr).size(), 0U);
    server_.AnswerTruly(ModelServer::kInfer);
    EXPECT_EQ(Run(Served(), corpus).exit, 0);
    EXPECT_TRUE(Lasting(At(corpus)) == Lasting(At("whole")));
  }
}

}  // namespace
}  // namespace latentfuzz::e2e
