#include "latentfuzz/adapters/process/description.h"

#include <gmock/gmock.h>

#include "latentfuzz/tests/adapters/fixture.h"

namespace latentfuzz::process {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kWorker = "process:./worker";
constexpr const char* kClassifier =
    R"({"name": "net", "task": "classification", "image": [3, 4, 5], "classes": ["a", "b"]})";
constexpr const char* kGenerator =
    R"({"name": "vae", "task": "generator", "image": [1, 4, 5], "latent": 6, "encode": true})";

WorkerDescription Parse(const std::string& json) { return ParseDescription(json, kWorker); }

ModelCard ClassifierCard() {
  ModelCard card;
  card.source = "net.card.toml";
  card.image.color = ColorOrder::kRgb;
  card.scores = ScoreKind::kLogits;
  return card;
}

TEST(WorkerDescription, EveryKey) {
  const WorkerDescription described = Parse(
      R"({"name": "net", "version": "3", "task": "classification", "image": [3, 4, 5],
          "classes": ["a", "b"], "scores": "probabilities", "batch": 8, "engine": "numpy",
          "engine_version": "1.24", "threads": 2, "of": ["a newer", "worker"]})");
  EXPECT_EQ(described.name, "net");
  EXPECT_EQ(described.version, "3");
  EXPECT_EQ(described.task, Task::kClassification);
  EXPECT_THAT(described.image, ElementsAre(3, 4, 5));
  EXPECT_EQ(described.classes, 2U);
  EXPECT_THAT(described.class_names, ElementsAre("a", "b"));
  EXPECT_EQ(described.scores, ScoreKind::kProbabilities);
  EXPECT_EQ(described.batch, 8);
  EXPECT_EQ(described.engine, "numpy");
  EXPECT_EQ(described.engine_version, "1.24");
  EXPECT_EQ(described.threads, 2);
}

TEST(WorkerDescription, WhatMayBeLeftOut) {
  const WorkerDescription described = Parse(kGenerator);
  EXPECT_EQ(described.task, Task::kGenerator);
  EXPECT_EQ(described.latent, 6U);
  EXPECT_TRUE(described.encodes);
  EXPECT_EQ(described.classes, 0U);
  EXPECT_EQ(described.batch, 0);
  EXPECT_EQ(described.engine, "vae");
  EXPECT_FALSE(described.scores);
}

struct Fault {
  const char* from;  // replaced in kClassifier
  const char* to;
  const char* message;
};

class WorkerDescriptionFault : public ::testing::TestWithParam<Fault> {};

TEST_P(WorkerDescriptionFault, IsASetupErrorThatNamesTheKey) {
  std::string json = kClassifier;
  const std::string from = GetParam().from;
  json.replace(json.find(from), from.size(), GetParam().to);
  const Error error = Caught([&] { Parse(json); });
  EXPECT_EQ(error.kind(), ErrorKind::kSetup);
  EXPECT_THAT(error.what(), AllOf(StartsWith(kWorker), HasSubstr(GetParam().message)));
  EXPECT_THAT(error.hint(), HasSubstr("process-protocol.md"));
}

INSTANTIATE_TEST_SUITE_P(
    All, WorkerDescriptionFault,
    ::testing::Values(Fault{"{", "[", "no JSON object"}, Fault{"}", "", "no JSON object"},
                      Fault{"\"name\": \"net\", ", "", "lacks \"name\""},
                      Fault{"\"net\"", "1", "\"name\" is no string"},
                      Fault{"\"classification\"", "\"detection\"", "\"task\" is \"detection\""},
                      Fault{"[3, 4, 5]", "[3, 4]", "\"image\" is no list of three"},
                      Fault{"[3, 4, 5]", "[3, 4, 0]", "\"image\" is no whole number from 1"},
                      Fault{"[3, 4, 5]", "[3, 4, 5.5]", "\"image\" is no whole number"},
                      Fault{"[3, 4, 5]", "3", "\"image\" is no list"},
                      Fault{"[3, 4, 5]", "[3, 4, 1e9]", "\"image\" is no whole number"},
                      Fault{", \"classes\": [\"a\", \"b\"]", "", "lacks \"classes\""},
                      Fault{"[\"a\", \"b\"]", "[]", "\"classes\" names none"},
                      Fault{"[\"a\", \"b\"]", "0", "\"classes\" is no whole number from 1"},
                      Fault{"[\"a\", \"b\"]", "[1]", "\"classes\" is no string"},
                      Fault{"}", ", \"scores\": \"loud\"}", "\"scores\" is \"loud\""},
                      Fault{"}", ", \"batch\": -1}", "\"batch\" is no whole number from 0"},
                      Fault{"}", ", \"threads\": 0}", "\"threads\" is no whole number from 1"},
                      Fault{"}", ", \"encode\": 1}", "\"encode\" is not true or false"},
                      Fault{"classification", "generator", "lacks \"latent\""}));

