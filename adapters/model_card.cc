#include "latentfuzz/adapters/model_card.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>

#include "latentfuzz/adapters/model_card_check.h"
#include "latentfuzz/adapters/model_card_words.h"
#include "latentfuzz/adapters/nearest_name.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

constexpr std::string_view kClassifierCard =
    "task = \"classification\"\n"
    "[input]\nshape = [1, 28, 28]\nrange = [0, 1]\n"
    "[output]\nkind = \"logits\"  # or \"probabilities\"\nclasses = [\"a\", \"b\"]";
constexpr std::string_view kGeneratorCard =
    "task = \"generator\"\n"
    "[latent]\nsize = 16\nprior = \"normal\"\n"
    "[output]\nshape = [1, 28, 28]\nrange = [0, 1]";

constexpr std::string_view kCardFlags = "--reference-card, --candidate-card, --generator-card";

// One value of the card, and where it stands.
struct Value {
  const std::filesystem::path& file;
  std::string key;  // "[input] range"
  const toml::node& node;

  [[noreturn]] void Fail(std::string_view problem, std::string hint) const {
    throw Error(ErrorKind::kSetup,
                fmt::format("{}:{}: {} {}", file.string(), node.source().begin.line, key, problem),
                std::move(hint));
  }
};

template <typename T>
T Scalar(const Value& value, std::string_view what) {
  const std::optional<T> read = value.node.value<T>();
  if (!read) value.Fail(fmt::format("must be {}", what), fmt::format("write {} there", what));
  return *read;
}

std::string Text(const Value& value) {
  return Scalar<std::string>(value, "a string in double quotes");
}
double Number(const Value& value) { return Scalar<double>(value, "a number"); }

int Whole(const Value& value, int least) {
  const std::int64_t number = Scalar<std::int64_t>(value, "a whole number");
  if (number < least || number > 1'000'000)
    value.Fail(fmt::format("must lie between {} and 1000000", least), "correct the number");
  return static_cast<int>(number);
}

template <typename T>
std::vector<T> List(const Value& value, T (*read)(const Value&)) {
  const toml::array* array = value.node.as_array();
  if (array == nullptr) value.Fail("must be a list", "write it in square brackets: [a, b]");
  std::vector<T> list;
  for (const toml::node& element : *array)
    list.push_back(read({value.file, value.key + " element", element}));
  return list;
}

int Dimension(const Value& value) { return Whole(value, 1); }

template <typename Enum, std::size_t kSize>
Enum Word(const Value& value, const Words<Enum, kSize>& words) {
  const std::string text = Text(value);
  std::array<std::string_view, kSize> known;
  for (std::size_t i = 0; i < kSize; ++i) {
    if (words[i].first == text) return words[i].second;
    known[i] = words[i].first;
  }
  value.Fail(fmt::format("is \"{}\"", text), SuggestName(text, known));
}

void ReadInterval(const Value& value, double* low, double* high) {
  const std::vector<double> ends = List<double>(value, Number);
  if (ends.size() != 2 || !(ends[0] < ends[1]))
    value.Fail("must be two numbers, the smaller one first", "write it as [0, 1]");
  *low = ends[0];
  *high = ends[1];
}

void ReadShape(const Value& value, CardDraft* draft) {
  const std::vector<int> shape = List<int>(value, Dimension);
  if (shape.size() != 3)
    value.Fail("must have three numbers, without the batch",
               "write [channels, height, width], or [height, width, channels] for nhwc");
  draft->shape = {shape[0], shape[1], shape[2]};
}

constexpr unsigned kClassifierKey = 1, kGeneratorKey = 2, kAnyTask = 3;

// One row a key. `{c, g}`: the key belongs to cards of classifiers, of generators, or of both.
struct Key {
  unsigned tasks;
  std::string_view section, name;
  void (*read)(const Value&, CardDraft*);
};

// The pixels' keys stand under [input] of a classifier and [output] of a generator.
#define LATENTFUZZ_PIXEL_KEY(name, ...)                  \
  Key{kClassifierKey, "input", name, __VA_ARGS__}, Key { \
    kGeneratorKey, "output", name, __VA_ARGS__           \
  }

