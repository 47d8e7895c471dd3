// The models of a campaign, each in the two forms it is used in.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "latentfuzz/adapters/classifier.h"
#include "latentfuzz/adapters/generator.h"
#include "latentfuzz/corpus/finding.h"
#include "latentfuzz/harness/options.h"

namespace latentfuzz {

// Borrowed models that are used together.
struct ModelSet {
  Generator* generator = nullptr;
  Classifier* reference = nullptr;  // null where a single classifier is under test
  Classifier* candidate = nullptr;

  // Those there are, the reference first.
  std::vector<Classifier*> classifiers() const;
};

// Throws Error{kSetup}, naming both, where the classifier does not take what the generator makes.
void RequireImages(const Generator& generator, const Classifier& classifier);

// A pair of classifiers, or a single one whose reference is the expected label. `search` runs at
// full speed; `shipped` is what confirmation and replay run: the same files without optimisation
// passes.
class Target {
 public:
  // Opens the URIs of the options in both forms (without --reference: a single classifier) and
  // checks that they fit together. Throws Error{kSetup} where image shapes, class counts or class
  // names differ, naming both sides; a conditional generator whose label is the reference must have
  // the classifier's classes too.
  static Target Open(const CampaignOptions& options);
  // The shipped form alone, for both uses: what a replay needs.
  static Target OpenAsShipped(const CampaignOptions& options);

  // Models made in code: `shipped` forms are the same objects where none are given.
  Target(std::shared_ptr<Generator> generator, std::shared_ptr<Classifier> reference,
         std::shared_ptr<Classifier> candidate);
  // A single classifier made in code.
  Target(std::shared_ptr<Generator> generator, std::shared_ptr<Classifier> candidate);

  ModelSet search() const { return search_.borrow(); }
  ModelSet shipped() const { return shipped_.borrow(); }
  bool single() const { return search_.reference == nullptr; }
  // The row of the oracle table that judges it.
  std::string_view oracle() const;
  TargetIdentity Identity() const;
  // Throws Error{kSetup} as Open() unless `other` takes the same images and knows the same classes.
  void RequireFit(const Classifier& other) const;

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
