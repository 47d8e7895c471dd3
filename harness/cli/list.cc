#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <utility>

#include "latentfuzz/corpus/corpus.h"
#include "latentfuzz/harness/cli/command.h"
#include "latentfuzz/harness/exit_code.h"

namespace latentfuzz::cli {
namespace {

struct Row {
  std::size_t findings = 0;
  std::uint64_t hits = 0;
  double divergence = 0;
  std::string names;
};

// Findings of one pair belong together.
using Pair = std::pair<std::string, std::string>;

int List(const std::string& directory) {
  const Corpus corpus = Corpus::OpenExisting(directory);
  std::vector<Damage> damage;
  const std::vector<Entry> entries = corpus.Entries(&damage);
  const auto hits = corpus.Hits(&damage);
  std::map<Pair, std::map<Signature, Row>> pairs;
  std::size_t findings = 0;
  for (const Finding& finding : corpus.Findings(&damage)) {
    Row& row = pairs[{finding.reference.uri, finding.candidate.uri}][finding.signature];
    ++findings;
    ++row.findings;
    const auto hit = hits.find(finding.Id());
    if (hit != hits.end()) row.hits += hit->second;
    row.divergence = std::max(row.divergence, finding.divergence);
    row.names = finding.reference.label_name + " | " + finding.candidate.label_name;
  }
  std::cout << fmt::format("{}: {} entries, {} findings\n", directory, entries.size(), findings);
  for (const auto& [pair, signatures] : pairs) {
    std::cout << fmt::format("{} against {}: {} signatures\n", pair.second, pair.first,
                             signatures.size());
    std::cout << fmt::format("  {:<18} {:>8} {:>8} {:>12}  {}\n", "signature", "findings", "hits",
                             "divergence", "reference | candidate");
    for (const auto& [signature, row] : signatures) {
      std::cout << fmt::format("  {:<18} {:>8} {:>8} {:>12.3f}  {}\n", signature.ToString(),
                               row.findings, row.hits, row.divergence, row.names);
    }
  }
  for (const Damage& d : damage) {
    std::cerr << fmt::format("WARNING: set aside {}: {}\n", d.path.string(), d.reason);
  }
  return damage.empty() ? kExitPassed : kExitData;
}

}  // namespace

void AddList(CLI::App& app, int* exit_code) {
  CLI::App* command = app.add_subcommand("list", "what a corpus holds, by signature");
  auto directory = std::make_shared<std::string>();
  command->add_option("CORPUS", *directory, "corpus directory")->required();
  command->callback([directory, exit_code] { *exit_code = List(*directory); });
}

}  // namespace latentfuzz::cli
