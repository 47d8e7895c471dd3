#include "latentfuzz/strategies/state.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "latentfuzz/base/error.h"

namespace latentfuzz {
namespace {

std::string SomeState() {
  StateWriter writer("test", 3);
  writer.PutNumber("number", std::numeric_limits<std::uint64_t>::max());
  writer.PutText("text", "a b");
  writer.PutTexts("texts", {"", "x"});
  writer.PutArray("doubles", std::vector<double>{0.1, -0.0, std::nan(""), INFINITY, 5e-324});
  writer.PutArray("none", std::vector<float>{});
  return writer.Bytes();
}

ErrorKind KindOf(const auto& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_FALSE(error.hint().empty());
    return error.kind();
  }
  ADD_FAILURE() << "nothing was thrown";
  return ErrorKind::kUsage;
}

TEST(State, EveryFieldComesBackBitForBit) {
  const StateReader reader("test", 3, SomeState());
  EXPECT_EQ(reader.GetNumber("number"), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(reader.GetText("text"), "a b");
  EXPECT_EQ(reader.GetTexts("texts"), (std::vector<std::string>{"", "x"}));
  const auto doubles = reader.GetArray<double>("doubles");
  ASSERT_EQ(doubles.size(), 5U);
  EXPECT_EQ(doubles[0], 0.1);
  EXPECT_TRUE(std::signbit(doubles[1]));
  EXPECT_TRUE(std::isnan(doubles[2]));
  EXPECT_EQ(doubles[3], INFINITY);
  EXPECT_EQ(doubles[4], 5e-324);
  EXPECT_TRUE(reader.GetArray<float>("none").empty());
}

TEST(State, AnotherKindOrVersionIsRefused) {
  const std::string state = SomeState();
  EXPECT_EQ(KindOf([&] { StateReader("other", 3, state); }), ErrorKind::kData);
  EXPECT_EQ(KindOf([&] { StateReader("test", 4, state); }), ErrorKind::kData);
}

TEST(State, EveryTruncationIsRefused) {
  const std::string state = SomeState();
  for (std::size_t size = 0; size < state.size(); ++size) {
    EXPECT_EQ(KindOf([&] { StateReader("test", 3, state.substr(0, size)); }), ErrorKind::kData);
  }
  EXPECT_EQ(KindOf([&] { StateReader("test", 3, state + "x"); }), ErrorKind::kData);
}

TEST(State, WrongFieldsAreNamed) {
  const StateReader reader("test", 3, SomeState());
  EXPECT_EQ(KindOf([&] { reader.GetNumber("absent"); }), ErrorKind::kData);
  EXPECT_EQ(KindOf([&] { reader.GetNumber("text"); }), ErrorKind::kData);
  EXPECT_EQ(KindOf([&] { reader.GetTexts("text"); }), ErrorKind::kData);
  EXPECT_EQ(KindOf([&] { reader.GetArray<double>("doubles", 4); }), ErrorKind::kData);
  try {
    reader.GetText("doubles");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("'doubles'"), std::string::npos);
  }
}

TEST(State, RequireComparesATextField) {
  const StateReader reader("test", 3, SomeState());
  EXPECT_NO_THROW(reader.Require("text", "a b"));
  EXPECT_EQ(KindOf([&] { reader.Require("text", "a c"); }), ErrorKind::kData);
}

}  // namespace
}  // namespace latentfuzz
