// The models of a campaign, each in the two forms it is used in.
#pragma once

#include <memory>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/generator.h"
#include "latentfuzz/corpus/finding.h"
#include "latentfuzz/harness/options.h"

namespace latentfuzz {

// Borrowed models that are used together.
struct ModelSet {
  Generator* generator = nullptr;
  Classifier* reference = nullptr;
  Classifier* candidate = nullptr;
};

// `search` runs at full speed; `shipped` is what confirmation and replay run: the same files
// without optimisation passes.
class Target {
 public:
  // Opens the three URIs of the options in both forms and checks that they fit together. Throws
  // Error{kSetup} where image shapes, class counts or class names differ, naming both sides.
  static Target Open(const CampaignOptions& options);
  // The shipped form alone, for both uses: what a replay needs.
  static Target OpenAsShipped(const CampaignOptions& options);

  // Models made in code: `shipped` forms are the same objects where none are given.
  Target(std::shared_ptr<Generator> generator, std::shared_ptr<Classifier> reference,
         std::shared_ptr<Classifier> candidate);

  ModelSet search() const { return search_.borrow(); }
  ModelSet shipped() const { return shipped_.borrow(); }
  TargetIdentity Identity(const std::string& oracle) const;

 private:
  struct Owned {
    std::shared_ptr<Generator> generator;
    std::shared_ptr<Classifier> reference, candidate;
    ModelSet borrow() const { return {generator.get(), reference.get(), candidate.get()}; }
  };
  Target(Owned search, Owned shipped);
  static Owned OpenModels(const CampaignOptions& options, Passes passes);

  Owned search_, shipped_;
};

}  // namespace latentfuzz
