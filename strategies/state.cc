#include "latentfuzz/strategies/state.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

using nlohmann::json;

constexpr const char* kKind = "kind";
constexpr const char* kVersion = "version";
constexpr const char* kRestart =
    "start the campaign anew, or resume it with the build that saved it";

}  // namespace

struct StateWriter::Fields {
  json object;
};

StateWriter::StateWriter(std::string_view kind, std::uint64_t version)
    : fields_(std::make_unique<Fields>()) {
  PutText(kKind, kind);
  PutNumber(kVersion, version);
}

StateWriter::~StateWriter() = default;

void StateWriter::PutNumber(std::string_view field, std::uint64_t value) {
  fields_->object[std::string(field)] = value;
}

void StateWriter::PutText(std::string_view field, std::string_view value) {
  fields_->object[std::string(field)] = value;
}

void StateWriter::PutTexts(std::string_view field, const std::vector<std::string>& values) {
  fields_->object[std::string(field)] = values;
}

void StateWriter::PutBytes(std::string_view field, std::span<const std::byte> bytes) {
  std::vector<std::uint8_t> copy(bytes.size());
  if (!bytes.empty()) std::memcpy(copy.data(), bytes.data(), bytes.size());
  fields_->object[std::string(field)] = json::binary(std::move(copy));
}

std::string StateWriter::Bytes() const {
  std::string bytes;
  json::to_cbor(fields_->object, bytes);
  return bytes;
}

struct StateReader::Fields {
  std::string kind;
  json object;

  template <typename Value>
  const Value& Get(const StateReader& reader, std::string_view field) const {
    const auto found = object.find(std::string(field));
    if (found == object.end()) reader.Damaged(field);
    const Value* value = found->get_ptr<const Value*>();
    if (value == nullptr) reader.Damaged(field);
    return *value;
  }
};

StateReader::StateReader(std::string_view kind, std::uint64_t version, std::string_view bytes)
    : fields_(std::make_unique<Fields>()) {
  fields_->kind = kind;
  fields_->object = json::from_cbor(bytes.begin(), bytes.end(), true, false);
  if (!fields_->object.is_object()) {
    throw Error(ErrorKind::kData, "saved state of strategy '" + fields_->kind + "' is damaged",
                kRestart);
  }
  const std::string written_by = GetText(kKind);
  const std::uint64_t written_version = GetNumber(kVersion);
  if (written_by != kind || written_version != version) {
    throw Error(ErrorKind::kData,
                "saved state is of strategy '" + written_by + "' version " +
                    std::to_string(written_version) + ", not of '" + fields_->kind + "' version " +
                    std::to_string(version),
                kRestart);
  }
}

StateReader::~StateReader() = default;

std::uint64_t StateReader::GetNumber(std::string_view field) const {
  return fields_->Get<json::number_unsigned_t>(*this, field);
}

std::string StateReader::GetText(std::string_view field) const {
  return fields_->Get<json::string_t>(*this, field);
}

std::vector<std::string> StateReader::GetTexts(std::string_view field) const {
  std::vector<std::string> texts;
  for (const json& item : fields_->Get<json::array_t>(*this, field)) {
    if (!item.is_string()) Damaged(field);
    texts.push_back(item.get<std::string>());
  }
  return texts;
}

std::span<const std::byte> StateReader::GetBytes(std::string_view field) const {
  const json::binary_t& bytes = fields_->Get<json::binary_t>(*this, field);
  return std::as_bytes(std::span<const std::uint8_t>(bytes));
}

void StateReader::Require(std::string_view field, std::string_view expected) const {
  const std::string saved = GetText(field);
  if (saved == expected) return;
  throw Error(ErrorKind::kData,
              "saved state of strategy '" + fields_->kind + "' belongs to another " +
                  std::string(field) + ": saved '" + saved + "', now '" + std::string(expected) +
                  "'",
              "resume with the settings of the saved campaign, or start a new one");
}

void StateReader::Damaged(std::string_view field) const {
  throw Error(ErrorKind::kData,
              "saved state of strategy '" + fields_->kind + "' is damaged at field '" +
                  std::string(field) + "'",
              kRestart);
}

}  // namespace latentfuzz
