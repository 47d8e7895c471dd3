// Status lines in libFuzzer's style, with a progress bar on terminals.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "latentfuzz/harness/campaign.h"
#include "latentfuzz/harness/status_line.h"

namespace latentfuzz {

// One line for each new signature, a pulse at powers of two:
//   #512     NEW    sig: 12 find: 31 trig: 40 exec/s: 3100 rss: 210Mb MS: 2 sbx-pcn-  disagree-2-4
//   ...
class StatusPrinter : public CampaignObserver {
 public:
  // `bar`: draw a progress bar below the lines (for a terminal).
  StatusPrinter(std::ostream& out, bool bar);

  void OnStart(const CampaignStart& start) override;
  void OnFinding(const FindingSummary& finding, bool new_signature,
                 const std::vector<std::string>& mutators, const Progress& progress) override;
  void OnBatch(const Progress& progress) override;

 private:
  void DrawBar(const Progress& progress);

  StatusLine out_;
  std::uint64_t budget_ = 0;
  double time_ = 0;
  std::uint64_t session_begin_ = 0;
  std::uint64_t next_pulse_ = 1;
};

// Resident memory of this process in MiB.
std::uint64_t ResidentMegabytes();

}  // namespace latentfuzz
