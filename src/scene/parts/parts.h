// The parts of scene and material files. Each part lists the members of one kind of JSON object; the source
// of the same name holds its rows and the kinds of values that only this part has.
#pragma once

#include "bodies/character.h"
#include "scene/material_folder.h"
#include "scene/part.h"
#include "scene/value_kinds.h"

#include <optional>
#include <string>
#include <vector>

namespace ooze::parts {

/// Does everything that parseScene() does, or only the checks if shapes are not built.
Scene readScene(const std::string& text, const std::filesystem::path& path, Detail detail, bool buildShapes);

/// The top level of a scene.
const Part<Scene>& scenePart();
/// Gravity, substeps and sleep.
std::vector<MemberRow<WorldSettings>> settingsRows();

const Part<CameraSpec>& cameraPart();
const Part<LookSpec>& lookPart();

/// The title, description and method of a material file, with the material itself.
const Part<MaterialDocument>& materialFilePart();
const Part<MaterialDefinition>& materialPart();
void readMaterials(SceneReader& reader, const JsonValue& list);
/// Returns a material with every parameter at its default.
MaterialDefinition defaultMaterial(std::string name, std::string_view method);

/// A shape {"KIND": {...}}.
struct ShapeEntry {
  SolidShape solid{SolidShape::SolidKind::Sphere};  ///< a mesh or mould has no mesh if shapes are not built
  Vec3 normal{0.f, 1.f, 0.f};                       ///< normal of a plane
  std::string file = {};                            ///< mesh file, or the name of a built-in mesh
  std::optional<float> height = {};                 ///< height of a mesh [m]; unset: the size of the file
  std::optional<float> cell = {};  ///< grid spacing of the signed distance field [m]; unset: by the scene
  ShapePtr shape = {};             ///< null if shapes are not built
  bool isObstacle = false;         ///< true for the shape of a body
  double volume = 0;  ///< enclosed volume, for counting particles; 0 if unbounded or not built [m^3]
};
/// The kind of a shape. A liquid has none of the unbounded or hollow shapes.
struct ShapeKind {
  bool ofBody;

