// The parts of a scene file, one reader each.
#pragma once

#include "ooze/scene/scene.h"

#include "scene/json_file.h"

#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// What the readers of a scene share.
struct SceneReader {
  const JsonFile& file;
  Scene& scene;
  /// Meshes are loaded and sampled. Without it the file is only checked, for lists of scenes.
  bool buildShapes = true;
};

inline constexpr NumberRange kPlaces{-1000, 1000};  ///< [m]
inline constexpr NumberRange kLengths{1e-4, 100};   ///< [m]
inline constexpr NumberRange kTimes{0, 1e6};        ///< [s]
inline constexpr NumberRange kSpeeds{-100, 100};    ///< [m/s]

/// A shape as a file describes it.
struct ShapeSpec {
  SolidShape solid;   ///< a mesh or mould lacks its mesh if shapes are not built
  ShapePtr shape;     ///< null if shapes are not built
  double volume = 0;  ///< enclosed, for counting particles; 0 if there is no end to it, or if not built [m^3]
};
enum class ShapeUse { Body, Liquid };
/// Reads {"KIND": {...}}: sphere, box, capsule, cylinder, ellipsoid, mesh, and for bodies also plane, tank,
/// cup and mould.
ShapeSpec readShape(SceneReader& reader, const JsonValue& value, ShapeUse use);

/// {"axis": [x, y, z], "degrees": a} under the key "rotation"; no turn if it is absent.
Quat readRotation(const JsonObject& object);

/// A name that commands can use: not empty, without '.' and '=', and not among `taken`.
std::string readName(const JsonObject& object, const std::vector<std::string>& taken,
                     std::optional<std::string> fallback = {});

/// What an entry says about contact with the liquid; what it leaves out is the liquid's.
struct BodyContactValues {
  std::optional<float> friction, stickiness, stickDistance;  ///< as in Body
};
BodyContactValues readBodyContact(const JsonObject& object);

/// The names of a list's members.
template <class List>
std::vector<std::string> namesOf(const List& list) {
  std::vector<std::string> names;
  for (const auto& item : list) names.push_back(item.name);
  return names;
}

/// Refuses keyframes that do not ascend in time.
template <class Key>
void requireAscending(const JsonFile& file, const JsonValue& value, const std::vector<Key>& keys,
                      const Key& next) {
  if (!keys.empty() && next.time <= keys.back().time)
    file.fail(value.line, fmt::format("keys must ascend in time; {:g} s comes after {:g} s", next.time,
                                      keys.back().time));
}

/// The same of keys that may jump: two at one time.
template <class Key>
void requireInOrder(const JsonFile& file, const JsonValue& value, const std::vector<Key>& keys,
                    const Key& next) {
  const std::size_t n = keys.size();
  if (n == 0 || next.time != keys[n - 1].time) return requireAscending(file, value, keys, next);
  if (n > 1 && next.time == keys[n - 2].time)
    file.fail(value.line, fmt::format("two keys at one time are a jump; a third one at {:g} s would never be "
                                      "reached",
                                      next.time));
}

/// A number, or {"coarse": a, "medium": b, "fine": c}.
float readByDetail(const JsonObject& object, std::string_view key, Detail detail, NumberRange range);

/// The index of the material that the key "material" names; it may be absent where there is only one.
std::uint16_t readMaterialIndex(const SceneReader& reader, const JsonObject& object);

void readMaterials(SceneReader& reader, const std::vector<JsonValue>& list);
void readLiquids(SceneReader& reader, const std::vector<JsonValue>& list);
void readEmitters(SceneReader& reader, const std::vector<JsonValue>& list);
void readBodies(SceneReader& reader, const std::vector<JsonValue>& list);
void readCharacters(SceneReader& reader, const std::vector<JsonValue>& list);
/// Bodies are read before them.
void readControls(SceneReader& reader, const std::vector<JsonValue>& list);
void readTimeline(SceneReader& reader, const std::vector<JsonValue>& list);
/// The scene's key "window"; bodies are read before it.
void readWindow(SceneReader& reader, const JsonObject& scene);
void readBands(SceneReader& reader, const std::vector<JsonValue>& list);
/// Materials are read before them. Unless shapes are left out, the first frame of each band must be there.
void readSources(SceneReader& reader, const std::vector<JsonValue>& list);
/// Refuses a scene from which its own sources take liquid.
void requireNoCircle(const SceneReader& reader, const JsonObject& scene);
/// The scene's key "pairs"; materials and bodies are read before it.
void readPairs(SceneReader& reader, const JsonObject& scene);

/// Sets what an object with the members density, colour, look, h_ref and parameters says; the rest stays.
void readMaterialMembers(const JsonObject& object, std::string_view method, MaterialDefinition& material);

/// All that `parseScene` does, or only the checks.
Scene readScene(const std::string& text, const std::filesystem::path& path, Detail detail, bool buildShapes);

/// What a file whose name is given relative to another file means.
std::filesystem::path besideFile(const std::filesystem::path& file, const std::filesystem::path& relative);

}  // namespace ooze
