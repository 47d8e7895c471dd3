#include "latentfuzz/adapters/onnx_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "latentfuzz/adapters/protobuf_wire.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

// Field numbers of onnx.proto (ONNX 1.x keeps them).
namespace model {
enum { kIrVersion = 1, kGraph = 7, kOpset = 8 };
}
namespace opset {
enum { kDomain = 1, kVersion = 2 };
}
namespace graph {
enum { kInitializer = 5, kInput = 11, kOutput = 12 };
}
namespace value {
enum { kName = 1, kType = 2 };
}
namespace type {
enum { kTensor = 1, kElement = 1, kShape = 2, kDim = 1, kDimValue = 1 };
}
namespace tensor {
enum { kName = 8, kExternal = 13, kKey = 1, kValue = 2 };
}

std::string Text(const WireField& field) { return std::string(field.bytes); }
std::int64_t Whole(const WireField& field) { return static_cast<std::int64_t>(field.value); }

template <typename Visit>
void ForEachField(std::string_view message, const Visit& visit) {
  WireReader reader(message);
  while (const std::optional<WireField> field = reader.Next()) visit(*field);
}

// TensorProto.DataType
std::string TypeName(std::int64_t type) {
  static constexpr std::string_view kNames[] = {"no tensor", "float",  "uint8",  "int8",   "uint16",
                                                "int16",     "int32",  "int64",  "string", "bool",
                                                "float16",   "double", "uint32", "uint64"};
  const auto index = static_cast<std::size_t>(type);
  return index < std::size(kNames) ? std::string(kNames[index]) : fmt::format("type {}", type);
}

void SetType(std::int64_t type, TensorInfo* info) {
  constexpr std::int64_t kFloat = 1, kInt64 = 7;
  info->type = type == kFloat   ? ElementType::kFloat
               : type == kInt64 ? ElementType::kInt64
                                : ElementType::kOther;
  info->type_name = TypeName(type);
}

std::int64_t ReadDim(std::string_view message) {
  std::int64_t size = kOpenSize;
  ForEachField(message, [&](const WireField& f) {
    if (f.number == type::kDimValue) size = Whole(f) > 0 ? Whole(f) : kOpenSize;
  });
  return size;
}

void ReadTensorType(std::string_view message, TensorInfo* read) {
  ForEachField(message, [&](const WireField& f) {
    if (f.number == type::kElement) SetType(Whole(f), read);
    if (f.number != type::kShape) return;
    read->shaped = true;
    ForEachField(f.bytes, [&](const WireField& dim) {
      if (dim.number == type::kDim) read->dims.push_back(ReadDim(dim.bytes));
    });
  });
}

TensorInfo ReadValue(std::string_view message) {
  TensorInfo read;
  SetType(0, &read);
  ForEachField(message, [&](const WireField& f) {
    if (f.number == value::kName) read.name = Text(f);
    if (f.number != value::kType) return;
    ForEachField(f.bytes, [&](const WireField& kind) {
      if (kind.number == type::kTensor) ReadTensorType(kind.bytes, &read);
    });
  });
  return read;
}

// The names of the weights, and the files that hold those kept apart.
struct Weights {
  std::set<std::string> names;
  std::set<std::string> files;
};

void ReadInitializer(std::string_view message, Weights* weights) {
  ForEachField(message, [&](const WireField& f) {
    if (f.number == tensor::kName) weights->names.insert(Text(f));
    if (f.number != tensor::kExternal) return;
    std::string key, text;
    ForEachField(f.bytes, [&](const WireField& entry) {
      (entry.number == tensor::kKey ? key : text) = Text(entry);
    });
    if (key == "location") weights->files.insert(text);
  });
}

void ReadGraph(std::string_view message, OnnxFile* file) {
  Weights weights;
  ForEachField(message, [&](const WireField& f) {
    if (f.number == graph::kInitializer) ReadInitializer(f.bytes, &weights);
    if (f.number == graph::kInput) file->inputs.push_back(ReadValue(f.bytes));
    if (f.number == graph::kOutput) file->outputs.push_back(ReadValue(f.bytes));
  });
  // Files before IR version 4 list their weights among the inputs.
  std::erase_if(file->inputs,
                [&](const TensorInfo& input) { return weights.names.count(input.name) > 0; });
  for (const std::string& name : weights.files)
    file->external.push_back(file->path.parent_path() / name);
}

void ReadOpset(std::string_view message, OnnxFile* file) {
  std::string domain;
  std::int64_t version = 0;
  ForEachField(message, [&](const WireField& f) {
    if (f.number == opset::kDomain) domain = Text(f);
    if (f.number == opset::kVersion) version = Whole(f);
  });
  file->opsets[domain == "ai.onnx" ? "" : domain] = version;
}

bool ReadModel(std::string_view message, OnnxFile* file) {
  bool has_graph = false;
  ForEachField(message, [&](const WireField& f) {
    if (f.number == model::kIrVersion) file->ir_version = Whole(f);
    if (f.number == model::kOpset) ReadOpset(f.bytes, file);
    if (f.number != model::kGraph) return;
    has_graph = true;
    ReadGraph(f.bytes, file);
  });
  return has_graph;
}

std::string Contents(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(in)), {});
  if (!in)
    throw Error(ErrorKind::kIo, fmt::format("{}: cannot be read", path.string()),
                "check that it is a file, and its permissions");
  return bytes;
}

[[noreturn]] void FailForm(const std::filesystem::path& path, std::string_view bytes) {
  constexpr char kIrVersionTag = model::kIrVersion << 3;
  if (bytes.substr(0, 8) == "version ")
    throw Error(ErrorKind::kSetup,
                fmt::format("{}: a Git LFS pointer, not the model", path.string()),
                "fetch it with `git lfs pull`");
  if (bytes.empty() || bytes[0] != kIrVersionTag)
    throw Error(ErrorKind::kSetup, fmt::format("{}: not an ONNX file", path.string()),
                "export the model to ONNX, or name the scheme of its format");
  throw Error(ErrorKind::kSetup, fmt::format("{}: truncated or damaged ONNX file", path.string()),
              "copy the file again, or export it again");
}

}  // namespace

OnnxFile ReadOnnxFile(const std::filesystem::path& path) {
  return ParseOnnxFile(path, Contents(path));
}

OnnxFile ParseOnnxFile(const std::filesystem::path& path, std::string_view bytes) {
  OnnxFile file;
  file.path = path;
  file.model = path.string();
  bool whole = false;
  try {
    whole = ReadModel(bytes, &file);
  } catch (const MalformedWire&) {
  }
  if (!whole) FailForm(path, bytes);
  return file;
}

}  // namespace latentfuzz