TEST(WorkerDescription, WrittenAndReadItIsTheSame) {
  WorkerDescription described = Parse(kClassifier);
  EXPECT_EQ(Parse(EncodeDescription(described)), described);
  described.class_names.clear();
  EXPECT_EQ(Parse(EncodeDescription(described)), described);
  described = Parse(kGenerator);
  described.classes = 7;
  described.batch = 8;
  described.version = described.engine_version = "1";
  described.threads = 2;
  described.memory = "mark";
  EXPECT_EQ(Parse(EncodeDescription(described)), described);
}

TEST(WorkerDescription, AnswersHaveARowForEachOfTheRequest) {
  WorkerDescription described;
  described.image = {3, 4, 5};
  described.classes = 7;
  described.latent = 2;
  const auto sizes = [&](MessageKind request) { return AnswerSizes(described, request, 9); };
  EXPECT_EQ(sizes(MessageKind::kPredict), (std::vector<std::int64_t>{9, 7}));
  EXPECT_EQ(sizes(MessageKind::kDecode), (std::vector<std::int64_t>{9, 3, 4, 5}));
  EXPECT_EQ(sizes(MessageKind::kEncode), (std::vector<std::int64_t>{9, 2}));
}

TEST(WorkerDescription, FillsInTheCard) {
  WorkerDescription described = Parse(kClassifier);
  described.batch = 4;
  ModelCard card = ClassifierCard();
  FitCard(described, kWorker, &card);
  EXPECT_EQ(card.image.shape, (ImageShape{3, 4, 5}));
  EXPECT_THAT(card.classes, ElementsAre("a", "b"));
  EXPECT_EQ(card.batch, 4);

  described.image = {4, 5, 3};
  card = ClassifierCard();
  card.image.layout = Layout::kNhwc;
  FitCard(described, kWorker, &card);
  EXPECT_EQ(card.image.shape, (ImageShape{3, 4, 5}));
}

TEST(WorkerDescription, ACardMayNameClassesThatTheWorkerCounts) {
  WorkerDescription described = Parse(kClassifier);
  described.class_names.clear();
  ModelCard card = ClassifierCard();
  card.classes = {"x", "y"};
  FitCard(described, kWorker, &card);
  EXPECT_THAT(card.classes, ElementsAre("x", "y"));
  described.classes = 1;  // one column of scores for two classes
  EXPECT_NO_THROW(FitCard(described, kWorker, &card));
}

struct Misfit {
  const char* what;
  void (*spoil)(ModelCard*);
  const char* message;
};

class WorkerMisfit : public ::testing::TestWithParam<Misfit> {};

TEST_P(WorkerMisfit, IsASetupErrorWithBothValues) {
  WorkerDescription described = Parse(kClassifier);
  described.scores = ScoreKind::kLogits;
  described.batch = 2;
  ModelCard card = ClassifierCard();
  GetParam().spoil(&card);
  const Error error = Caught([&] { FitCard(described, kWorker, &card); });
  EXPECT_EQ(error.kind(), ErrorKind::kSetup);
  EXPECT_THAT(error.what(), AllOf(StartsWith("net.card.toml: "), HasSubstr(kWorker),
                                  HasSubstr(GetParam().message)));
}

INSTANTIATE_TEST_SUITE_P(
    All, WorkerMisfit,
    ::testing::Values(
        Misfit{"task", [](ModelCard* card) { card->task = Task::kGenerator; }, "task is generator"},
        Misfit{"shape",
               [](ModelCard* card) {
                 card->image.shape = ImageShape{3, 5, 4};
               },
               "[input] shape is [3, 5, 4]"},
        Misfit{"layout",
               [](ModelCard* card) {
                 card->image.shape = ImageShape{3, 4, 5};
                 card->image.layout = Layout::kNhwc;
               },
               "[input] shape is [4, 5, 3]"},
        Misfit{"kind", [](ModelCard* card) { card->scores = ScoreKind::kProbabilities; },
               "[output] kind is probabilities"},
        Misfit{"count", [](ModelCard* card) { card->classes = {"a"}; },
               "[output] classes is a list of 1"},
        Misfit{"order",
               [](ModelCard* card) {
                 card->classes = {"b", "a"};
               },
               "[output] classes is [\"b\", \"a\"]"},
        Misfit{"batch", [](ModelCard* card) { card->batch = 3; }, "[input] batch is 3"}),
    [](const auto& test) { return test.param.what; });

TEST(WorkerDescription, OfAGenerator) {
  WorkerDescription described = Parse(kGenerator);
  ModelCard card;
  card.source = "vae.card.toml";
  card.task = Task::kGenerator;
  card.latent_size = 6;
  FitCard(described, kWorker, &card);
  EXPECT_EQ(card.image.shape, (ImageShape{1, 4, 5}));
  const auto refused = [&] {
    ModelCard copy = card;
    return std::string(Caught([&] { FitCard(described, kWorker, &copy); }).what());
  };
  card.latent_size = 7;
  EXPECT_THAT(refused(), HasSubstr("[latent] size is 7, but process:./worker says 6"));
  card.latent_size = 6;
  described.classes = 10;
  EXPECT_THAT(refused(), HasSubstr("[latent] classes is a list of 0"));
}

}  // namespace
}  // namespace latentfuzz::process
