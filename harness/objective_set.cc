#include "latentfuzz/harness/objective_set.h"

#include <algorithm>
#include <utility>

namespace latentfuzz {

ObjectiveSet::ObjectiveSet(std::span<const std::string> names, const ImageBatch* real,
                           std::optional<Features> features) {
  for (const std::string& name : names) objectives_.emplace_back(name, MakeObjective(name));
  if (ComparesImages()) features_ = std::move(features);
  if (real == nullptr) return;
  ImageBatch storage;
  const ImageBatch& compared = Compared(*real, &storage);
  for (auto& [name, objective] : objectives_) objective->Prepare(compared);
}

bool ObjectiveSet::ComparesImages() const {
  return std::any_of(objectives_.begin(), objectives_.end(),
                     [](const auto& each) { return each.second->compares_images(); });
}

const ImageBatch& ObjectiveSet::Compared(const ImageBatch& images, ImageBatch* storage) const {
  if (!features_) return images;
  return *storage = features_->Of(images);
}

std::vector<double> ObjectiveSet::LearnAndScore(const EvaluatedBatch& batch,
                                                std::span<const Judgement> judgements) {
  ImageBatch storage;
  const ImageBatch& compared = Compared(batch.images, &storage);
  for (std::size_t row = 0; row < judgements.size(); ++row) {
    if (!IsTrigger(judgements[row].signature.verdict)) continue;
    for (auto& [name, objective] : objectives_) objective->Learn(compared.image(row));
  }
  std::vector<double> rows(judgements.size() * objectives_.size());
  for (std::size_t column = 0; column < objectives_.size(); ++column) {
    const auto values = objectives_[column].second->Score(compared, judgements);
    for (std::size_t row = 0; row < values.size(); ++row) {
      rows[row * objectives_.size() + column] = values[row];
    }
  }
  return rows;
}

std::map<std::string, std::string> ObjectiveSet::Save() const {
  std::map<std::string, std::string> states;
  for (const auto& [name, objective] : objectives_) states[name] = objective->Save();
  return states;
}

void ObjectiveSet::Load(const std::map<std::string, std::string>& states) {
  for (auto& [name, objective] : objectives_) {
    const auto state = states.find(name);
    objective->Load(state == states.end() ? std::string() : state->second);
  }
}

}  // namespace latentfuzz
