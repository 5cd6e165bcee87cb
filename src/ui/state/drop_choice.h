// Choice of a rigid body or collider to add, and its placement under the mouse.
#pragma once

#include "ooze/world/command.h"
#include "ooze/world/snapshot.h"

#include "ui/overlays/orbit_camera.h"
#include "ui/overlays/overlay_strokes.h"

#include <optional>
#include <span>
#include <vector>

namespace ooze::ui {

struct DropShape {
  const char* word;  ///< name in the panel
  SolidShape::SolidKind kind;
};
std::span<const DropShape> dropShapes();

struct DropChoice {
  std::size_t shape = 0;      ///< index into dropShapes()
  std::optional<float> size;  ///< size as in the command; unset: usualDropSize() [m]
  float density = 400.f;      ///< density of a dropped body [kg/m^3]
};

inline constexpr float kSmallestDrop = 0.5f, kLargestDrop = 5.f;  ///< limits of the size [usual sizes]
/// Returns the default body size: two interaction radii h, large enough to be seen and small enough to be
/// moved by the liquid.
/// @return size of the body, as in the command [m]
float usualDropSize(float h);
float dropSize(const DropChoice& choice, const Snapshot& snapshot);
AddBody dropCommand(const DropChoice& choice, const Snapshot& snapshot, const Vec3& place);

/// Adds the outline of a body that a command adds.
void addOutline(const AddBody& body, bool dim, std::vector<Stroke>& strokes);
/// Adds dim outlines of the bodies of pending commands. While the world is paused, an added body appears with
/// the next step only.
void addPendingOutlines(std::span<const Command> pending, Motion motion, std::vector<Stroke>& strokes);

/// Computes the position of a body that is dropped under a ray. The body is placed just above the liquid, or
/// clear of the first solid hit, the inside of a tank included. A ray that hits nothing uses the distance of
/// the camera's target.
/// @param domain  the scene's domain; bodies outside the domain would be removed at once
Vec3 dropPlace(const DropChoice& choice, const Snapshot& snapshot, const OrbitCamera& camera,
               const PickRay& ray, const std::optional<Aabb>& domain);

/// Returns the command that drops a body under a ray, at dropPlace(). A body that does not fit there between
/// solids is made smaller until it fits.
AddBody bodyToDrop(const DropChoice& choice, const Snapshot& snapshot, const OrbitCamera& camera,
                   const PickRay& ray, const std::optional<Aabb>& domain);

/// Computes the position of a collider that is placed under a ray. The collider stands on the first solid,
/// seen through liquid; else in the liquid; else at the distance of the camera's target.
/// @param size, domain  as in dropPlace()
Vec3 colliderPlace(SolidShape::SolidKind kind, float size, const Snapshot& snapshot,
                   const OrbitCamera& camera, const PickRay& ray, const std::optional<Aabb>& domain);

/// Returns the distance along a ray to the depth of the camera's target [m].
float distanceOfTarget(const PickRay& ray, const OrbitCamera& camera);

}  // namespace ooze::ui
