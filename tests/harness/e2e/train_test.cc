// From a folder of pictures to a campaign, without any model of one's own.
#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "latentfuzz/tests/harness/e2e/program.h"
#include "latentfuzz/tests/training/picture_folder.h"

namespace latentfuzz::e2e {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class Training : public ::testing::Test {
 protected:
  Training() { WritePictures(directory_.path() / "pictures", 40, {3, 16, 16}); }
  std::string At(const std::string& name) const { return (directory_.path() / name).string(); }
  Finished Train(const std::string& what, const std::string& out,
                 const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"train", what, "--data", At("pictures"), "--out", At(out)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Execute(arguments);
  }

  samples::TemporaryDirectory directory_;
};

TEST_F(Training, FromPicturesToFindings) {
  ASSERT_EQ(Train("classifier", "a.pt", {"--epochs", "4", "--seed", "1"}).exit, 0);
  ASSERT_EQ(Train("classifier", "b.pt", {"--epochs", "4", "--seed", "2"}).exit, 0);
  const Finished vae = Train("vae", "vae.pt", {"--epochs", "3", "--stats", At("vae.json")});
  ASSERT_EQ(vae.exit, 0) << vae.err;
  EXPECT_THAT(vae.err, HasSubstr("epoch 3/3"));
  EXPECT_THAT(vae.out, HasSubstr("label_kept"));
  EXPECT_THAT(vae.out, HasSubstr("wrote " + At("vae.card.toml")));
  EXPECT_TRUE(fs::exists(At("vae.samples.png")));
  EXPECT_TRUE(nlohmann::json::parse(samples::ReadFile(At("vae.json"))).contains("label_kept"));

  const Finished doctor = Execute({"doctor", At("a.pt"), At("b.pt"), At("vae.pt")});
  EXPECT_THAT(doctor.out, HasSubstr("80 labelled real images"));
  const Finished run =
      Execute({"run", "--reference", At("a.pt"), "--candidate", At("b.pt"), "--generator",
               At("vae.pt"), "--images", At("pictures"), "--min-agreement", "0", "--evals", "300",
               "--stats", At("s.json"), At("corpus")});
  ASSERT_EQ(run.exit, 0) << run.err;
  EXPECT_EQ(nlohmann::json::parse(samples::ReadFile(At("s.json"))).at("evaluations"), 300);
  EXPECT_THAT(run.out, HasSubstr("encoded")) << "the pictures are seeds";
}

TEST_F(Training, InterruptedItSaysHowToGoOn) {
  Program program({{"train", "vae", "--data", At("pictures"), "--out", At("vae.pt"), "--epochs",
                    "100000", "--patience", "100000"}});
  while (program.Running() && program.Err().find("epoch 1/") == std::string::npos) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  program.Signal(SIGINT);
  const Finished finished = program.Wait();
  EXPECT_EQ(finished.exit, 130);
  EXPECT_THAT(finished.err, HasSubstr("interrupted; the same command goes on"));
  EXPECT_TRUE(fs::exists(At("vae.training")));
  EXPECT_FALSE(fs::exists(At("vae.pt")));
}

TEST_F(Training, WhatCannotBeTrainedIsRefused) {
  ExpectRefused(Execute({"train"}), 2, "");
  ExpectRefused(Execute({"train", "vae", "--out", At("v.pt")}), 2, "--data");
  ExpectRefused(Train("vae", "v.pt", {"--labels", At("l")}), 2, "has its own");
  ExpectRefused(Train("vae", "v.pt", {"--time", "soon"}), 2, "soon");
  ExpectRefused(Train("vae", "v.pt", {"--latent", "100000000"}), 2, "--latent");
  ExpectRefused(Train("vae", "v.pt", {"--size", "20"}), 4, "3x20x20");
  ExpectRefused(Train("classifier", "no/such/v.pt", {"--epochs", "1"}), 4, "no/such");
  samples::WriteFile(directory_.path() / "pictures/bars/broken.png", "no picture");
  ExpectRefused(Train("vae", "v.pt"), 4, "broken.png");
  fs::remove_all(At("pictures/bars"));
  ExpectRefused(Train("vae", "v.pt"), 4, "one class only");
}

}  // namespace
}  // namespace latentfuzz::e2e
