// The table of pairs of a scene: functions that act between two materials, or between a material and a solid.
#include "scene/parts/parts.h"

#include <algorithm>

namespace ooze::parts {
namespace {

/// A curve of a function: a list of points [argument, value], or a family with its amplitude: {"repels": 40}.
struct Curve {
  const PairFunction* function;

  void read(SceneReader& reader, const JsonValue& value, std::string_view,
            std::vector<PairEntry>& out) const {
    PairEntry& entry = out.emplace_back();
    entry.function = function->key;
    entry.curve =
        value.kind == JsonValue::JsonKind::Object ? readFamily(reader, value) : readPoints(reader, value);
  }
  std::vector<CurvePoint> readFamily(SceneReader& reader, const JsonValue& value) const {
    std::vector<std::string_view> keys;
    for (const CurveFamily& f : function->families) keys.push_back(f.key);
    const JsonObject o(reader.file, value, "a family of functions", keys);
    if (value.members.size() != 1) o.fail("a family of functions needs one name and one amplitude");
    const JsonValue::Member& only = value.members.front();
    float amplitude = 0.f;
    NumberKind(0.0, largestAmplitude()).read(reader, only.value, only.key, amplitude);
    return std::ranges::find(function->families, only.key, &CurveFamily::key)->make(amplitude);
  }
  std::vector<CurvePoint> readPoints(SceneReader& reader, const JsonValue& value) const {
    const JsonFile& file = reader.file;
    if (value.kind != JsonValue::JsonKind::Array)
      file.fail(value.line, fmt::format("\"{}\" must be a list of points or a family, not {}", function->key,
                                        nameOf(value.kind)));
    std::vector<CurvePoint> curve;
    for (const JsonValue& item : value.items) {
      if (item.kind != JsonValue::JsonKind::Array || item.items.size() != 2)
        file.fail(
            item.line,
            fmt::format("a point of \"{}\" must be a list of two numbers: its place [{}] and its value [{}]",
                        function->key, function->argumentUnit, function->valueUnit));
      curve.push_back({static_cast<float>(readNumber(file, item.items[0], "a place", kAnyNumber)),
                       static_cast<float>(readNumber(file, item.items[1], "a value", kAnyNumber))});
    }
    file.at(value.line, [&] { requireSound(*function, curve); });
    return curve;
  }
  Written write(const WriteContext&, const std::vector<PairEntry>& entries) const {
    const auto own = std::ranges::find(entries, function->key, &PairEntry::function);
    if (own == entries.end()) return {};
    for (const CurveFamily& family : function->families)
      if (const std::optional<float> amplitude = amplitudeOf(family, own->curve))
        return Json{{family.key, shortest(*amplitude)}};
    Json points;
    for (const CurvePoint& p : own->curve) points.push_back(Json::array({shortest(p.at), shortest(p.value)}));
    return points;
  }
  Json schema(Json&) const {
    Json families{{"type", "object"}, {"properties", Json::object()}, {"additionalProperties", false}};
    for (const CurveFamily& f : function->families)
      families["properties"][std::string(f.key)] = {{"description", f.explanation},
                                                    {"type", "number"},
                                                    {"minimum", 0},
                                                    {"maximum", largestAmplitude()}};
    families["minProperties"] = families["maxProperties"] = 1;
    return {
        {"oneOf",
         {families,
          {{"description",
            fmt::format("Points [{}, value] in ascending order, interpolated linearly. The function is 0 "
                        "beyond the last point.",
                        function->argument)},
           {"type", "array"},
           {"items", {{"type", "array"}, {"items", {{"type", "number"}}}, {"minItems", 2}, {"maxItems", 2}}},
           {"minItems", function->fewestPoints},
           {"maxItems", function->mostPoints}}}}};
  }
  double largestAmplitude() const { return static_cast<double>(function->largest) / 10.0; }
};

struct PairMaterial : MaterialName {
  PairMaterial() : MaterialName{"there is no material"} {}
  void read(SceneReader& reader, const JsonValue& value, std::string_view, std::uint16_t& out) const {
    MaterialName::read(reader, value, "a material", out);
  }
};

/// Sets the two sides of a pair: two materials, or a material and one solid or every solid.
PairEntry sidesOf(const JsonObject& o, const PairRow& row) {
  PairEntry sides;
  if (o.find("materials")) {
    for (const std::string_view key : {"material", "solid"})
      if (o.find(key))
        o.file().fail(o.lineOf(key), fmt::format("a pair with \"materials\" must not have \"{}\"", key));
    if (row.materials.size() != 2)
      o.file().fail(o.lineOf("materials"), "\"materials\" must be a list of two names");
    sides.material = row.materials[0];
    sides.other = row.materials[1];
    return sides;
  }
  if (!row.material) o.fail("a pair needs two \"materials\", or a \"material\" and a solid");
  sides.material = *row.material;
  sides.solid = row.solid;
  return sides;
}

}  // namespace

Part<PairRow> pairPartOf(const MethodRow* method) {
  using P = PairRow;
  Part<P> part{
      "pair",
      "a pair",
      "Functions that act between two materials, or between a material and a solid. Pairs without an "
      "entry use the method's default.",
      {member("materials", &P::materials, ListOf<PairMaterial>{{}, 2}, "",
              "Two materials, or the same material twice."),
       member("material", &P::material, PairMaterial(), "",
              "The material of a pair of a liquid and a solid."),
       member("solid", &P::solid, BodyName{{}, "there is no solid"}, "",
              "The name of a body. Default: every solid without an entry of its own.")},
      nullptr,
      [](Json& schema) {
        schema["properties"]["materials"]["maxItems"] = 2;
        schema["oneOf"] = {
            {{"required", {"materials"}}, {"properties", {{"material", false}, {"solid", false}}}},
            {{"required", {"material"}}, {"properties", {{"materials", false}}}}};
      }};
  for (const MethodRow& row : methodRegistry()) {
    if (!row.pairFunctions || (method && method != &row)) continue;
    for (const PairFunction& f : row.pairFunctions())
      part.rows.push_back(member(f.key, &P::functions, Curve{&f}, f.valueUnit, f.label));
  }
  return part;
}

const Part<PairRow>& pairPart() {
  static const Part<PairRow> kPart = pairPartOf(nullptr);
  return kPart;
}

void readPairs(SceneReader& reader, const JsonValue& list) {
  WorldSpec& world = reader.scene.world;
  const MethodRow& method = findMethod(world.method);
  if (!method.pairFunctions)
    reader.file.fail(list.line, fmt::format("the method \"{}\" has no functions of pairs", world.method));
  const Part<PairRow> part = pairPartOf(&method);
  PairTable& table = world.methodSettings.pairs;
  for (const JsonValue& item : itemsOf(reader.file, list, "pairs")) {
    const JsonObject o(reader.file, item, part.what, part.keys());
    PairRow row;
    readRows(reader, o, part, row);
    const PairEntry sides = sidesOf(o, row);
    for (PairEntry& entry : row.functions) {
      entry.material = sides.material;
      entry.other = sides.other;
      entry.solid = sides.solid;
      // A pair has one function for both directions: different functions for a on b and b on a would not
      // conserve momentum.
      if (!table.add(entry))
        o.fail(fmt::format("this pair has \"{}\" already; the order of the two does not matter",
                           entry.function));
    }
    if (row.functions.empty())
      o.fail(fmt::format("a pair needs a function: \"{}\"", method.pairFunctions().front().key));
  }
}

}  // namespace ooze::parts
