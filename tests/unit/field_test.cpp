// Tests the fields (colour quantities) of methods. A field of an unknown method must reach colours and files
// without a change elsewhere.
#include "ooze/methods/field.h"

#include "ooze/base/error.h"
#include "ooze/export/liquid_files.h"
#include "ooze/world/quantity.h"

#include "base/file.h"
#include "fixtures/places.h"
#include "fixtures/temporary_folder.h"
#include "unit/fake_method.h"

#include <array>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace ooze::field_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

MaterialDefinition plain(const MethodRow& method) {
  MaterialDefinition m;
  m.name = "plain";
  for (const ParameterInfo& row : method.parameters()) m.values.push_back(row.defaultValue);
  return m;
}

TEST(MethodFields, HaveAValueOfEachParticleAndAScale) {
  for (const MethodRow& row : methodRegistry()) {
    const std::unique_ptr<Method> method = row.make({.interactionRadius = 0.01f});
    const MaterialDefinition material = plain(row);
    method->setMaterials({&material, 1});
    method->insert({{{0.f, 0.f, 0.f}, {0.004f, 0.f, 0.f}, {0.f, 0.004f, 0.f}}, std::vector<Vec3>(3)});
    // Every particle file holds these names. No field may repeat a name.
    std::set<std::string_view> names{"x",     "y",    "z",      "vx",     "vy",       "vz",      "id", "red",
                                     "green", "blue", "colour", "radius", "velocity", "normals", "ids"};
    for (const Field& field : quantitiesOf(row)) EXPECT_TRUE(names.insert(field.key).second) << field.key;
    for (const Field& field : row.fields) {
      EXPECT_EQ(method->gather(field.key, 0.002f).size(), 3u) << field.key;
      EXPECT_FALSE(field.label.empty()) << field.key;
      EXPECT_NE(field.kind, FieldKind::None) << field.key << " is none of liquid's own looks";
      EXPECT_EQ(field.isNumber(), field.least > 0.f) << field.key;
      EXPECT_EQ(field.kind == FieldKind::Ratio, field.atRest != nullptr) << field.key;
      const QuantityScale scale = quantityScale(std::vector<float>(3, 0.f), field);
      EXPECT_EQ(scale.isNumber(), field.isNumber()) << field.key << " where nothing is the matter";
    }
    EXPECT_THROW((void)method->gather("no such field", 0.002f), std::invalid_argument);
  }
}

TEST(MethodFields, StandInTheSchemaOfScenes) {
  const auto schema = nlohmann::json::parse(readText(sourceFolder() + "/assets/schema/scene.schema.json"));
  const auto& words = schema.at("properties").at("look").at("properties").at("colour").at("enum");
  std::set<std::string> wanted;
  for (const MethodRow& row : methodRegistry())
    for (const Field& field : quantitiesOf(row)) wanted.emplace(field.key);
  EXPECT_EQ(words.get<std::set<std::string>>(), wanted);
}

float meltingHeat(const MethodSettings&, const MaterialDefinition& material) { return material.values[0]; }

constexpr std::array kHeatFields{
    Field{.key = "heat", .label = "Heat", .unit = "K", .least = 1.f, .always = true},
    Field{.key = "melt_rate",
          .label = "Rate of melting",
          .unit = "1/s",
          .kind = FieldKind::Diverging,
          .least = 0.1f},
    Field{.key = "melted",
          .label = "Heat over melting",
          .kind = FieldKind::Ratio,
          .least = 0.2f,
          .atRest = meltingHeat},
    Field{.key = "phase", .label = "Phase", .kind = FieldKind::Category},
};

/// Three particles of two materials. The last particle has the second material.
class HeatedMethod : public test::FakeMethod {
 public:
  [[nodiscard]] std::vector<float> gather(std::string_view key, float dt) const override {
    if (key == "heat") return {290.f, 300.f, 600.f};
    if (key == "melt_rate") return {0.f, 0.01f / dt, -0.02f / dt};
    if (key == "melted") return {290.f, 300.f, 600.f};
    if (key == "phase") return {0.f, 1.f, 2.f};
    return Method::gather(key, dt);
  }
};

class OtherMethod : public testing::Test {
 protected:
  OtherMethod() {
    row_.key = "heat";
    row_.fields = kHeatFields;
    materials_[0].values = {300.f};
    materials_[1].values = {400.f};
  }
  [[nodiscard]] Field field(std::string_view key) const { return parseQuantity(key, row_); }
  [[nodiscard]] Snapshot shot(const std::vector<Field>& asked) const {
    Snapshot s;
    s.positions = {{0.f, 0.f, 0.f}, {1.f, 0.f, 0.f}, {2.f, 0.f, 0.f}};
    s.velocities.resize(3);
    s.ids = {7, 8, 9};
    s.particleMaterials = {0, 0, 1};
    s.colours.resize(3);
    s.fields = gatherFields(row_, HeatedMethod(), {}, materials_, asked, 0.01f);
    return s;
  }

  MethodRow row_ = findMethod("clavet");
  std::vector<MaterialDefinition> materials_{2};
};

