// The published schemas and the manual's page of the scene format are generated from the rows of the parts.
// OOZE_UPDATE_SCHEMA=1 ooze_core_tests --gtest_filter='Schema.*' rewrites the schemas, and
// OOZE_UPDATE_MANUAL=1 the page.
#include "base/file.h"
#include "fixtures/places.h"
#include "scene/json_text.h"
#include "scene/schema.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>

namespace ooze::scene_schema_test {
namespace {

using Json = nlohmann::ordered_json;

std::filesystem::path assetPath(const std::string& name) {
  return std::filesystem::path(sourceFolder()) / "assets" / name;
}

TEST(Schema, FilesAreThoseOfTheRows) {
  for (const Json& schema : {sceneSchema(), materialSchema()}) {
    const std::filesystem::path file = assetPath("schema/" + schema["$id"].get<std::string>());
    if (std::getenv("OOZE_UPDATE_SCHEMA")) writeFile(file, jsonText(schema));
    EXPECT_EQ(readText(file), jsonText(schema)) << "run this test with OOZE_UPDATE_SCHEMA=1";
  }
}

void expectClosed(const Json& schema, const std::string& place, int& objects) {
  if (schema.is_object() && schema.contains("properties") && schema.contains("type")) {
    ++objects;
    EXPECT_EQ(schema.value("additionalProperties", true), false) << place;
  }
  if (schema.is_structured())
    for (const auto& [key, value] : schema.items()) expectClosed(value, place + "/" + key, objects);
}

TEST(Schema, EachPartRefusesUnknownMembers) {
  int objects = 0;
  expectClosed(sceneSchema(), "scene", objects);
  expectClosed(materialSchema(), "material", objects);
  EXPECT_GT(objects, 40);
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

TEST(Schema, ManualPageHasTheTablesOfTheRows) {
  const std::filesystem::path file = assetPath("manual/scene_format.md");
  const std::string first = "<!-- tables of the scene format: written by the test Schema.* -->\n",
                    last = "<!-- end of tables -->";
  std::string text = readText(file);
  const std::size_t begin = text.find(first), end = text.find(last);
  ASSERT_NE(begin, std::string::npos);
  ASSERT_NE(end, std::string::npos);
  const std::string tables = "\n" + sceneFormatTables();
  const std::size_t start = begin + first.size();
  if (std::getenv("OOZE_UPDATE_MANUAL")) writeFile(file, text.replace(start, end - start, tables));
  text = readText(file);
  EXPECT_EQ(text.substr(start, text.find(last) - start), tables) << "run this test with OOZE_UPDATE_MANUAL=1";
}

}  // namespace
}  // namespace ooze::scene_schema_test
