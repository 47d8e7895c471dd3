// What a saved state of NSGA-II holds, and what it must agree with.
#include <utility>

#include "latentfuzz/base/error.h"
#include "latentfuzz/strategies/nsga2.h"
#include "latentfuzz/strategies/seed_state.h"

namespace latentfuzz {
namespace {

constexpr std::uint64_t kVersion = 2;

}  // namespace

std::string Nsga2::Configuration() const {
  std::string text = Describe(space_) + ", seed " + std::to_string(seed_) + ", population " +
                     std::to_string(settings_.population) + ", offspring " +
                     std::to_string(settings_.offspring) + ", scheduler " + settings_.scheduler +
                     ", crossover " + std::to_string(settings_.breeding.crossover_probability) +
                     ", mutation " + std::to_string(settings_.breeding.mutation_probability) +
                     ", energy " + settings_.energy + ", domain " +
                     std::to_string(static_cast<int>(settings_.domain.kind)) + ", immigrants " +
                     std::to_string(settings_.immigrants) + ", mutators";
  for (const MutatorChoice& choice : settings_.breeding.mutators) text += " " + choice.ToString();
  text += ", objectives";
  for (const std::string& name : settings_.objectives) text.append(" ").append(name);
  return text;
}

std::string Nsga2::Save() const {
  if (!pending_.empty()) {
    throw Error(ErrorKind::kUsage, "Save was called between Ask and Tell",
                "save a strategy after Tell");
  }
  StateWriter writer(settings_.name, kVersion);
  writer.PutText("configuration", Configuration());
  writer.PutNumber("generation", generation_);
  writer.PutNumber("next", next_);
  SaveSeeds(seeds_, writer);
  SaveDomain(settings_.domain, writer);
  population_.Save(writer, "population");
  offspring_.Save(writer, "offspring");
  writer.PutArray("ranking.front", ranking_.front);
  writer.PutArray("ranking.crowding", ranking_.crowding);
  breeder_.operators().scheduler().Save(writer);
  return writer.Bytes();
}

void Nsga2::Load(std::string_view state) {
  const StateReader reader(settings_.name, kVersion, state);
  reader.Require("configuration", Configuration());
  const std::size_t columns = settings_.objectives.size();
  const std::uint64_t generation = reader.GetNumber("generation");
  const std::uint64_t next = reader.GetNumber("next");
  std::vector<SeedLatent> seeds = LoadSeeds(reader, space_.size);
  const Domain domain = LoadDomain(reader, settings_.domain);
  Population population = Population::Load(reader, "population", space_.size, columns);
  Population offspring = Population::Load(reader, "offspring", space_.size, columns);
  if ((generation == 0) != (population.size() == 0) || population.size() > settings_.population) {
    reader.Damaged("population.evaluations");
  }
  if (offspring.size() >= (generation == 0 ? settings_.population : settings_.offspring)) {
    reader.Damaged("offspring.evaluations");
  }
  Ranking ranking{reader.GetArray<std::uint32_t>("ranking.front", population.size()),
                  reader.GetArray<double>("ranking.crowding", population.size())};
  breeder_.operators().scheduler().Load(reader);

  settings_.domain = domain;
  generation_ = generation;
  next_ = next;
  seeds_ = std::move(seeds);
  population_ = std::move(population);
  offspring_ = std::move(offspring);
  ranking_ = std::move(ranking);
  if (generation_ > 0) ChooseMates();
  pending_.clear();
  seen_.Clear();
  Remember(population_.latents);
  if (generation_ > 0) Remember(offspring_.latents);
}

}  // namespace latentfuzz
