// Tests of material files: every value survives serialization, and mistakes are refused with their line.
#include "ooze/base/error.h"
#include "ooze/scene/scene.h"
#include "ooze/world/liquid_look.h"

#include "base/file.h"
#include "fixtures/places.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <regex>
#include <string_view>

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

/// Returns the JSON schema's entries for a table of parameters.
nlohmann::ordered_json describeParameters(const std::vector<ParameterInfo>& rows) {
  auto properties = nlohmann::ordered_json::object();
  for (const ParameterInfo& row : rows) {
    std::string description(row.tooltip);
    if (!row.symbol.empty()) description += fmt::format(" ({})", row.symbol);
    description += fmt::format(" [{}]", row.unit);
    for (const ParameterTickLabel& mark : row.marks)
      description += fmt::format("{}{:g}: {}", &mark == row.marks.data() ? " " : ", ", mark.value, mark.word);
    properties[std::string(row.key)] = {
        {"description", description},
        {"unit", row.unit},
        {"type", "number"},
        {"minimum", nlohmann::ordered_json::parse(fmt::format("{}", row.lower))},
        {"maximum", nlohmann::ordered_json::parse(fmt::format("{}", row.upper))}};
  }
  return properties;
}

/// Returns the method's title and explains those units of its parameters that are not SI units.
std::string describeUnits(const MethodRow& method) {
  struct Unit {
    std::string_view word, meaning;
  };
  constexpr std::array kUnits{
      Unit{"h", "h is the interaction radius"},
      Unit{"h_ref", "h_ref is the reference radius of the material, whatever the interaction radius is"},
      Unit{"radii", "radii are those of a particle, a fifth of the interaction radius"},
      Unit{"frame", "a frame is 1/30 s"}};
  std::string meanings;
  for (const Unit& unit : kUnits) {
    const std::regex word(fmt::format("(^|[/ ]){}([/² ]|$)", unit.word));
    const auto names = [&](const ParameterInfo& row) {
      return std::regex_search(row.unit.begin(), row.unit.end(), word);
    };
    if (std::ranges::any_of(method.parameters(), names))
      meanings += fmt::format("{}{}", meanings.empty() ? "" : "; ", unit.meaning);
  }
  if (meanings.empty()) return fmt::format("{}. Units: SI.", method.title);
  return fmt::format("{}. Units: those of SI, and: {}.", method.title, meanings);
}

// The schema file agrees with the parameter tables. After a change of a table, this command rewrites the
// file: OOZE_UPDATE_SCHEMA=1 ooze_core_tests --gtest_filter='Schema.*'
TEST(Schema, MaterialParametersAreThoseOfTheTable) {
  const std::filesystem::path file = sourceFolder() + "/assets/schema/material.schema.json";
  const std::string text = readText(file);
  auto wanted = nlohmann::ordered_json::parse(text);
  auto& properties = wanted.at("properties");
  properties.at("parameters").at("description") =
      "Values at h_ref, each in the unit that its method's definition gives below. What is absent has its "
      "default.";
  properties.at("method").at("enum") = properties.at("parameters").at("anyOf") =
      nlohmann::ordered_json::array();
  wanted.at("$defs") = nlohmann::ordered_json::object();
  for (const MethodRow& method : methodRegistry()) {
    const std::string key(method.key);
    properties["method"]["enum"].push_back(key);
    properties["parameters"]["anyOf"].push_back({{"$ref", "material.schema.json#/$defs/" + key}});
    wanted["$defs"][key] = {{"description", describeUnits(method)},
                            {"type", "object"},
                            {"properties", describeParameters(method.parameters())},
                            {"additionalProperties", false}};
  }
  for (const OpticalProperty& n : kOpticalProperties) {
    auto& entry = wanted.at("properties").at(std::string(n.key));
    entry["minimum"] = nlohmann::ordered_json::parse(fmt::format("{}", n.lower));
    entry["maximum"] = nlohmann::ordered_json::parse(fmt::format("{}", n.upper));
  }
  if (std::getenv("OOZE_UPDATE_SCHEMA")) writeFile(file, wanted.dump(2) + "\n");
  EXPECT_EQ(readText(file), wanted.dump(2) + "\n");
}

TEST(Schema, EveryShippedSceneAndMaterialIsValid) {
  // setup.sh installs jsonschema for the distribution's Python, which need not be the first in PATH.
  const std::string python = std::filesystem::exists("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
  const std::string command = python + " -W ignore " + sourceFolder() + "/tests/validate_assets.py " +
                              sourceFolder() + "/assets 2>&1";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  ASSERT_NE(pipe, nullptr);
  std::string output;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) output += static_cast<char>(c);
  EXPECT_EQ(::pclose(pipe), 0) << output;
}

}  // namespace
}  // namespace ooze::scene_material_test