  void read(SceneReader& reader, const JsonValue& value, std::string_view key, ShapeEntry& out) const;
  Written write(const WriteContext& context, const ShapeEntry& entry) const;
  Json schema(Json& definitions) const;
};

struct LiquidEntry : LiquidVolume {
  ShapeEntry form;
};
const Part<LiquidEntry>& liquidPart();
void readLiquids(SceneReader& reader, const JsonValue& list);
/// Returns the edge of the cube that a particle of this material fills at rest [m].
double restSpacing(const WorldSpec& world, std::uint16_t material);
/// Refuses an object that names no material although the scene has several.
void requireMaterial(const SceneReader& reader, const JsonObject& object);

const Part<EmitterSpec>& emitterPart();
void readEmitters(SceneReader& reader, const JsonValue& list);

struct BodyEntry : Body {
  ShapeEntry form;
};
const Part<BodyEntry>& bodyPart();
void readBodies(SceneReader& reader, const JsonValue& list);

/// A character, before it becomes one body for each bone.
struct CharacterEntry {
  std::string name;
  GaitKind motion = GaitKind::Stand;
  double height = 0.3;  ///< height of the character [m]
  Pose place;
  std::optional<double> speed;   ///< speed of a walk [m/s]
  std::optional<double> circle;  ///< radius of the circle of a walk [m]
  double tempo = 1.6;            ///< tempo of a dance [beats/s]
  double start = 0.0;            ///< time at which the motion begins [s]
  std::optional<float> friction, stickiness, stickDistance;
  std::uint32_t colour = 0xff8fb0cf;
  Gait gait;  ///< motion, speed, circle and tempo, relative to the height
};
const Part<CharacterEntry>& characterPart();
void readCharacters(SceneReader& reader, const JsonValue& list);

/// A keyframe of a control. Each value is a knot of the spline of its quantity.
struct ControlKey {
  double time = 0.0;
  std::optional<Vec3> position = {};
  std::optional<Quat> rotation = {};
  std::optional<Vec3> velocity = {};
  std::optional<float> viscosity = {}, divergence = {}, temperature = {}, strength = {};
};
struct ControlForm {
  ControlShape shape = ControlShape::Sphere;
  float radius = 0.f, length = 0.f;  ///< [m]
  Vec3 axis = ControlPoint{}.axis;
};
struct ControlCurve {
  std::vector<Vec3> points;  ///< [m]
  float spacing = 0.f;       ///< [m]
};
struct ControlSurface {
  float spacing = 0.f;               ///< [m]
  std::optional<Vec3> lower, upper;  ///< corners of a box in the body's frame [m]
};
/// A control as its entry in the file describes it.
struct ControlEntry {
  std::string name;
  ControlKind kind = ControlKind::Velocity;
  ControlForm form;
  Falloff falloff = Falloff::Hat;
  std::string body;
  std::optional<bool> carried;
  std::optional<float> strength;
  std::optional<Vec3> velocity;
  std::optional<float> viscosity, divergence, temperature;
  std::optional<Vec3> position;
  std::optional<Quat> rotation;
  std::vector<Vec3> points, axes;
  std::optional<ControlCurve> along;
  std::optional<ControlSurface> surface;
  std::vector<ControlKey> keys;
  double start = 0.0, stop = 1e9;
  bool enabled = true;
};
/// Returns the key of a kind's value; "" for the kinds that add or erase liquid, which have no value.
std::string_view valueKey(ControlKind kind);
const Part<ControlEntry>& controlPart();
void readControls(SceneReader& reader, const JsonValue& list);
/// Returns the entry that describes a control, with all its particles.
ControlEntry entryOf(const Control& control);

const Part<WindowSpec>& windowPart();
const Part<BandSpec>& bandPart();
void readBands(SceneReader& reader, const JsonValue& list);
/// Returns the members "lower" and "upper" of a box. The part must call requireBox().
/// @param required  false: the member "keys" may replace both
std::vector<MemberRow<Aabb>> boxRows(bool required);
void requireBox(const JsonObject& object, const Aabb& box);
/// Warns if the scene's method has no grid, and therefore ignores the member `key`.
void warnWithoutGrid(SceneReader& reader, std::string_view key, int line);

struct SourceEntry {
  std::string name, scene, band, folder;
  std::uint16_t material = 0;
};
const Part<SourceEntry>& sourcePart();
/// Reads the sources of liquid from other runs. If shapes are built, the first frame of each band must exist.
void readSources(SceneReader& reader, const JsonValue& list);

/// An entry of the timeline: either an action, or a target and its values.
struct TimelineEntry {
  double time = 0.0;
  std::string set;
  std::vector<float> to;
  std::string action;
};
const Part<TimelineEntry>& timelinePart();
void readTimeline(SceneReader& reader, const JsonValue& list);

/// A row of the table of pairs: two materials, or a material and a solid, with their functions.
struct PairRow {
  std::vector<std::uint16_t> materials;
  std::optional<std::uint16_t> material;
  std::string solid;
  std::vector<PairEntry> functions;  ///< with function and curve
};
/// Returns the part with the functions of one method; null: of all methods.
Part<PairRow> pairPartOf(const MethodRow* method);
const Part<PairRow>& pairPart();
void readPairs(SceneReader& reader, const JsonValue& list);

/// The members that place a part in the world.
std::vector<MemberRow<Pose>> poseRows();

/// The members that override the liquid's contact parameters, for a body or a character.
template <class T>
std::vector<MemberRow<T>> contactRows() {
  return {
      member<T>("friction", &T::friction, NumberKind(0, 1), "1", "Overrides the liquid's value."),
      member<T>("stickiness", &T::stickiness, NumberKind(0, 1e6), "1/s^2", "Overrides the liquid's value."),
      member<T>("stick_distance", &T::stickDistance, NumberKind(0, 1), "m", "Overrides the liquid's value.")};
}

/// Checks the length of a path that a file contains, because messages name the path. A long path is accepted
/// only if the path leads somewhere.
/// @param text  the text in the file
/// @param file  the file that contains the text
/// @return the path
/// @throws InputError if the text has more than kMaxQuotedBytes bytes and the path does not exist
std::filesystem::path requireShortPath(std::string_view text, const std::filesystem::path& path,
                                       const std::filesystem::path& file);
/// Resolves a path that is relative to the folder of another file.
/// @throws InputError as requireShortPath()
std::filesystem::path resolveRelativePath(const std::filesystem::path& file,
                                          const std::filesystem::path& relative);
/// Returns a file's path relative to a folder. A relative path does not reveal the folders of this machine,
/// and stays valid if both files move together.
std::string pathFromFolder(const std::filesystem::path& folder, const std::filesystem::path& file);
/// Returns "FILE:LINE: ", which begins a warning in Scene::notes.
std::string placeOf(const SceneReader& reader, int line);

}  // namespace ooze::parts
