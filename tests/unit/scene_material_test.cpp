// Tests of material files: every value survives serialization, and mistakes are refused with their line.
#include "ooze/base/error.h"
#include "ooze/scene/scene.h"
#include "ooze/world/liquid_look.h"

#include "base/file.h"

#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze::scene_material_test {
namespace {

using testing::HasSubstr;

/// Provides a temporary folder, removed when the test ends.
class MaterialFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "ooze-material-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  MaterialDefinition reload(const std::string& text) {
    const auto path = folder_ / "thing.json";
    writeFile(path, text);
    return loadMaterial(path.string(), "clavet");
  }
  std::string errorMessageOf(const std::string& text) {
    try {
      reload(text);
    } catch (const InputError& e) {
      return e.what();
    }
    return "no failure";
  }
  std::filesystem::path folder_;
};

TEST_F(MaterialFile, EveryRowComesBackAtItsMinimumAndItsMaximum) {
  for (const MethodRow& method : methodRegistry()) {
    const auto& rows = method.parameters();
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (const float bound : {rows[i].lower, rows[i].upper}) {
        MaterialDefinition m;
        m.name = "thing";
        for (const ParameterInfo& row : rows) m.values.push_back(row.defaultValue);
        m.values[i] = bound;
        const auto path = folder_ / "thing.json";
        writeFile(path, materialToJson(m, method.key));
        EXPECT_EQ(loadMaterial(path.string(), method.key).values, m.values) << rows[i].key << " = " << bound;
      }
  }
}

TEST_F(MaterialFile, WholeDefinitionComesBack) {
  MaterialDefinition m = loadMaterial("slime", "clavet");
  m.name = "thing";
  m.referenceRadius = 0.0123f;
  m.density = 1234.5f;
  m.colour = 0xff123456;
  m.look = "gel";
  const auto& rows = findMethod("clavet").parameters();
  for (std::size_t i = 0; i < m.values.size(); ++i)
    m.values[i] = rows[i].lower + (rows[i].upper - rows[i].lower) / 3.f;  // no short decimal
  const MaterialDefinition back = reload(materialToJson(m, "clavet"));
  EXPECT_EQ(back.name, m.name);
  EXPECT_EQ(back.values, m.values);
  EXPECT_EQ(back.referenceRadius, m.referenceRadius);
  EXPECT_EQ(back.density, m.density);
  EXPECT_EQ(back.colour, m.colour);
  EXPECT_EQ(back.look, m.look);
}

TEST_F(MaterialFile, NumbersOfALookComeBackAtTheirMinimumAndTheirMaximum) {
  for (const bool upper : {false, true}) {
    MaterialDefinition m = loadMaterial("honey", "clavet");
    for (std::size_t i = 0; i < kOpticalProperties.size(); ++i)
      m.lookOverrides[i] = upper ? kOpticalProperties[i].upper : kOpticalProperties[i].lower;
    EXPECT_EQ(reload(materialToJson(m, "clavet")).lookOverrides, m.lookOverrides);
  }
  EXPECT_EQ(materialToJson(loadMaterial("honey", "clavet"), "clavet").find("roughness"), std::string::npos);
  EXPECT_THAT(errorMessageOf("{\"version\": 1,\n\"refractive_index\": 3}"),
              HasSubstr("thing.json:2: refractive_index = 3 is out of range [1.1, 2.4]"));
}

TEST_F(MaterialFile, MistakesNameTheirLine) {
  EXPECT_THAT(errorMessageOf("{\"version\": 1,\n\"parameters\": {\n\"yeild_ratio_stretch\": 0.1}}"),
              HasSubstr("thing.json:3: unknown key \"yeild_ratio_stretch\" in parameters; did you mean "
                        "\"yield_ratio_stretch\"?"));
  EXPECT_THAT(errorMessageOf("{\"version\": 1,\n\"parameters\": {\n\"friction\": 2}}"),
              HasSubstr("thing.json:3: friction = 2 is out of range [0, 1]"));
  EXPECT_THAT(errorMessageOf("{\"version\": 1,\n\"look\": \"oyl\"}"),
              HasSubstr("thing.json:2: \"look\" must be one of"));
  EXPECT_THAT(errorMessageOf("{\"version\": 1,\n\"method\": \"clavt\"}"),
              HasSubstr("did you mean \"clavet\"?"));
  EXPECT_THAT(errorMessageOf("[]"), HasSubstr("thing.json:1: a material must be an object, not a list"));
}

TEST(Materials, EveryShippedOneLoads) {
  std::vector<std::string> names;
  for (const Listing& l : listMaterials()) {
    if (l.own) continue;
    EXPECT_EQ(l.error, "");
    EXPECT_NE(l.description, "") << l.name;
    names.push_back(l.name);
  }
  EXPECT_THAT(names,
              testing::IsSupersetOf({"clay", "gel", "honey", "mud", "oil", "paint", "slime", "water"}));
}

}  // namespace
}  // namespace ooze::scene_material_test
