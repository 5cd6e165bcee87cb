// Tests each row of each part: sample values of the row's schema are read, written, and read again.
#include "ooze/base/error.h"

#include "scene/parts/parts.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze::scene_parts_test {
namespace {

using Json = nlohmann::ordered_json;
using parts::MemberRow;
using parts::Part;
using parts::WriteContext;
using parts::Written;
using Samples = std::vector<Json>;

Samples samplesOf(const Json& schema, const Json& definitions);

Samples samplesOfArray(const Json& schema, const Json& definitions) {
  const Samples items = samplesOf(schema["items"], definitions);
  const std::size_t length = schema.value("minItems", std::size_t{1});
  Samples samples;
  for (std::size_t k = 0; k < items.size(); ++k) samples.push_back(std::vector<Json>(length, items[k]));
  Json mixed = Json::array();
  for (std::size_t i = 0; i < length; ++i) mixed.push_back(items[i % items.size()]);
  samples.push_back(mixed);
  return samples;
}

/// Returns objects with the required members and at most one other member.
Samples samplesOfObject(const Json& schema, const Json& definitions) {
  const Json required = schema.value("required", Json::array());
  const auto isRequired = [&](const std::string& key) {
    return std::find(required.begin(), required.end(), Json(key)) != required.end();
  };
  Samples samples;
  const auto add = [&](const std::string& chosen) {
    const bool single = schema.value("maxProperties", 0) == 1;
    const std::size_t count =
        single && !chosen.empty() ? samplesOf(schema["properties"][chosen], definitions).size() : 4;
    for (std::size_t k = 0; k < count; ++k) {
      Json object = Json::object();
      std::size_t turn = k;
      for (const auto& [key, value] : schema["properties"].items()) {
        if (key != chosen && !isRequired(key)) continue;
        const Samples values = samplesOf(value, definitions);
        object[key] = values[turn++ % values.size()];
      }
      if (object.size() >= schema.value("minProperties", std::size_t{0})) samples.push_back(object);
    }
  };
  add("");
  for (const auto& [key, value] : schema["properties"].items())
    if (!isRequired(key)) add(key);
  return samples;
}

/// Returns values that the schema of a row allows: its limits, its words, and each form of an object.
Samples samplesOf(const Json& schema, const Json& definitions) {
  for (const char* choice : {"oneOf", "anyOf"})
    if (schema.contains(choice) && !schema.contains("properties")) {
      Samples all;
      for (const Json& one : schema[choice])
        for (const Json& sample : samplesOf(one, definitions)) all.push_back(sample);
      return all;
    }
  if (schema.contains("$ref")) {
    const auto target = schema["$ref"].get<std::string>();
    if (!target.starts_with("#")) return {{{"friction", 0.25}}, {{"friction", 1}, {"stickiness", 3}}};
    return samplesOf(definitions.at(target.substr(target.rfind('/') + 1)), definitions);
  }
  if (schema.contains("const")) return {schema["const"]};
  if (schema.contains("enum")) return {schema["enum"].begin(), schema["enum"].end()};
  const Json type = schema["type"];
  if (type == "array") return samplesOfArray(schema, definitions);
  if (type == "object") return samplesOfObject(schema, definitions);
  if (type == "boolean") return {true, false};
  if (type == "string") {
    const auto pattern = schema.value("pattern", "");
    if (pattern.starts_with("^#")) return {"#12ab9f", "#ffffff"};
    if (pattern.find("hdr") != std::string::npos) return {"sky.hdr"};
    return {"moai", "sample", "honey"};
  }
  if (!schema.contains("minimum")) return {0.5, 2};
  const double lower = schema["minimum"].get<double>(), upper = schema["maximum"].get<double>();
  if (type == "integer")
    return {schema["minimum"], schema["maximum"],
            static_cast<std::uint64_t>(lower + std::min(upper - lower, 7.0))};
  Samples numbers{lower, upper, lower + 0.3137 * (upper - lower)};
  if (type.is_array()) numbers.emplace_back(nullptr);
  return numbers;
}

/// Returns true if two values are equal up to the rounding of a few float operations.
bool isNear(const Json& a, const Json& b) {
  if (a.is_number() && b.is_number()) {
    const auto x = a.get<double>(), y = b.get<double>();
    return std::abs(x - y) <= 1e-5 * std::max({1.0, std::abs(x), std::abs(y)});
  }
  if (a.type() != b.type() || a.size() != b.size()) return false;
  if (!a.is_structured()) return a == b;
  for (auto i = a.begin(), j = b.begin(); i != a.end(); ++i, ++j)
    if ((a.is_object() && i.key() != j.key()) || !isNear(*i, *j)) return false;
  return true;
}

/// A scene with the things that references name.
class SceneParts : public testing::Test {
 protected:
  SceneParts() {
    for (const char* name : {"sample", "moai"}) {
      scene_.world.materials.push_back(parts::defaultMaterial(name, kDefaultMethod));
      scene_.world.bodies.emplace_back().name = name;
    }
    scene_.file = "/parts.json";
  }

