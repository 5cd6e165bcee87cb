#include "ui/state/mesh_import_queue.h"

#include "ooze/geometry/mesh.h"
#include "ooze/world/command.h"

#include "ui/state/drop_choice.h"
#include "ui/tools/brush.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

namespace ooze::ui {
namespace {

constexpr float kSeen = 0.7f;     // default height [half heights of the view]
constexpr float kFallGap = 0.5f;  // gap below an object that falls [h]

/// A length unit of mesh files [m], and the range of sizes relative to the view that suggests the unit.
struct Unit {
  float metres, least, most;
};
constexpr Unit kHeightUnits[] = {{1.f, 0.05f, 5.f}, {0.01f, 0.2f, 5.f}, {0.001f, 0.2f, 5.f}};

float roundedToMillimetres(float metres) { return std::max(std::round(metres * 1000.f), 1.f) / 1000.f; }

// Guesses the length unit of a file, because mesh files do not state the unit. Tries metres, then centimetres
// and millimetres, by the mesh's size in the view. If none fits, scales the mesh to the view.
float unitOf(float height, float fitted) {
  for (const Unit& unit : kHeightUnits)
    if (const float part = height * unit.metres / fitted; part >= unit.least && part <= unit.most)
      return unit.metres;
  return fitted / std::max(height, 1e-9f);
}

// Returns the extent below the centre for this rotation [heights].
float reachBelow(const MeshProperties& facts, const Vec3& turn) {
  if (turn == Vec3(0.f)) return 0.5f;
  const Quat orientation = meshRotation(turn);
  float lowest = 0.f;
  for (const Stroke& stroke : facts.shape)
    for (const Vec3& point : stroke.points) lowest = std::min(lowest, (orientation * point).y);
  return -lowest;
}

// Returns the surface point that an object is placed on: a solid, or for falling objects also the liquid.
std::optional<Vec3> standAt(const Snapshot& snapshot, const PickRay& ray, bool onLiquid) {
  const std::optional<PickedSurface> touch =
      onLiquid ? pickSurface(snapshot, ray) : solidUnder(snapshot, ray);
  return touch ? std::optional(touch->point) : std::nullopt;
}

}  // namespace

bool isMeshFile(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const std::span<const std::string_view> known = meshExtensions();
  return std::find(known.begin(), known.end(), extension) != known.end();
}

FileRequest meshRequest(MeshImportQueue& desk) {
  FileRequest request;
  request.title = "Add a mesh";
  request.about = "mesh";
  if (const char* home = std::getenv("HOME")) request.usual = home;
  for (const std::string_view extension : meshExtensions()) request.extensions.emplace_back(extension);
  request.chosen = [&desk](const std::filesystem::path& file) { desk.offer(file, std::nullopt); };
  return request;
}

void followMeshChoice(const ToolContext& context, const MeshImport& offer, MeshChoice& choice) {
  if (!context.view.snapshot) return;
  const Snapshot& snapshot = *context.view.snapshot;
  if (choice.file != offer.file) {
    choice.file = offer.file;
    choice.height.reset();
    choice.turn = Vec3(0.f);
    choice.place = offer.at ? MeshChoice::MeshPlace::Dropped : MeshChoice::MeshPlace::Ground;
  }
  const CameraSpec& camera = context.camera.spec();
  if (!choice.height) {
    const float own = offer.facts ? offer.facts->size.y : 0.f;
    const float fitted = roundedToMillimetres(kSeen * context.camera.halfHeightAt(camera.target));
    choice.unit = unitOf(own, fitted);
    choice.usualHeight = own > 0.f ? own * choice.unit : fitted;
    choice.height = choice.usualHeight;
  }

  const bool falls = choice.use == MeshUse::Dynamic || choice.use == MeshUse::Liquid;
  std::optional<Vec3> foot;
  if (choice.place == MeshChoice::MeshPlace::Typed && choice.centre) return;
  choice.centre = camera.target;
  if (choice.place == MeshChoice::MeshPlace::Dropped && offer.at) {
    const PickRay ray = context.camera.ray(*offer.at, context.aspect);
    foot = standAt(snapshot, ray, falls);
    choice.centre = ray.origin + distanceOfTarget(ray, context.camera) * ray.direction;
  } else if (choice.place == MeshChoice::MeshPlace::Ground) {
    // Casts the ray from the height of the eye, so that a mesh stands on a table, not below.
    const Vec3 above{camera.target.x, std::max(camera.eye.y, camera.target.y), camera.target.z};
    foot = standAt(snapshot, {above, -kUpward}, falls);
  }
  const float gap = falls ? kFallGap * snapshot.interactionRadius : 0.f;
  const float below = offer.facts ? reachBelow(*offer.facts, choice.turn) : 0.5f;
  if (foot) choice.centre = *foot + (below * *choice.height + gap) * kUpward;
}

void addMeshPreview(const MeshProperties& facts, const MeshChoice& choice, std::vector<Stroke>& strokes) {
  if (!choice.height || !choice.centre) return;
  const Quat orientation = meshRotation(choice.turn);
  for (Stroke stroke : facts.shape) {
    for (Vec3& point : stroke.points) point = *choice.centre + *choice.height * (orientation * point);
    strokes.push_back(std::move(stroke));
  }
}

}  // namespace ooze::ui
