// Reads the table of pairs of a scene: functions that act between two materials, or between a material and a
// solid.
#include "methods/pair_index.h"
#include "scene/readers.h"

#include <algorithm>
#include <fmt/format.h>

namespace ooze {
namespace {

constexpr NumberRange kAnyNumber{-1e30, 1e30};  // the function's own range is checked afterwards

std::vector<std::string_view> functionKeys(std::span<const PairFunction> functions) {
  std::vector<std::string_view> keys;
  for (const PairFunction& f : functions) keys.push_back(f.key);
  return keys;
}

std::uint16_t indexOfMaterial(const SceneReader& reader, const JsonValue& value) {
  const std::string name = readText(reader.file, value, "a material");
  const auto found = reader.materials.find(name);
  if (!found)
    reader.file.fail(value.line, fmt::format("there is no material \"{}\"{}", name,
                                             suggestion(name, namesOf(reader.scene.world.materials))));
  return static_cast<std::uint16_t>(*found);
}

/// Reads a curve: either a list of points [argument, value], or a family with its amplitude: {"repels": 40}.
std::vector<CurvePoint> readCurve(const JsonFile& file, const JsonValue& value,
                                  const PairFunction& function) {
  if (value.kind == JsonValue::JsonKind::Object) {
    std::vector<std::string_view> keys;
    for (const CurveFamily& f : function.families) keys.push_back(f.key);
    const JsonObject o(file, value, "a family of functions", keys);
    if (value.members.size() != 1) o.fail("a family of functions needs one name and one amplitude");
    for (const CurveFamily& f : function.families)
      if (o.find(f.key)) {
        const double most = static_cast<double>(function.largest) / 10.0;
        return f.make(static_cast<float>(o.number(f.key, {0.0, most})));
      }
  }
  if (value.kind != JsonValue::JsonKind::Array)
    file.fail(value.line, fmt::format("\"{}\" must be a list of points or a family, not {}", function.key,
                                      nameOf(value.kind)));
  std::vector<CurvePoint> curve;
  for (const JsonValue& item : value.items) {
    if (item.kind != JsonValue::JsonKind::Array || item.items.size() != 2)
      file.fail(
          item.line,
          fmt::format("a point of \"{}\" must be a list of two numbers: its place [{}] and its value [{}]",
                      function.key, function.argumentUnit, function.valueUnit));
    curve.push_back({static_cast<float>(readNumber(file, item.items[0], "a place", kAnyNumber)),
                     static_cast<float>(readNumber(file, item.items[1], "a value", kAnyNumber))});
  }
  file.at(value.line, [&] { requireSound(function, curve); });
  return curve;
}

/// Reads the two sides of a pair: "materials": [a, b], or "material": a, which means every solid unless
/// "solid" names one solid.
PairEntry readPair(const SceneReader& reader, const JsonObject& o) {
  PairEntry entry;
  if (o.find("materials")) {
    for (const std::string_view key : {"material", "solid"})
      if (o.find(key))
        o.file().fail(o.lineOf(key), fmt::format("a pair with \"materials\" must not have \"{}\"", key));
    const std::vector<JsonValue>& both = o.list("materials");
    if (both.size() != 2) o.file().fail(o.lineOf("materials"), "\"materials\" must be a list of two names");
    entry.material = indexOfMaterial(reader, both[0]);
    entry.other = indexOfMaterial(reader, both[1]);
    return entry;
  }
  if (!o.find("material")) o.fail("a pair needs two \"materials\", or a \"material\" and a solid");
  entry.material = indexOfMaterial(reader, o.require("material"));
  entry.solid = o.text("solid", "");
  if (o.find("solid") && !reader.bodies.contains(entry.solid))
    o.file().fail(o.lineOf("solid"),
                  fmt::format("there is no solid \"{}\"{}", entry.solid,
                              suggestion(entry.solid, namesOf(reader.scene.world.bodies))));
  return entry;
}

}  // namespace

void readPairs(SceneReader& reader, const JsonObject& scene) {
  if (!scene.find("pairs")) return;
  WorldSpec& world = reader.scene.world;
  const MethodRow& method = findMethod(world.method);
  if (!method.pairFunctions)
    reader.file.fail(scene.lineOf("pairs"),
                     fmt::format("the method \"{}\" has no functions of pairs", world.method));
  const std::span<const PairFunction> functions = method.pairFunctions();
  std::vector<std::string_view> keys{"materials", "material", "solid"};
  for (const std::string_view key : functionKeys(functions)) keys.push_back(key);
  PairTable& table = world.methodSettings.pairs;
  PairIndex known(table);
  for (const JsonValue& value : scene.list("pairs")) {
    const JsonObject o(reader.file, value, "a pair", keys);
    PairEntry entry = readPair(reader, o);
    bool any = false;
    for (const PairFunction& f : functions) {
      const JsonValue* curve = o.find(f.key);
      if (!curve) continue;
      any = true;
      entry.function = f.key;
      entry.curve = readCurve(reader.file, *curve, f);
      // A pair has one function for both directions: different functions for a on b and b on a would not
      // conserve momentum.
      if (!known.add(entry))
        reader.file.fail(
            value.line,
            fmt::format("this pair has \"{}\" already; the order of the two does not matter", f.key));
      table.push_back(entry);
    }
    if (!any) o.fail(fmt::format("a pair needs a function: \"{}\"", functions.front().key));
  }
}

}  // namespace ooze