  template <class T>
  Written readAndWrite(const MemberRow<T>& row, const Json& sample, T start) {
    const JsonFile file = parseJson(sample.dump(), scene_.file);
    parts::SceneReader reader{file, scene_, false, NameIndex(scene_.world.materials),
                              NameIndex(scene_.world.bodies)};
    row.read(reader, file.root, start);
    return row.write({kDefaultMethod, scene_.world.materials, "/"}, start);
  }

  template <class T>
  void expectRowReturns(const Part<T>& part, const MemberRow<T>& row, const T& start) {
    SCOPED_TRACE(std::string(part.what) + ": " + std::string(row.key));
    const WriteContext context{kDefaultMethod, scene_.world.materials, "/"};
    Json definitions;
    const Samples samples = samplesOf(row.schema(definitions), definitions);
    int accepted = 0, changed = 0, lost = 0;
    for (const Json& sample : samples) {
      Written written;
      try {
        written = readAndWrite(row, sample, start);
      } catch (const InputError&) {
        continue;  // members that do not suit each other, such as a cup with too thick a wall
      }
      ++accepted;
      if (!written) {
        lost += sample.is_structured() ? 0 : 1;
        continue;
      }
      const Written again = readAndWrite(row, *written, start);
      ASSERT_TRUE(again) << sample;
      EXPECT_TRUE(isNear(*again, *written)) << sample << " becomes " << *written << ", then " << *again;
      if (!sample.is_structured() && sample.type() == written->type()) {
        EXPECT_TRUE(isNear(*written, sample)) << sample << " becomes " << *written;
      }
      changed += written != row.write(context, start);
    }
    EXPECT_GT(accepted, 0);
    EXPECT_TRUE(lost == 0 || changed == 0) << "only some values are written";
    ++rows_;
    if (changed == 0) unwritten_.push_back(std::string(row.key));
  }

  template <class T>
  void expectRowsReturn(const Part<T>& part, const T& start = {}) {
    for (const MemberRow<T>& row : part.rows) expectRowReturns(part, row, start);
  }

  /// Returns the message about an unknown member of a part.
  template <class T>
  std::string unknownMember(const Part<T>& part) {
    const std::string key = std::string(part.rows.back().key) + "x";
    const JsonFile file = parseJson(Json{{key, 1}}.dump(), "f.json");
    parts::SceneReader reader{file, scene_, false, NameIndex(scene_.world.materials),
                              NameIndex(scene_.world.bodies)};
    T value{};
    try {
      readPart(reader, file.root, part, value);
    } catch (const InputError& e) {
      return e.what();
    }
    return "no failure";
  }
  template <class T>
  void expectUnknownMemberIsRefused(const Part<T>& part) {
    EXPECT_EQ(unknownMember(part), fmt::format("f.json:1: unknown key \"{0}x\" in {1}; did you mean \"{0}\"?",
                                               part.rows.back().key, part.what));
  }

  /// Calls f with each part.
  template <class F>
  static void forEachPart(F f) {
    f(parts::cameraPart()), f(parts::lookPart()), f(parts::materialFilePart()), f(parts::materialPart());
    f(parts::liquidPart()), f(parts::emitterPart()), f(parts::bodyPart()), f(parts::characterPart());
    f(parts::controlPart()), f(parts::windowPart()), f(parts::bandPart()), f(parts::sourcePart());
    f(parts::timelinePart()), f(parts::pairPart());
  }

  Scene scene_;
  int rows_ = 0;
  std::vector<std::string> unwritten_;  ///< keys of rows that wrote no value but the default
};

template <class T>
T startOf() {
  return {};
}
template <>
MaterialDefinition startOf() {
  return parts::defaultMaterial("", kDefaultMethod);
}
template <>
MaterialDocument startOf() {
  return {startOf<MaterialDefinition>(), "", "", ""};
}

template <>
EmitterSpec startOf() {
  EmitterSpec emitter;
  emitter.radius = 1.f;  // limits the radius of drops
  return emitter;
}
template <>
parts::CharacterEntry startOf() {
  parts::CharacterEntry character;
  character.height = 100.0;  // limits the speed
  return character;
}

TEST_F(SceneParts, ValuesOfEachRowComeBack) {
  forEachPart([&]<class T>(const Part<T>& part) { expectRowsReturn(part, startOf<T>()); });
  EXPECT_GT(rows_, 110);
  EXPECT_EQ(unwritten_, (std::vector<std::string>{"version", "file"})) << "rows without a value of their own";
}

TEST_F(SceneParts, ValuesOfTheTopLevelComeBack) {
  for (const MemberRow<Scene>& row : parts::scenePart().rows) {
    Json definitions;
    const Json schema = row.schema(definitions);
    // A list has parts of its own, and a function that reads the entries.
    if (!schema.contains("items") || schema.contains("minItems"))
      expectRowReturns(parts::scenePart(), row, Scene{});
  }
  EXPECT_EQ(rows_, 19);
  EXPECT_EQ(unwritten_, (std::vector<std::string>{"version"}));
}

TEST_F(SceneParts, RefuseUnknownMembersWithASuggestion) {
  forEachPart([&](const auto& part) { expectUnknownMemberIsRefused(part); });
  expectUnknownMemberIsRefused(parts::scenePart());
}

}  // namespace
}  // namespace ooze::scene_parts_test
