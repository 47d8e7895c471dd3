#include "latentfuzz/adapters/process/description.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "latentfuzz/adapters/model_card_words.h"
#include "latentfuzz/adapters/pixel_format.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz::process {
namespace {

using Json = nlohmann::json;

constexpr std::int64_t kLargest = 1'000'000;

class DescriptionReader {
 public:
  DescriptionReader(std::string_view text, const std::string& worker)
      : json_(Json::parse(text, nullptr, false)), worker_(worker) {
    if (!json_.is_object()) Fail("its description is no JSON object");
  }

  WorkerDescription Read() const {
    WorkerDescription result;
    result.name = Text(Required("name"), "name");
    result.version = TextOr("version", "");
    result.task = Word("task", kTaskWords);
    for (const Json& size : List(Required("image"), "image"))
      result.image.push_back(Whole(size, "image", 1));
    if (result.image.size() != 3) Fail("\"image\" is no list of three sizes");
    ReadClasses(&result);
    if (json_.contains("scores")) result.scores = Word("scores", kScoreWords);
    if (result.task == Task::kGenerator)
      result.latent = static_cast<std::size_t>(Whole(Required("latent"), "latent", 1));
    result.encodes = Flag("encode");
    result.batch = static_cast<int>(WholeOr("batch", 0, 0));
    result.engine = TextOr("engine", result.name);
    result.engine_version = TextOr("engine_version", "");
    result.threads = static_cast<int>(WholeOr("threads", 1, 1));
    result.memory = TextOr("memory", "");
    return result;
  }

 private:
  [[noreturn]] void Fail(const std::string& problem) const {
    throw Error(ErrorKind::kSetup, fmt::format("{}: {}", worker_, problem),
                "mend the worker: docs/process-protocol.md lists the keys of its description");
  }

  const Json& Required(const char* key) const {
    if (!json_.contains(key)) Fail(fmt::format("its description lacks \"{}\"", key));
    return json_[key];
  }

  std::string Text(const Json& value, const char* key) const {
    if (!value.is_string()) Fail(fmt::format("\"{}\" is no string", key));
    return value.get<std::string>();
  }
  std::string TextOr(const char* key, const std::string& otherwise) const {
    return json_.contains(key) ? Text(json_[key], key) : otherwise;
  }

  std::int64_t Whole(const Json& value, const char* key, std::int64_t least) const {
    const bool whole = value.is_number_integer();
    if (!whole || value < least || value > kLargest)
      Fail(fmt::format("\"{}\" is no whole number from {} to {}", key, least, kLargest));
    return value.get<std::int64_t>();
  }
  std::int64_t WholeOr(const char* key, std::int64_t least, std::int64_t otherwise) const {
    return json_.contains(key) ? Whole(json_[key], key, least) : otherwise;
  }

  const Json& List(const Json& value, const char* key) const {
    if (!value.is_array()) Fail(fmt::format("\"{}\" is no list", key));
    return value;
  }

  bool Flag(const char* key) const {
    if (!json_.contains(key)) return false;
    if (!json_[key].is_boolean()) Fail(fmt::format("\"{}\" is not true or false", key));
    return json_[key].get<bool>();
  }

  template <typename Enum, std::size_t kSize>
  Enum Word(const char* key, const Words<Enum, kSize>& words) const {
    const std::string text = Text(Required(key), key);
    for (const auto& [word, value] : words)
      if (word == text) return value;
    Fail(fmt::format("\"{}\" is \"{}\"", key, text));
  }

  // Their names, or their number alone.
  void ReadClasses(WorkerDescription* result) const {
    const bool generator = result->task == Task::kGenerator;
    if (generator && !json_.contains("classes")) return;
    const Json& classes = Required("classes");
    if (!classes.is_array()) {
      result->classes = static_cast<std::size_t>(Whole(classes, "classes", generator ? 0 : 1));
      return;
    }
    for (const Json& name : classes) result->class_names.push_back(Text(name, "classes"));
    result->classes = result->class_names.size();
    if (result->classes == 0) Fail("\"classes\" names none");
  }

  Json json_;
  const std::string& worker_;
};

// One card against one description.
class Fitting {
 public:
  Fitting(const WorkerDescription& description, const std::string& worker, ModelCard* card)
      : described_(description), worker_(worker), card_(card) {}

