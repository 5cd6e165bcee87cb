// Picking by ray casts: finds, moves and removes the object under the pointer.
#pragma once

#include "ooze/world/snapshot.h"

#include "ui/overlays/orbit_camera.h"
#include "ui/tools/tool.h"

#include <optional>

namespace ooze::ui {

struct SolidHit {
  std::size_t body;  ///< index into the snapshot's bodies
  float distance;    ///< distance of the hit along the ray [m]
};

/// Returns the nearest visible solid along a ray. Tanks and moulds are transparent to picking.
/// @param insideOfTanks  the inner floor and walls of tanks count too
std::optional<SolidHit> pickSolid(const Snapshot& snapshot, const PickRay& ray, bool insideOfTanks = false);
/// Returns the distance along the ray to the nearest liquid [m].
std::optional<float> pickLiquid(const Snapshot& snapshot, const PickRay& ray);
/// Finds the nearest liquid or visible solid under a ray. @return false if the ray hits nothing
bool pick(const Snapshot& snapshot, const PickRay& ray, Vec3& point);

/// Moves a held point with the pointer in the plane that faces the camera. With Shift the point moves in the
/// horizontal plane, away from the viewer as the pointer goes up. The point stays if the move would bring the
/// point behind the eye or too far away.
Vec3 movedWithPointer(const ToolContext& context, const Vec3& point, const Pointer& from, const Pointer& to);
/// Moves a held point away from the eye by notches of the wheel, within the same limits.
Vec3 pushedAway(const ToolContext& context, const Vec3& point, float notches);

/// Returns the solid under a ray that may be removed, or null.
/// @param added  only solids that the user has added; else also the scene's solids, except infinite planes
const Body* removableUnder(const ToolContext& context, const PickRay& ray, bool added);
/// Removes the solid under the pointer as one undoable edit. @return false if no solid can be removed
bool removeUnder(ToolContext& context, const Pointer& pointer, bool added);
/// Adds a ring around the solid that removeUnder() would remove.
void addRemovableOverlay(const ToolContext& context, const Pointer& pointer, bool added,
                         std::vector<Stroke>& strokes);

}  // namespace ooze::ui
