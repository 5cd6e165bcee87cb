// Tests that temperatures stay with their particles through saves and edits. Saves older than temperatures
// load, and invalid temperatures are refused.
#include "ooze/base/error.h"
#include "ooze/scene/scene.h"

#include "base/file.h"
#include "fixtures/temporary_folder.h"
#include "methods/rasmussen/rasmussen.h"
#include "unit/rasmussen_fixtures.h"

#include <cstring>
#include <gmock/gmock.h>
#include <limits>
#include <memory>

namespace ooze::rasmussen_temperature_save_test {
namespace {

using namespace rasmussen_fixtures;
using rasmussen::Rasmussen;
using testing::Each;
using testing::FloatEq;
using testing::HasSubstr;

WorldSpec halfMolten() {
  WorldSpec spec =
      worldOf(liquid({{"viscosity", 2.f}, {"friction", 1.f}, {"hardening", 1000.f}, {"cooling", 0.002f}}));
  spec.bodies = {test::ground()};
  spec.liquids = {test::box({0.f, 0.06f, 0.f}, {0.04f, 0.06f, 0.04f})};
  Control hot;
  hot.name = "hot";
  hot.kind = ControlKind::Temperature;
  hot.radius = 0.08f;
  hot.strength = 0.3f;
  hot.value = {120.f, 0.f, 0.f};
  hot.position = {0.f, 0.12f, 0.f};
  spec.controls = {hot};
  return spec;
}

std::unique_ptr<Rasmussen> cube(const MaterialDefinition& material) {
  auto method = std::make_unique<Rasmussen>(MethodSettings{.interactionRadius = kH});
  method->setMaterials(std::array{material});
  LiquidSeeds seeds;
  for (int k = 0; k < 64; ++k) seeds.positions.push_back(kCell * Vec3(k % 4, k / 4 % 4, k / 16));
  seeds.velocities.assign(seeds.positions.size(), Vec3(0.f));
  method->insert(seeds);
  return method;
}

TEST(RasmussenTemperatureSave, ContinuesToTheSameState) {
  World world(halfMolten(), 1), other(halfMolten(), 2);
  advanceFrames(world, 6);
  ByteWriter out;
  world.save(out);
  std::uint32_t version = 0;
  std::memcpy(&version, out.bytes().data(), sizeof version);
  EXPECT_EQ(version, 13u);
  ByteReader in(out.bytes());
  other.restore(in);
  EXPECT_EQ(other.hash(), world.hash());
  EXPECT_EQ(temperaturesOf(other), temperaturesOf(world));
  advanceFrames(world, 2);
  advanceFrames(other, 2);
  EXPECT_EQ(other.hash(), world.hash());
  EXPECT_GT(std::ranges::max(temperaturesOf(world)), 40.f);
}

/// Rebuilds the bytes that the method wrote before temperatures and initial positions existed: without these
/// arrays and without their count.
TEST(RasmussenTemperatureSave, ASaveOfAnEarlierVersionStartsAtTheMaterialsTemperature) {
  const MaterialDefinition warm = liquid({{"temperature", 45.f}});
  const auto method = cube(warm), restored = cube(warm), before = cube(warm);
  EXPECT_THAT(method->temperatures(), Each(FloatEq(45.f)));
  method->temperatures().assign(method->temperatures().size(), 80.f);
  ByteWriter now, grid, particles;
  method->save(now, Threads(1));
  method->grid().save(grid);
  method->liquid().saveParticles(particles);
  const std::vector<std::byte>& bytes = now.bytes();
  const std::size_t numbers = 8 + 4 * method->liquid().size(), late = 1 + numbers + 1 + 3 * numbers;
  const auto at = [&](std::size_t byte) { return bytes.begin() + static_cast<std::ptrdiff_t>(byte); };
  const std::size_t count = particles.bytes().size();
  std::vector<std::byte> old(bytes.begin(), at(count));
  old.insert(old.end(), at(count + 1), at(bytes.size() - grid.bytes().size() - late));
  old.insert(old.end(), grid.bytes().begin(), grid.bytes().end());

  ByteReader in(bytes), inOld(old);
  restored->restore(in);
  EXPECT_THAT(restored->temperatures(), Each(FloatEq(80.f)));
  before->restore(inOld);
  EXPECT_EQ(before->liquid().size(), 64u);
  EXPECT_THAT(before->temperatures(), Each(FloatEq(45.f)));
}

TEST(RasmussenTemperatureSave, RestoredLiquidHasItsTemperature) {
  const auto method = cube(liquid({}));
  for (std::size_t i = 0; i < 64; ++i)
    method->temperatures()[i] = static_cast<float>(method->liquid().particles.id[i]);
  const std::vector<std::uint32_t> gone{3, 17, 40};
  ByteWriter out;
  method->keep(gone, out);
  method->erase(gone);
  ByteReader in(out.bytes());
  method->putBack(in, 1000, 0.f);
  ASSERT_EQ(method->liquid().size(), 64u);
  for (std::size_t i = 0; i < 64; ++i)
    EXPECT_EQ(method->temperatures()[i], static_cast<float>(method->liquid().particles.id[i]));
}

TEST(RasmussenTemperatureSave, ANonFiniteTemperatureIsRefused) {
  const auto method = cube(liquid({})), other = cube(liquid({}));
  for (const float wrong : {std::numeric_limits<float>::quiet_NaN(), 1e9f, -1000.f}) {
    method->temperatures()[0] = wrong;
    ByteWriter out;
    method->save(out, Threads(1));
    ByteReader in(out.bytes());
    EXPECT_THROW(other->restore(in), InputError) << wrong;
  }
}

TEST(RasmussenTemperatureSave, TheCardOfAParticleHasTemperatureAndViscosity) {
  const auto method = cube(liquid({{"temperature", 45.f}, {"viscosity", 3.f}}));
  const auto details = method->detailsOf(method->liquid().particles.id[5], 0.f, Bodies());
  ASSERT_TRUE(details);
  const auto valueOf = [&](std::string_view symbol) {
    for (const auto& value : details->values)
      if (value.symbol == symbol) return static_cast<float>(value.value);
    return -1.f;
  };
  EXPECT_FLOAT_EQ(valueOf("T"), 45.f);
  EXPECT_FLOAT_EQ(valueOf("μ"), 3.f);
}

class TemperatureMistake : public testing::Test {
 protected:
  std::string errorMessageOf(const std::string& parameters) {
    const auto path = folder_.path() / "thing.json";
    writeFile(path, "{\"version\": 1, \"method\": \"rasmussen\",\n\"parameters\": {" + parameters + "}}");
    return messageOf([&] { (void)loadMaterial(path.string(), "rasmussen"); });
  }
  static std::string failureOfControl(const std::string& members) {
    return messageOf([&] {
      (void)parseScene(
          "{\"version\": 1, \"method\": \"rasmussen\", \"h\": 0.04, \"materials\": [{\"name\": \"wax\"}], "
          "\"controls\": [\n"
          "{\"kind\": \"temperature\", \"shape\": {\"sphere\": {\"radius\": 0.1}}" +
              members + "}]}",
          "folder/test.json", Detail::Medium);
    });
  }
  template <class Load>
  static std::string messageOf(const Load& load) {
    try {
      load();
    } catch (const InputError& e) {
      return e.what();
    }
    return "no failure";
  }
  TemporaryFolder folder_;
};

TEST_F(TemperatureMistake, IsRefusedInOneLine) {
  EXPECT_THAT(errorMessageOf("\"melting_width\": 0"),
              HasSubstr("thing.json:2: melting_width = 0 is out of range"));
  EXPECT_THAT(errorMessageOf("\"temperature\": -300"),
              HasSubstr("thing.json:2: temperature = -300 is out of range"));
  EXPECT_THAT(errorMessageOf("\"melting_point\": 1e999"), HasSubstr("thing.json:2:"));
  EXPECT_THAT(errorMessageOf("\"hardening\": 0.5"),
              HasSubstr("thing.json:2: hardening = 0.5 is out of range"));
  EXPECT_THAT(errorMessageOf("\"cooling\": -1"), HasSubstr("thing.json:2: cooling = -1 is out of range"));
  EXPECT_THAT(failureOfControl(", \"temperature\": 1e6"), HasSubstr("test.json:2: \"temperature\" = 1e+06"));
  EXPECT_THAT(failureOfControl(", \"temperature\": -274"), HasSubstr("out of range [-273, 3000]"));
  EXPECT_THAT(failureOfControl(""), HasSubstr("needs the key \"temperature\""));
  EXPECT_THAT(failureOfControl(", \"temperature\": 1, \"viscosity\": 1"),
              HasSubstr("only a control of viscosity has the key \"viscosity\""));
}

}  // namespace
}  // namespace ooze::rasmussen_temperature_save_test