const Key kKeys[] = {
    {kAnyTask, "", "task",
     [](const Value& v, CardDraft* d) { d->card.task = Word(v, kTaskWords); }},
    LATENTFUZZ_PIXEL_KEY("name",
                         [](const Value& v, CardDraft* d) { d->card.image.name = Text(v); }),
    LATENTFUZZ_PIXEL_KEY("shape", ReadShape),
    LATENTFUZZ_PIXEL_KEY("color",
                         [](const Value& v, CardDraft* d) { d->color = Word(v, kColorWords); }),
    LATENTFUZZ_PIXEL_KEY("range",
                         [](const Value& v, CardDraft* d) {
                           ReadInterval(v, &d->card.image.low, &d->card.image.high);
                         }),
    LATENTFUZZ_PIXEL_KEY(
        "mean", [](const Value& v, CardDraft* d) { d->card.image.mean = List<double>(v, Number); }),
    LATENTFUZZ_PIXEL_KEY(
        "std", [](const Value& v, CardDraft* d) { d->card.image.std = List<double>(v, Number); }),
    LATENTFUZZ_PIXEL_KEY(
        "layout",
        [](const Value& v, CardDraft* d) { d->card.image.layout = Word(v, kLayoutWords); }),
    {kClassifierKey, "input", "resize",
     [](const Value& v, CardDraft* d) { d->card.image.resize = Word(v, kResizeWords); }},
    {kClassifierKey, "input", "batch",
     [](const Value& v, CardDraft* d) { d->card.batch = Whole(v, 0); }},
    {kGeneratorKey, "latent", "batch",
     [](const Value& v, CardDraft* d) { d->card.batch = Whole(v, 0); }},
    {kClassifierKey, "output", "name",
     [](const Value& v, CardDraft* d) { d->card.output_name = Text(v); }},
    {kClassifierKey, "output", "indices",
     [](const Value& v, CardDraft* d) { d->card.indices_name = Text(v); }},
    {kClassifierKey, "output", "kind",
     [](const Value& v, CardDraft* d) { d->card.scores = Word(v, kScoreWords); }},
    {kClassifierKey, "output", "classes",
     [](const Value& v, CardDraft* d) { d->card.classes = List<std::string>(v, Text); }},
    {kGeneratorKey, "latent", "size",
     [](const Value& v, CardDraft* d) {
       d->card.latent_size = static_cast<std::size_t>(Whole(v, 1));
     }},
    {kGeneratorKey, "latent", "prior",
     [](const Value& v, CardDraft* d) { d->card.prior = Word(v, kPriorWords); }},
    {kGeneratorKey, "latent", "bounds",
     [](const Value& v, CardDraft* d) {
       ReadInterval(v, &d->card.latent_low, &d->card.latent_high);
     }},
    {kGeneratorKey, "latent", "classes",
     [](const Value& v, CardDraft* d) { d->card.latent_classes = List<std::string>(v, Text); }},
    {kGeneratorKey, "data", "near_copy_radius",
     [](const Value& v, CardDraft* d) {
       d->card.near_copy_radius = Number(v);
       if (!(*d->card.near_copy_radius > 0)) v.Fail("must be positive", "correct the number");
     }},
    {kAnyTask, "data", "images",
     [](const Value& v, CardDraft* d) { d->card.data_images = Text(v); }},
    {kAnyTask, "data", "labels",
     [](const Value& v, CardDraft* d) { d->card.data_labels = Text(v); }},
    {kAnyTask, "engine", "qengine",
     [](const Value& v, CardDraft* d) { d->card.qengine = Text(v); }},
};

std::string Title(std::string_view section, std::string_view key) {
  return section.empty() ? std::string(key) : fmt::format("[{}] {}", section, key);
}

bool Applies(const Key& key, Task task) {
  return (key.tasks & (task == Task::kGenerator ? kGeneratorKey : kClassifierKey)) != 0;
}

// Where else the key could belong, else the nearest name of this section.
std::string UnknownKeyHint(std::string_view section, std::string_view name, Task task) {
  std::vector<std::string_view> known;
  for (const Key& key : kKeys) {
    if (!Applies(key, task)) continue;
    if (key.name == name) return fmt::format("`{}` belongs at {}", name, Title(key.section, name));
    if (key.section == section) known.push_back(key.name);
  }
  return SuggestName(name, known);
}

