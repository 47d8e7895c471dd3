#include "latentfuzz/harness/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "latentfuzz/adapters/model_uri.h"
#include "latentfuzz/base/engine_info.h"
#include "latentfuzz/base/error.h"
#include "latentfuzz/corpus/corpus.h"
#include "latentfuzz/corpus/verdict_cache.h"
#include "latentfuzz/harness/collector.h"
#include "latentfuzz/harness/evaluator.h"
#include "latentfuzz/harness/oracle.h"
#include "latentfuzz/harness/target.h"

namespace latentfuzz {
namespace {

namespace fs = std::filesystem;

struct Item {
  fs::path path;
  fs::path corpus;  // its directory; empty for a bare entry
  Entry entry;
  std::optional<Finding> finding;
};

std::string ReadAll(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in || fs::is_directory(path)) {
    throw Error(ErrorKind::kIo, "cannot read " + path.string(), "check the path");
  }
  return {std::istreambuf_iterator<char>(in), {}};
}

// A path given on the command line may end in a slash, which would count as a level.
fs::path Clean(const std::string& text) {
  const fs::path path = fs::path(text).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

// The corpus that a directory is, or whose findings it is a folder of.
fs::path CorpusOf(const fs::path& path) {
  if (fs::exists(path / "corpus.json")) return path;
  for (fs::path at = path; at.has_filename(); at = at.parent_path()) {
    const fs::path root = at.parent_path();
    if (at.filename() == "findings" && fs::exists(root / "corpus.json")) return root;
  }
  return path;
}

// Collects what the paths name. Damage is counted and named, and stops nothing.
class Gatherer {
 public:
  explicit Gatherer(ReplayResult* result) : result_(result) {}

  void Add(const fs::path& path) {
    if (!fs::exists(path)) {
      throw Error(ErrorKind::kIo, "no such file or directory: " + path.string(),
                  "give a corpus directory, a folder in its findings, or an entry file");
    }
    if (fs::is_directory(path) && fs::exists(path / "finding.json")) {
      AddFindingFile(path / "finding.json");
    } else if (fs::is_directory(path)) {
      AddFindingsUnder(fs::exists(path / "corpus.json") ? path : fs::absolute(path));
    } else if (path.filename() == "finding.json") {
      AddFindingFile(path);
    } else {
      items.push_back({path, {}, DecodeEntry(ReadAll(path), path), std::nullopt});
    }
  }

  std::vector<Item> items;

 private:
  // `path` is a corpus, or a folder in its findings, such as CORPUS/findings/regression.
  void AddFindingsUnder(const fs::path& path) {
    const fs::path root = CorpusOf(path);
    const auto is_under = [&](const fs::path& file) {
      return std::ranges::mismatch(path, file).in1 == path.end();
    };
    const Corpus corpus = Corpus::OpenExisting(root);
    std::vector<Damage> damage;
    for (const Finding& finding : corpus.Findings(&damage)) {
      if (!is_under(corpus.FindingDirectory(finding))) continue;
      try {
        items.push_back(
            {corpus.FindingDirectory(finding), root, corpus.ReadEntry(finding.entry), finding});
      } catch (const Error& error) {
        damage.push_back({corpus.FindingDirectory(finding), error.what()});
      }
    }
    std::erase_if(damage, [&](const Damage& d) { return !is_under(d.path); });
    result_->damaged += damage.size();
    for (const Damage& d : damage) {
      result_->warnings.push_back(fmt::format("set aside {}: {}", d.path.string(), d.reason));
    }
  }

  // CORPUS/findings/<state>/<signature>/<id>/finding.json
  void AddFindingFile(const fs::path& file) {
    const fs::path folder = fs::absolute(file).parent_path();
    const fs::path root = folder.parent_path().parent_path().parent_path().parent_path();
    const Finding finding = DecodeFinding(ReadAll(file), file.string());
    items.push_back(
        {file.parent_path(), root, Corpus::OpenExisting(root).ReadEntry(finding.entry), finding});
  }

  ReplayResult* result_;
};

using ModelUris = std::tuple<std::string, std::string, std::string>;

// A single classifier is held against the expected label: its finding has it in the place of the
// reference's label.
bool IsSingle(const Finding& finding) { return finding.target.reference.empty(); }

int ExpectedOf(const Item& item) {
  if (item.finding && IsSingle(*item.finding)) return item.finding->signature.reference_label;
  return item.entry.expected == kNoLabel ? item.entry.label : item.entry.expected;
}

ModelUris UrisOf(const Item& item, const ReplayOptions& options) {
  const auto pick = [](const std::string& given, const std::string& recorded) {
    return given.empty() ? recorded : given;
  };
  ModelUris uris{options.generator, options.reference, options.candidate};
  if (item.finding) {
    uris = {pick(options.generator, item.finding->generator_uri),
            pick(options.reference, item.finding->reference.uri),
            pick(options.candidate, item.finding->candidate.uri)};
  }
  const auto& [generator, reference, candidate] = uris;
  if (generator.empty() || candidate.empty()) {
    throw Error(ErrorKind::kUsage, item.path.string() + " does not say which models to run",
                "give --generator, --candidate and, for a pair, --reference");
  }
  if (item.finding && IsSingle(*item.finding) && !reference.empty()) {
    throw Error(ErrorKind::kUsage,
                item.path.string() + " is a finding of a single classifier: it has no reference",
                "leave --reference out");
  }
  if (reference.empty() && ExpectedOf(item) == kNoLabel && !item.finding) {
    throw Error(ErrorKind::kUsage, item.path.string() + " does not say which label is expected",
                "give --reference: a classifier to compare with");
  }
  return uris;
}

// Model paths are recorded as they were given, so that a corpus can travel with its models.
void RequireReachable(const std::string& uri) {
  if (uri.empty()) return;
  const ModelUri parsed = ModelUri::Parse(uri);
  const fs::path path = parsed.path;
  if (parsed.scheme != "torchscript" || path.is_absolute() || fs::exists(path)) return;
  throw Error(ErrorKind::kSetup, "no model at " + uri + " in " + fs::current_path().string(),
              "replay from the directory of the campaign, or name the models with --generator, "
              "--reference and --candidate");
}

// A model then and now: fingerprints and engines.
struct Role {
  const char* name;
  const std::string& then;
  const std::string& now;
  const EngineInfo& engine_then;
  const EngineInfo* engine_now;  // null where there is no such model
};

class Replayer {
 public:
  Replayer(const ModelUris& uris, ReplayResult* result) : result_(result) {
    std::apply([](const auto&... uri) { (RequireReachable(uri), ...); }, uris);
    CampaignOptions options;
    std::tie(options.generator, options.reference, options.candidate) = uris;
    target_.emplace(Target::OpenAsShipped(options));
    evaluator_.emplace(target_->shipped(), 1);
  }

  Replayed Run(const Item& item) {
    LatentBatch latent;
    latent.Append(item.entry.latent, item.entry.label);
    const int expected = ExpectedOf(item);
    const EvaluatedBatch seen = evaluator_->Evaluate(latent, std::span(&expected, 1));
    const double floor = item.finding ? item.finding->noise_floor : 1e-6;
    const Judgement judgement = MakeOracle(target_->oracle(), floor)->Judge(seen)[0];
    if (item.finding) Compare(*item.finding);

    Replayed replayed;
    replayed.path = item.path.string();
    replayed.finding = item.finding;
    replayed.signature = judgement.signature;
    replayed.held = item.finding ? judgement.signature == item.finding->signature
                                 : IsTrigger(judgement.signature.verdict);
    Describe(judgement, seen, &replayed);
    if (!item.corpus.empty())
      verdicts_[item.corpus].push_back({item.entry.Id(), judgement.signature});
    return replayed;
  }

  void RememberVerdicts() {
    for (const auto& [corpus, verdicts] : verdicts_) {
      try {
        VerdictCache(corpus / "verdicts.sqlite")
            .Put(target_->Identity(), EngineClass(target_->shipped()), verdicts);
      } catch (const Error& error) {
        result_->warnings.push_back(std::string("verdicts are not remembered: ") + error.what());
      }
    }
  }

 private:
  void Describe(const Judgement& judgement, const EvaluatedBatch& seen, NamedLabels* labels) const {
    const ModelSet models = target_->shipped();
    const auto& [verdict, reference, candidate] = judgement.signature;
    const auto tell = [](int label, const Classifier& model, const ScoreBatch& scores,
                         std::string* name, double* confidence) {
      if (label < 0) return;
      *name = model.card().classes.at(static_cast<std::size_t>(label));
      if (scores.size() > 0) {
        *confidence =
            static_cast<double>(ToProbabilities(scores).values[static_cast<std::size_t>(label)]);
      }
    };
    labels->single = target_->single();
    tell(reference, *models.classifiers().front(), seen.reference, &labels->reference_name,
         &labels->reference_confidence);
    tell(candidate, *models.candidate, seen.candidate, &labels->candidate_name,
         &labels->candidate_confidence);
  }

  // Differences between then and now, each kind told once.
  void Compare(const Finding& finding) {
    const auto warn = [this](const std::string& text) {
      if (told_.insert(text).second) result_->warnings.push_back(text);
    };
    const TargetIdentity now = target_->Identity();
    const ModelSet shipped = target_->shipped();
    const Role roles[] = {
        {"generator", finding.target.generator, now.generator, finding.generator_engine,
         &shipped.generator->engine()},
        {"reference", finding.target.reference, now.reference, finding.reference.engine,
         target_->single() ? nullptr : &shipped.reference->engine()},
        {"candidate", finding.target.candidate, now.candidate, finding.candidate.engine,
         &shipped.candidate->engine()}};
    for (const Role& role : roles) {
      if (role.then != role.now) {
        warn(fmt::format("the {} is another model than the one recorded ({:.12} now, {:.12} then)",
                         role.name, role.now, role.then));
      } else if (role.engine_now != nullptr && !role.engine_then.engine.empty() &&
                 role.engine_then != *role.engine_now) {
        warn(
            fmt::format("another engine for the {}: recorded with {}, this is {}; numbers near a "
                        "boundary may differ",
                        role.name, role.engine_then.ToString(), role.engine_now->ToString()));
      }
    }
    if (finding.cpu_class != CpuFeatureClass()) {
      warn(
          fmt::format("different CPU class: recorded on {}, this machine is {}; numbers near a "
                      "boundary may differ",
                      finding.cpu_class, CpuFeatureClass()));
    }
  }

  ReplayResult* result_;
  std::optional<Target> target_;
  std::optional<Evaluator> evaluator_;
  std::map<fs::path, std::vector<CachedVerdict>> verdicts_;
  std::set<std::string> told_;
};

// An error of a model names what it was given.
Replayed RunNamed(Replayer* replayer, const Item& item) try {
  return replayer->Run(item);
} catch (const Error& error) {
  throw Error(error.kind(),
              fmt::format("{}\n  while replaying {}", error.what(), item.path.string()),
              error.hint());
}

}  // namespace

ReplayResult Replay(const ReplayOptions& options,
                    const std::function<void(const Replayed&)>& each) {
  ReplayResult result;
  Gatherer gatherer(&result);
  for (const std::string& path : options.paths) gatherer.Add(Clean(path));
  std::map<ModelUris, std::vector<const Item*>> groups;
  for (const Item& item : gatherer.items) groups[UrisOf(item, options)].push_back(&item);
  for (const auto& [uris, items] : groups) {
    Replayer replayer(uris, &result);
    for (const Item* item : items) {
      const Replayed replayed = RunNamed(&replayer, *item);
      ++result.total;
      result.held += replayed.held;
      each(replayed);
    }
    replayer.RememberVerdicts();
  }
  return result;
}

}  // namespace latentfuzz
