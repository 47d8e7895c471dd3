// Many small records in a saved state, without a field name for every value of each.
//
// A record has a template method Serialize(archive) that names its members once, in order; the
// writer takes them, the reader sets them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "latentfuzz/strategies/state.h"

namespace latentfuzz {

class ArchiveWriter {
 public:
  void Number(double value) { numbers_.push_back(value); }
  template <typename T>
  void Integer(T value) {
    integers_.push_back(static_cast<std::int64_t>(value));
  }
  void Vector(const std::vector<float>& value) {
    Integer(value.size());
    genes_.insert(genes_.end(), value.begin(), value.end());
  }
  void Row(const std::vector<float>& value) { Vector(value); }
  template <typename Records>
  void List(const Records& records) {
    Integer(records.size());
    for (auto record : records) record.Serialize(*this);
  }

  // Fields are named `prefix`.*.
  void Save(StateWriter& writer, const std::string& prefix) const;

 private:
  std::vector<double> numbers_;
  std::vector<std::int64_t> integers_;
  std::vector<float> genes_;
};

class ArchiveReader {
 public:
  // Vectors must have `dim` values or none; rows may have any number. Every method throws Error{kData} where what was written
  // does not fit.
  ArchiveReader(const StateReader& reader, const std::string& prefix, std::size_t dim);

  void Number(double& value) { value = Take(numbers_, next_number_); }
  template <typename T>
  void Integer(T& value) {
    value = static_cast<T>(Take(integers_, next_integer_));
  }
  void Vector(std::vector<float>& value);
  void Row(std::vector<float>& value);
  template <typename Records>
  void List(Records& records) {
    std::uint64_t size = 0;
    Integer(size);
    records.clear();
    // Every record takes an integer at least, so that a damaged size comes to an end.
    for (std::uint64_t i = 0; i < size; ++i) records.emplace_back().Serialize(*this);
  }
  // Throws unless everything was read.
  void Finish() const;

 private:
  template <typename T>
  T Take(const std::vector<T>& from, std::size_t& next) const {
    if (next >= from.size()) Damaged();
    return from[next++];
  }
  [[noreturn]] void Damaged() const { reader_.Damaged(prefix_); }

  const StateReader& reader_;
  std::string prefix_;
  std::size_t dim_;
  std::vector<double> numbers_;
  std::vector<std::int64_t> integers_;
  std::vector<float> genes_;
  std::size_t next_number_ = 0, next_integer_ = 0, next_gene_ = 0;
};

}  // namespace latentfuzz
