// Models that cannot be used: an exit code and one clear message.
#include <gmock/gmock.h>

#include "latentfuzz/tests/harness/e2e/toy_files.h"

namespace latentfuzz::e2e {
namespace {

namespace fs = std::filesystem;

class WrongModels : public ToyFilesTest {};

TEST_F(WrongModels, NoneIsWrong) { EXPECT_EQ(RunPair().exit, 0); }

TEST_F(WrongModels, MissingFile) {
  fs::remove(At("candidate.pt"));
  ExpectRefused(RunPair(), 3, "candidate.pt");
}

TEST_F(WrongModels, TextInPlaceOfTorchScript) {
  samples::WriteFile(At("candidate.pt"), "these are no weights\n");
  ExpectRefused(RunPair(), 3, "candidate.pt");
}

TEST_F(WrongModels, EmptyFile) {
  samples::WriteFile(At("candidate.pt"), "");
  ExpectRefused(RunPair(), 3, "candidate.pt");
}

TEST_F(WrongModels, TruncatedFile) {
  const auto size = fs::file_size(At("candidate.pt"));
  for (const auto kept : {size - 1, size / 2, std::uintmax_t{100}}) {
    fs::resize_file(At("candidate.pt"), kept);
    ExpectRefused(RunPair(), 3, "candidate.pt");
  }
}

TEST_F(WrongModels, AFolder) {
  fs::remove(At("candidate.pt"));
  fs::create_directory(At("candidate.pt"));
  ExpectRefused(RunPair(), 3, "candidate.pt");
}

TEST_F(WrongModels, MissingCard) {
  fs::remove(At("candidate.card.toml"));
  ExpectRefused(RunPair(), 3, "candidate.card.toml");
}

TEST_F(WrongModels, CardWithoutOutputKind) {
  SpoilCard("candidate", "kind = \"logits\"\n", "");
  ExpectRefused(RunPair(), 3, "kind");
}

TEST_F(WrongModels, CardWithAnUnknownKey) {
  SpoilCard("candidate", "range", "rnage");
  ExpectRefused(RunPair(), 3, "rnage");
}

TEST_F(WrongModels, CardOfAGenerator) {
  samples::WriteFile(At("candidate.card.toml"), toy::GeneratorCard());
  ExpectRefused(RunPair(), 3, "candidate");
}

TEST_F(WrongModels, CardWithOtherClasses) {
  SpoilCard("candidate", "\"dark\"", "\"dark\", \"middle\"");
  ExpectRefused(RunPair(), 3, "classes");
}

TEST_F(WrongModels, ClassCountsThatDiffer) {
  toy::WriteThreeClasses(At("candidate.pt"));
  ExpectRefused(RunPair(), 3, "class counts differ");
}

TEST_F(WrongModels, ImagesOfAnotherSize) {
  SpoilCard("candidate", "[1, 4, 4]", "[1, 2, 8]");
  ExpectRefused(RunPair(), 3, "1x2x8");
}

TEST_F(WrongModels, ImagesOfOtherChannels) {
  SpoilCard("candidate", "shape = [1, 4, 4]", "shape = [3, 4, 4]\ncolor = \"rgb\"");
  ExpectRefused(RunPair(), 3, "");
}

TEST_F(WrongModels, GeneratorOfAnotherLatentSize) {
  SpoilCard("generator", "size = 2", "size = 3");
  ExpectRefused(RunPair(), 3, "generator");
}

TEST_F(WrongModels, GeneratorOutsideItsRange) {
  SpoilCard("generator", "range = [0, 1]", "range = [0, 0.25]");
  ExpectRefused(RunPair(), 3, "generator");
}

TEST_F(WrongModels, ScoresThatAreNotFinite) {
  toy::WriteNanClassifier(At("candidate.pt"));
  ExpectRefused(RunPair(), 3, "NaN");
}

TEST_F(WrongModels, UnrelatedPair) {
  toy::WriteThreshold(At("candidate.pt"), 5);
  ExpectRefused(RunPair(), 3, "unrelated");
}

TEST_F(WrongModels, AClassifierAsGenerator) {
  fs::copy_file(At("reference.card.toml"), At("generator.card.toml"),
                fs::copy_options::overwrite_existing);
  ExpectRefused(RunPair(), 3, "generator.card.toml");
}

TEST_F(WrongModels, UnknownZooModelAndUnknownScheme) {
  const auto reference = [&](const char* uri) {
    return Execute({"run", "--reference", uri, "--candidate", At("candidate.pt").string(),
                    "--generator", At("generator.pt").string(), At("c").string()});
  };
  ExpectRefused(reference("zoo:fashion-cn"), 2, "fashion-cn");
  ExpectRefused(reference("torchscrip:x.pt"), 2, "torchscrip");
  ExpectRefused(reference("model.h5"), 2, "model.h5");
  ExpectRefused(reference("zoo:fashion-cnn?threads=many"), 2, "threads");
}

}  // namespace
}  // namespace latentfuzz::e2e