  void Run() const {
    Require(card_->task == described_.task, "task", WordFor(kTaskWords, card_->task),
            WordFor(kTaskWords, described_.task));
    FitShape();
    if (described_.scores)
      Require(card_->scores == described_.scores, "[output] kind",
              WordFor(kScoreWords, *card_->scores), WordFor(kScoreWords, *described_.scores));
    if (generator())
      Require(card_->latent_size == described_.latent, "[latent] size", card_->latent_size,
              described_.latent);
    FitClasses();
    if (card_->batch == 0) card_->batch = described_.batch;
    if (described_.batch > 0)
      Require(card_->batch == described_.batch, generator() ? "[latent] batch" : "[input] batch",
              card_->batch, described_.batch);
  }

 private:
  bool generator() const { return card_->task == Task::kGenerator; }

  template <typename A, typename B>
  void Require(bool same, std::string_view key, const A& of_card, const B& of_worker) const {
    if (same) return;
    throw Error(ErrorKind::kSetup,
                fmt::format("{}: {} is {}, but {} says {}", card_->source.string(), key, of_card,
                            worker_, of_worker),
                "correct the card, or give the worker another model");
  }

  void FitShape() const {
    PixelFormat& image = card_->image;
    const std::string_view key = generator() ? "[output] shape" : "[input] shape";
    if (!image.shape) image.shape = DescribedShape();
    const std::vector<std::int64_t> sizes = TensorSizes(image, *image.shape, 1);
    const std::vector<std::int64_t> each(sizes.begin() + 1, sizes.end());
    Require(each == described_.image, key, each, described_.image);
  }

  ImageShape DescribedShape() const {
    const std::vector<std::int64_t>& sizes = described_.image;
    const auto at = [&](std::size_t i) { return static_cast<int>(sizes[i]); };
    return card_->image.layout == Layout::kNchw ? ImageShape{at(0), at(1), at(2)}
                                                : ImageShape{at(2), at(0), at(1)};
  }

  // A generator without classes takes no labels; a classifier's card may leave their names out, and
  // two classes may have one column of scores.
  void FitClasses() const {
    std::vector<std::string>& names = generator() ? card_->latent_classes : card_->classes;
    const std::string_view key = generator() ? "[latent] classes" : "[output] classes";
    if (!card_->indices_name.empty())
      throw Error(ErrorKind::kSetup,
                  fmt::format("{}: [output] indices stands there, but {} has no such output",
                              card_->source.string(), worker_),
                  "let the worker return a score for each class, and remove indices");
    if (names.empty() && !generator()) names = described_.class_names;
    if (names.empty() && !generator()) return;
    const bool one_column = !generator() && names.size() == 2 && described_.classes == 1;
    if (one_column) return;
    Require(names.size() == described_.classes, key, fmt::format("a list of {}", names.size()),
            described_.classes);
    if (!described_.class_names.empty())
      Require(names == described_.class_names, key, names, described_.class_names);
  }

  const WorkerDescription& described_;
  const std::string& worker_;
  ModelCard* card_;
};

}  // namespace

WorkerDescription ParseDescription(std::string_view json, const std::string& worker) {
  return DescriptionReader(json, worker).Read();
}

std::string EncodeDescription(const WorkerDescription& description) {
  Json json{{"name", description.name},
            {"task", WordFor(kTaskWords, description.task)},
            {"image", description.image},
            {"classes", description.classes},
            {"batch", description.batch},
            {"engine", description.engine},
            {"engine_version", description.engine_version},
            {"threads", description.threads}};
  if (!description.memory.empty()) json["memory"] = description.memory;
  if (!description.version.empty()) json["version"] = description.version;
  if (!description.class_names.empty()) json["classes"] = description.class_names;
  if (description.scores) json["scores"] = WordFor(kScoreWords, *description.scores);
  if (description.task == Task::kGenerator) {
    json["latent"] = description.latent;
    json["encode"] = description.encodes;
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<std::int64_t> AnswerSizes(const WorkerDescription& description, MessageKind request,
                                      std::int64_t rows) {
  if (request == MessageKind::kDecode) {
    std::vector<std::int64_t> sizes{rows};
    sizes.insert(sizes.end(), description.image.begin(), description.image.end());
    return sizes;
  }
  const std::size_t width =
      request == MessageKind::kEncode ? description.latent : description.classes;
  return {rows, static_cast<std::int64_t>(width)};
}

void FitCard(const WorkerDescription& description, const std::string& worker, ModelCard* card) {
  Fitting(description, worker, card).Run();
}

}  // namespace latentfuzz::process