TEST_F(OtherMethod, OffersItsOwnFieldsAndRefusesThoseOfOthers) {
  std::vector<std::string_view> keys;
  for (const Field& f : quantitiesOf(row_)) keys.push_back(f.key);
  EXPECT_THAT(keys, ElementsAre("look", "material", "speed", "heat", "melt_rate", "melted", "phase"));
  try {
    parseQuantity("pressure", row_);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "unknown quantity \"pressure\" (known: look, material, speed, heat, melt_rate, "
                 "melted, phase)");
  }
}

TEST_F(OtherMethod, HasItsFieldsInSnapshotsThatAskForThem) {
  const Snapshot plain = shot({parseQuantity("pressure", findMethod("clavet"))});
  ASSERT_EQ(plain.fields.size(), 1u) << "a field that the method lacks is not collected";
  EXPECT_TRUE(hasQuantity(plain, field("heat")));
  EXPECT_FALSE(hasQuantity(plain, field("phase")));
  EXPECT_THAT(quantityValues(plain, field("melted")), ElementsAre(1.f, 1.f, 1.f)) << "nothing special";
  const Snapshot asked = shot({field("melted"), field("melt_rate")});
  EXPECT_THAT(quantityValues(asked, field("melted")), ElementsAre(290.f / 300.f, 1.f, 1.5f));
  EXPECT_THAT(quantityValues(asked, field("melt_rate")), ElementsAre(0.f, 1.f, -2.f));
}

TEST_F(OtherMethod, IsColouredByItsFieldsOnTheirScales) {
  const Snapshot all = shot({kHeatFields.begin(), kHeatFields.end()});
  const auto scaleOf = [&](std::string_view key) {
    return quantityScale(quantityValues(all, field(key)), field(key));
  };
  EXPECT_EQ(scaleOf("heat"), (QuantityScale{0.f, 1000.f}));
  EXPECT_EQ(scaleOf("melt_rate"), (QuantityScale{-2.f, 2.f}));
  EXPECT_EQ(scaleOf("melted"), (QuantityScale{0.8f, 1.2f}));
  EXPECT_FALSE(scaleOf("phase").isNumber());
  EXPECT_EQ(titleOf(field("melt_rate")), "Rate of melting [1/s]");
  std::set<std::uint32_t> phases;
  for (const float value : quantityValues(all, field("phase")))
    phases.insert(quantityColour(field("phase"), {}, value));
  EXPECT_EQ(phases.size(), 3u);
  const auto middle = quantityColour(field("melted"), scaleOf("melted"), 1.f);
  EXPECT_EQ(quantityColour(field("melt_rate"), scaleOf("melt_rate"), 0.f), middle) << "white is nothing";
}

TEST_F(OtherMethod, WritesWhatWasGatheredToFiles) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "p.usda";
  writeParticles(file, shot({field("phase")}));
  const std::string text = readText(file);
  EXPECT_THAT(text, HasSubstr("float[] primvars:heat.timeSamples = { 0: [290, 300, 600] }"));
  EXPECT_THAT(text, HasSubstr("float[] primvars:phase.timeSamples = { 0: [0, 1, 2] }"));
  EXPECT_THAT(text, Not(HasSubstr("density")));
  EXPECT_THAT(text, Not(HasSubstr("melted")));
}

TEST(KeepParticles, TakesEveryArrayAlong) {
  Snapshot s;
  s.positions = {{0.f, 0.f, 0.f}, {1.f, 0.f, 0.f}, {2.f, 0.f, 0.f}};
  s.velocities = {{0.f, 1.f, 0.f}, {0.f, 2.f, 0.f}, {0.f, 3.f, 0.f}};
  s.ids = {7, 8, 9};
  s.particleMaterials = {0, 1, 2};
  s.colours = {10, 11, 12};
  s.frozen = {0, 0, 1};
  s.fields = {{kHeatFields[0], {290.f, 300.f, 600.f}, {}}};
  Snapshot unfrozen = s;
  unfrozen.frozen.clear();
  const std::vector<std::size_t> kept{2, kNewParticle, 0};
  keepParticles(s, kept);
  EXPECT_THAT(s.positions, ElementsAre(Vec3(2.f, 0.f, 0.f), Vec3(0.f), Vec3(0.f)));
  EXPECT_THAT(s.velocities, ElementsAre(Vec3(0.f, 3.f, 0.f), Vec3(0.f), Vec3(0.f, 1.f, 0.f)));
  EXPECT_THAT(s.ids, ElementsAre(9, 0, 7));
  EXPECT_THAT(s.particleMaterials, ElementsAre(2, 0, 0));
  EXPECT_THAT(s.colours, ElementsAre(12, 0, 10));
  EXPECT_THAT(s.frozen, ElementsAre(1, 0, 0));
  EXPECT_THAT(s.fields[0].values, ElementsAre(600.f, 0.f, 290.f));
  keepParticles(unfrozen, kept);
  EXPECT_TRUE(unfrozen.frozen.empty());
  Snapshot nobody;
  keepParticles(nobody, std::vector<std::size_t>{kNewParticle});
  EXPECT_EQ(nobody.positions.size(), 1u) << "the first that come";
  EXPECT_EQ(nobody.colours.size(), 1u);
}

}  // namespace
}  // namespace ooze::field_test
