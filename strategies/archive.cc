#include "latentfuzz/strategies/archive.h"

namespace latentfuzz {

void ArchiveWriter::Save(StateWriter& writer, const std::string& prefix) const {
  writer.PutArray(prefix + ".numbers", numbers_);
  writer.PutArray(prefix + ".integers", integers_);
  writer.PutArray(prefix + ".genes", genes_);
}

ArchiveReader::ArchiveReader(const StateReader& reader, const std::string& prefix, std::size_t dim)
    : reader_(reader),
      prefix_(prefix),
      dim_(dim),
      numbers_(reader.GetArray<double>(prefix + ".numbers")),
      integers_(reader.GetArray<std::int64_t>(prefix + ".integers")),
      genes_(reader.GetArray<float>(prefix + ".genes")) {}

void ArchiveReader::Vector(std::vector<float>& value) {
  Row(value);
  if (value.size() != dim_ && !value.empty()) Damaged();
}

void ArchiveReader::Row(std::vector<float>& value) {
  std::size_t size = 0;
  Integer(size);
  if (size > genes_.size() - next_gene_) Damaged();
  value.resize(size);
  for (float& gene : value) gene = Take(genes_, next_gene_);
}

void ArchiveReader::Finish() const {
  const bool all = next_number_ == numbers_.size() && next_integer_ == integers_.size() &&
                   next_gene_ == genes_.size();
  if (!all) Damaged();
}

}  // namespace latentfuzz
