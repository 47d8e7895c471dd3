#include "latentfuzz/corpus/layout.h"

#include <algorithm>

namespace latentfuzz::layout {

bool IsHex(std::string_view text, std::size_t digits) {
  return text.size() == digits && std::ranges::all_of(text, [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

std::filesystem::path EntryPath(const std::filesystem::path& corpus, const std::string& id) {
  return corpus / kEntries / id.substr(0, kShardDigits) / (id + kEntryExtension);
}

std::filesystem::path FindingPath(const std::filesystem::path& corpus, FindingState state,
                                  const Signature& signature, const std::string& id) {
  return corpus / kFindings / ToString(state) / signature.ToString() / id;
}

}  // namespace latentfuzz::layout
