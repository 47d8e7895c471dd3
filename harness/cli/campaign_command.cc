#include "latentfuzz/harness/cli/campaign_command.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>

#include "latentfuzz/base/error.h"
#include "latentfuzz/harness/campaign.h"
#include "latentfuzz/harness/cli/interrupt.h"
#include "latentfuzz/harness/exit_code.h"
#include "latentfuzz/harness/gate.h"
#include "latentfuzz/harness/report.h"
#include "latentfuzz/harness/status_printer.h"

namespace latentfuzz::cli {
namespace {

// A budget must not be spent before it turns out that its result cannot be written.
void RequireWritable(const std::string& file) {
  if (!file.empty() && !std::ofstream(file, std::ios::app)) {
    throw Error(ErrorKind::kIo, "cannot write " + file, "choose another path for --stats");
  }
}

void WriteStats(const std::string& file, const std::string& json) {
  if (file.empty()) return;
  std::ofstream out(file, std::ios::trunc);
  out << json << std::flush;
  if (!out) throw Error(ErrorKind::kIo, "cannot write " + file, "is the disk full?");
}

}  // namespace

int RunAndReport(const CampaignOptions& options, const std::string& stats_file) {
  Validate(options);
  RequireWritable(stats_file);
  const std::atomic<bool>* stop = CatchInterrupts();
  const Target target = Target::Open(options);
  CampaignResult result;
  {
    StatusPrinter printer(std::cerr, isatty(STDERR_FILENO) != 0);
    result = RunCampaign(options, target, &printer, stop);
  }
  const Gate gate{options.max_findings, options.max_signatures, options.max_rate};
  const auto failures = Check(gate, result);
  const int exit_code = result.stop == StopReason::kInterrupted ? kExitInterrupted
                        : failures.empty()                      ? kExitPassed
                                                                : kExitGateFailed;
  std::cout << ReportText(result, failures, gate.any()) << std::flush;
  WriteStats(stats_file, StatsJson(result, exit_code));
  return exit_code;
}

}  // namespace latentfuzz::cli