void ReadKey(std::string_view section, std::string_view name, const Value& value,
             CardDraft* draft) {
  const auto key = std::find_if(std::begin(kKeys), std::end(kKeys), [&](const Key& row) {
    return row.section == section && row.name == name && Applies(row, draft->card.task);
  });
  if (key == std::end(kKeys))
    value.Fail(fmt::format("is no key of a card with task = \"{}\"",
                           WordFor(kTaskWords, draft->card.task)),
               UnknownKeyHint(section, name, draft->card.task));
  key->read(value, draft);
}

// [decode] takes any names: they are the generator's own settings.
void ReadDecode(const Value& value, std::string_view name, CardDraft* draft) {
  if (draft->card.task != Task::kGenerator)
    value.Fail("stands in the card of a classifier", "remove the section [decode]");
  draft->card.decode[std::string(name)] = Number(value);
}

void ReadSection(std::string_view section, const toml::table& table, CardDraft* draft) {
  for (const auto& [name, node] : table) {
    const Value value{draft->card.source, Title(section, name.str()), node};
    if (section == "decode")
      ReadDecode(value, name.str(), draft);
    else
      ReadKey(section, name.str(), value, draft);
  }
}

std::string UnknownSectionHint(std::string_view section) {
  std::vector<std::string_view> known{"decode"};
  for (const Key& key : kKeys)
    if (std::find(known.begin(), known.end(), key.section) == known.end() && !key.section.empty())
      known.push_back(key.section);
  return SuggestName(section, known);
}

bool IsSection(std::string_view name) {
  return name == "decode" || std::any_of(std::begin(kKeys), std::end(kKeys), [&](const Key& key) {
           return !key.section.empty() && key.section == name;
         });
}

toml::table ParseToml(const std::filesystem::path& path) try {
  return toml::parse_file(path.string());
} catch (const toml::parse_error& error) {
  throw Error(ErrorKind::kSetup,
              fmt::format("{}:{}: not TOML: {}", path.string(), error.source().begin.line,
                          error.description()),
              "correct that line");
}

void ReadRoot(const toml::table& root, CardDraft* draft) {
  const toml::node* task = root.get("task");
  if (task == nullptr)
    throw Error(ErrorKind::kSetup,
                fmt::format("{}: the card has no task", draft->card.source.string()),
                "begin it with task = \"classification\" or task = \"generator\"");
  ReadKey("", "task", {draft->card.source, "task", *task}, draft);
  for (const auto& [name, node] : root) {
    const Value value{draft->card.source, std::string(name.str()), node};
    const toml::table* section = node.as_table();
    if (section == nullptr) {
      ReadKey("", name.str(), value, draft);
    } else if (IsSection(name.str())) {
      ReadSection(name.str(), *section, draft);
    } else {
      value.Fail("is no section of a card", UnknownSectionHint(name.str()));
    }
  }
}

}  // namespace

ModelCard ReadCardOf(const std::filesystem::path& model, const std::string& card,
                     std::optional<Task> expected) {
  if (model.empty() && card.empty())
    throw Error(ErrorKind::kSetup, "no model card is given for a model that is no file",
                fmt::format("add ?card=FILE to its URI, or name one with {}", kCardFlags));
  if (!model.empty() && !std::filesystem::exists(model)) {
    throw Error(ErrorKind::kSetup, fmt::format("{}: no such model file", model.string()),
                fmt::format("check the path; a relative one starts at {}",
                            std::filesystem::current_path().string()));
  }
  return ReadModelCard(card.empty() ? DefaultCardPath(model) : std::filesystem::path(card),
                       expected);
}

ModelCard ReadModelCard(const std::filesystem::path& path, std::optional<Task> expected) {
  if (!std::filesystem::is_regular_file(path))
    throw Error(
        ErrorKind::kSetup, fmt::format("no model card at {}", path.string()),
        fmt::format("write one there, or name another file ({}); for example:\n{}", kCardFlags,
                    expected == Task::kGenerator ? kGeneratorCard : kClassifierCard));
  CardDraft draft;
  draft.card.source = path;
  ReadRoot(ParseToml(path), &draft);
  if (expected && draft.card.task != *expected)
    throw Error(ErrorKind::kSetup,
                fmt::format("{}: the card has task = \"{}\", but a model for \"{}\" is needed",
                            path.string(), WordFor(kTaskWords, draft.card.task),
                            WordFor(kTaskWords, *expected)),
                "give another model, or correct the card");
  return CheckCard(std::move(draft));
}

}  // namespace latentfuzz
