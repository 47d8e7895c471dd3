// The flags of VisitOptions on a command, with --config.
#pragma once

#include <string>
#include <vector>

#include "latentfuzz/harness/options.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace latentfuzz::cli {

// Must outlive the parse.
class CampaignFlags {
 public:
  void AddTo(CLI::App* command);
  // After the parse: what the flags and the TOML file say. Throws Error{kUsage}.
  CampaignOptions& Options();

 private:
  CampaignOptions options_;
  std::string config_;
  std::vector<CLI::Option*> flags_;
};

}  // namespace latentfuzz::cli
