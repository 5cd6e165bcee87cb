// Writes the table of pairs of a scene: the reverse of pair_reader.cpp.
#include "methods/pair_index.h"
#include "scene/scene_writers.h"
#include "world/commands/world_values.h"

#include <utility>

namespace ooze {
namespace {

using Json = nlohmann::ordered_json;

/// Returns a curve as a family with its amplitude if the curve belongs to a family, else as a list of points.
Json curveJson(const PairFunction& function, const std::vector<CurvePoint>& curve) {
  Json json;
  for (const CurveFamily& family : function.families)
    if (const std::optional<float> amplitude = amplitudeOf(family, curve)) {
      json[std::string(family.key)] = shortest(*amplitude);
      return json;
    }
  for (const CurvePoint& p : curve) json.push_back(Json::array({shortest(p.at), shortest(p.value)}));
  return json;
}

Json pairJson(const SceneWriter& w, const MethodRow& method, const PairEntry& pair) {
  const auto nameOf = [&](std::size_t m) { return w.world.materials()[m].name; };
  Json json;
  if (pair.other) {
    json["materials"] = {nameOf(pair.material), nameOf(*pair.other)};
  } else {
    json["material"] = nameOf(pair.material);
    if (!pair.solid.empty()) json["solid"] = pair.solid;
  }
  json[pair.function] = curveJson(*findPairFunction(method, pair.function), pair.curve);
  return json;
}

const std::vector<CurvePoint>& curveOf(const PairEntry* entry) {
  static const std::vector<CurvePoint> kNone;
  return entry ? entry->curve : kNone;
}

/// Returns the functions at the start of the new scene: the current functions, except those that the timeline
/// will set.
PairTable initialPairs(const SceneWriter& w, const PairTable& now) {
  const PairTable& loaded = w.scene.world.methodSettings.pairs;
  const PairIndex ofNow(now), ofLoaded(loaded);
  PairTable start;
  // Each pair is added once, so it needs no search in `start`.
  const auto add = [&](const PairEntry& pair) {
    PairEntry entry = pair;
    entry.curve = w.edits.start(nameOfPair(pair, w.world.materials()), curveOf(ofNow.find(now, pair)),
                                curveOf(ofLoaded.find(loaded, pair)));
    if (!entry.curve.empty()) start.push_back(std::move(entry));
  };
  for (const PairEntry& pair : loaded) add(pair);
  for (const PairEntry& pair : now)
    if (!ofLoaded.find(pair)) add(pair);
  return start;
}

}  // namespace

void writePairs(SceneWriter& w) {
  const PairTable start = initialPairs(w, w.world.pairs());
  if (start == w.scene.world.methodSettings.pairs) return;
  if (start.empty()) {
    w.json.erase("pairs");
    return;
  }
  const MethodRow& method = findMethod(w.scene.world.method);
  Json pairs = Json::array();
  for (const PairEntry& pair : start) pairs.push_back(pairJson(w, method, pair));
  w.json["pairs"] = std::move(pairs);
}

}  // namespace ooze
