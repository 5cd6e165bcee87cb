// Tests that no message shows much of an untrusted file: every text and every key of a file in turn becomes
// long or invisible. Each file is read without a complaint or refused in one short line.
#include "ooze/base/error.h"
#include "ooze/scene/scene.h"
#include "ooze/world/command.h"

#include "base/file.h"
#include "base/utf8.h"
#include "fixtures/places.h"
#include "fixtures/temporary_folder.h"
#include "scene/material_folder.h"
#include "world/commands/command_rows.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ooze::long_text_test {
namespace {

using Json = nlohmann::ordered_json;

const std::string kLongText(5000, 'q');
const std::string kHiddenText = "q\xe2\x80\xaeq\xe2\x80\x8bq\x1bq";

/// Collects a changed copy of the document for each string and each key.
std::vector<Json> changedCopies(const Json& whole, const std::string& text) {
  std::vector<Json> copies;
  const std::function<void(const Json::json_pointer&)> visit = [&](const Json::json_pointer& at) {
    const Json& value = whole[at];
    if (value.is_string()) (copies.emplace_back(whole))[at] = text;
    if (value.is_object())
      for (const auto& [key, member] : value.items()) {
        Json renamed = Json::object();
        for (const auto& [k, v] : value.items()) renamed[k == key ? text : k] = v;
        (copies.emplace_back(whole))[at] = std::move(renamed);
        visit(at / key);
      }
    if (value.is_array())
      for (std::size_t i = 0; i < value.size(); ++i) visit(at / i);
  };
  visit(Json::json_pointer());
  return copies;
}

/// Checks one line of a refusal or a note, without the path at its beginning.
void expectShort(std::string line, const std::string& file, const std::string& content) {
  if (line.starts_with(file)) line.erase(0, file.size());
  EXPECT_LE(std::count(line.begin(), line.end(), 'q'), 500) << line.substr(0, 400) << "\n"
                                                            << content.substr(0, 300);
  EXPECT_LE(line.size(), 1500u) << line.substr(0, 400);
  EXPECT_EQ(replaceInvisible(line), line) << line.substr(0, 400);
}

void expectShortMessages(const std::string& seed, const std::string& name,
                         const std::function<void(const std::string& file)>& read) {
  const TemporaryFolder folder;
  int refused = 0;
  for (const std::string& text : {kLongText, kHiddenText})
    for (const Json& copy : changedCopies(Json::parse(seed), text)) {
      const std::string content = copy.dump();
      const std::string file = (folder.path() / name).string();
      std::ofstream(file, std::ios::binary) << content;  // writeFile() waits for the disk
      try {
        read(file);
      } catch (const InputError& e) {
        ++refused;
        expectShort(e.what(), file, content);
      }
    }
  EXPECT_GT(refused, 20);
}

TEST(LongText, OfASceneIsNotQuoted) {
  const std::string seed =
      readText(std::filesystem::path(sourceFolder()) / "tests/fuzz/seeds/scene/every_part.json");
  expectShortMessages(seed, "scene.json", [](const std::string& file) {
    const Scene scene = loadScene(file, Detail::Coarse);
    for (const std::string& note : scene.notes) expectShort(note, file, "");
    try {
      const World world(scene.world, 1);
    } catch (const InputError& e) {
      expectShort(e.what(), file, "");
    }
  });
}

TEST(LongText, OfASceneWithFilesIsNotQuoted) {
  expectShortMessages(
      R"({"version": 1, "method": "rasmussen", "h": 0.04, "materials": [{"name": "goo", "file": "rasmussen_honey"}],
          "bodies": [{"shape": {"mesh": {"file": "a.obj"}}}], "look": {"background": "a.hdr", "colour": "speed"},
          "bands": [{"name": "neck", "lower": [0, 0, 0], "upper": [1, 1, 0.1]}],
          "window": {"lower": [0, 0, 0], "upper": [1, 1, 1], "body": "a"},
          "sources": [{"scene": "up.json", "band": "neck", "folder": "left"}]})",
      "scene.json", [](const std::string& file) { (void)loadScene(file, Detail::Coarse); });
}

TEST(LongText, OfAMaterialIsNotQuoted) {
  expectShortMessages(readText(findAsset("materials/slime.json")), "material.json",
                      [](const std::string& file) {
                        (void)loadMaterial(file, "clavet");
                        (void)readMaterialDocument(file);
                      });
}

/// Saves hold commands as text, also those that no window would make.
TEST(LongText, OfACommandIsNotQuoted) {
  const Scene scene = parseScene(
      R"({"version": 1, "h": 0.05, "materials": [{"name": "goo", "file": "slime"}],
          "liquids": [{"shape": {"sphere": {"radius": 0.03}}}], "controls":
          [{"name": "wind", "kind": "velocity", "shape": {"sphere": {"radius": 0.05}}, "velocity": [0, 1, 0], "points": [[0, 0, 0]]}]})",
      "scene.json", Detail::Coarse);
  std::vector<std::string> targets{kLongText, "material.goo." + kLongText, kLongText + ".friction",
                                   "control." + kLongText + ".whole", "control.wind.whole"};
  for (const CommandRow& row : commandRows()) {
    targets.emplace_back(row.target);
    targets.push_back(std::string(row.target) + kLongText);
  }
  for (const std::string& target : targets)
    for (const std::string& text :
         {std::string(), kLongText, "a = " + kLongText, kLongText + " = 1", kHiddenText})
      for (const std::vector<float>& values : {std::vector<float>{}, {1.f}, {0.f, 0.f, 0.f, 0.1f, 300.f}})
        try {
          World world(scene.world, 1);
          world.submit(parseCommand({target, values, text}));
        } catch (const InputError& e) {
          expectShort(e.what(), "", target.substr(0, 50));
        }
}

}  // namespace
}  // namespace ooze::long_text_test
