// What the tests of the adapters share: a folder of its own for each test, caught errors, and
// TorchScript files written from source.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "latentfuzz/base/batch.h"
#include "latentfuzz/base/error.h"

namespace latentfuzz {

// The Error that `body` throws; fails the test if it throws none.
inline Error Caught(const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "no Error was thrown";
  return Error(ErrorKind::kUsage, "");
}

struct ScriptParameter {
  std::string name;
  std::vector<std::int64_t> sizes;
  std::vector<float> values;
};

// Images of two pixels.
inline ImageBatch Pairs(std::vector<float> values) {
  ImageBatch images;
  images.shape = {1, 1, 2};
  images.values = std::move(values);
  return images;
}

// Saves a TorchScript module with these parameters and the methods of `source`.
void SaveScript(const std::filesystem::path& path, const std::string& source,
                const std::vector<ScriptParameter>& parameters = {});

// Saves a convolutional classifier of 1x8x8 images and 3 classes, with batch normalisation and
// weights drawn from a fixed stream.
void SaveSmallCnn(const std::filesystem::path& path);

class AdapterTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(::testing::TempDir()) /
              (std::string("latentfuzz_") + info->test_suite_name() + "_" + info->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path Write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }

  std::filesystem::path folder_;
};

}  // namespace latentfuzz
