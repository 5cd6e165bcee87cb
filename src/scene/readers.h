// Readers for the parts of a scene file.
#pragma once

#include "ooze/scene/scene.h"

#include "base/name_index.h"
#include "scene/json_file.h"

#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// State shared by the readers of a scene.
struct SceneReader {
  const JsonFile& file;
  Scene& scene;
  /// If true, meshes are loaded and sampled into signed distance fields. If false, the file is only checked,
  /// for lists of scenes.
  bool buildShapes = true;
  /// Names of the materials and bodies read so far.
  NameIndex materials = {}, bodies = {};
};

inline constexpr NumberRange kPositionRange{-1000, 1000};  ///< allowed coordinates of positions [m]
inline constexpr NumberRange kLengthRange{1e-4, 100};  ///< allowed lengths, such as radii and spacings [m]
inline constexpr NumberRange kTimeRange{0, 1e6};       ///< allowed times in a scene [s]
inline constexpr NumberRange kSpeedRange{-100, 100};   ///< allowed velocity components [m/s]

/// A shape as read from a file.
struct ShapeSpec {
  SolidShape solid;   ///< a mesh or mould has no mesh if shapes are not built
  ShapePtr shape;     ///< null if shapes are not built
  double volume = 0;  ///< enclosed volume, for counting particles; 0 if unbounded or not built [m^3]
};
enum class ShapeUse { Body, Liquid };
/// Reads a shape {"KIND": {...}}: sphere, box, capsule, cylinder, ellipsoid or mesh, and for bodies also
/// plane, tank, cup or mould.
ShapeSpec readShape(SceneReader& reader, const JsonValue& value, ShapeUse use);

/// Reads {"axis": [x, y, z], "degrees": a} under the key "rotation". The identity if the key is absent.
Quat readRotation(const JsonObject& object);

/// Reads a name that commands can use: not empty, without '=', and not among `taken`.
std::string readName(const JsonObject& object, const NameIndex& taken,
                     std::optional<std::string> fallback = {});

/// Contact parameters of a body. An unset value falls back to the liquid's own parameter.
struct BodyContactValues {
  std::optional<float> friction, stickiness, stickDistance;  ///< contact with the liquid, units as in Body
};
BodyContactValues readBodyContact(const JsonObject& object);

/// Returns the names of a list's members.
template <class List>
std::vector<std::string> namesOf(const List& list) {
  std::vector<std::string> names;
  for (const auto& item : list) names.push_back(item.name);
  return names;
}

/// Checks that keyframes strictly ascend in time.
template <class Key>
void requireAscending(const JsonFile& file, const JsonValue& value, const std::vector<Key>& keys,
                      const Key& next) {
  if (!keys.empty() && next.time <= keys.back().time)
    file.fail(value.line, fmt::format("keys must ascend in time; {:g} s comes after {:g} s", next.time,
                                      keys.back().time));
}

/// Checks that keyframes ascend in time, where two keys at one time are allowed and make a jump.
template <class Key>
void requireInOrder(const JsonFile& file, const JsonValue& value, const std::vector<Key>& keys,
                    const Key& next) {
  const std::size_t n = keys.size();
  if (n == 0 || next.time != keys[n - 1].time) return requireAscending(file, value, keys, next);
  if (n > 1 && next.time == keys[n - 2].time)
    file.fail(
        value.line,
        fmt::format("two keys at one time are a jump; the third key at {:g} s has no effect", next.time));
}

/// Reads a number, or the number for this detail from {"coarse": a, "medium": b, "fine": c}.
float readByDetail(const JsonObject& object, std::string_view key, Detail detail, NumberRange range);

/// Returns the index of the material that the key "material" names. The key is optional if the scene has only
/// one material.
std::uint16_t readMaterialIndex(const SceneReader& reader, const JsonObject& object);

void readMaterials(SceneReader& reader, const std::vector<JsonValue>& list);
void readLiquids(SceneReader& reader, const std::vector<JsonValue>& list);
void readEmitters(SceneReader& reader, const std::vector<JsonValue>& list);
void readBodies(SceneReader& reader, const std::vector<JsonValue>& list);
void readCharacters(SceneReader& reader, const std::vector<JsonValue>& list);
/// Reads control particles. Bodies must be read first, because a control may follow a body.
void readControls(SceneReader& reader, const std::vector<JsonValue>& list);
void readTimeline(SceneReader& reader, const std::vector<JsonValue>& list);
/// Reads the scene's key "window". Bodies must be read first, because the window may follow a body.
void readWindow(SceneReader& reader, const JsonObject& scene);
void readBands(SceneReader& reader, const std::vector<JsonValue>& list);
/// Reads the sources of liquid from other runs. Materials must be read first. If shapes are built, the first
/// frame of each band must exist.
void readSources(SceneReader& reader, const std::vector<JsonValue>& list);
/// Refuses a cycle of scenes: a scene whose liquid flows back into one of its own sources.
void refuseSourceCycle(const SceneReader& reader, const JsonObject& scene);
/// Reads the scene's key "pairs". Materials and bodies must be read first.
void readPairs(SceneReader& reader, const JsonObject& scene);

/// Reads the material parameters that the object contains (density, colour, look, h_ref, parameters). Other
/// members of `material` keep their values.
void readMaterialMembers(const JsonObject& object, std::string_view method, MaterialDefinition& material);

/// Does everything that `parseScene` does, or only the checks if shapes are not built.
Scene readScene(const std::string& text, const std::filesystem::path& path, Detail detail, bool buildShapes);

/// Resolves a path that is relative to the folder of another file.
std::filesystem::path resolveRelativePath(const std::filesystem::path& file,
                                          const std::filesystem::path& relative);

}  // namespace ooze
