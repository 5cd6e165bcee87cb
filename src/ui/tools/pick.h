// What lies under the pointer: found, carried about, taken out.
#pragma once

#include "ooze/world/snapshot.h"

#include "ui/orbit_camera.h"
#include "ui/tools/tool.h"

#include <optional>

namespace ooze::ui {

struct SolidHit {
  std::size_t body;  ///< index in the snapshot
  float distance;    ///< along the ray [m]
};

/// The nearest visible solid. One looks through tanks and moulds.
/// @param insideOfTanks  the floor and the walls of a tank count too, seen from within
std::optional<SolidHit> pickSolid(const Snapshot& snapshot, const Ray& ray, bool insideOfTanks = false);
/// How far along the ray the nearest liquid is [m].
std::optional<float> pickLiquid(const Snapshot& snapshot, const Ray& ray);
/// The nearest thing under a ray: liquid or a visible solid. @return false if there is none
bool pick(const Snapshot& snapshot, const Ray& ray, Vec3& point);

/// Where a point goes that is held while the pointer moves: in the plane that faces the camera, so that it
/// stays under the pointer; with Shift level, away from the viewer as the pointer goes up. It stays where it
/// is rather than come behind the eye or go out of sight.
Vec3 carried(const ToolContext& context, const Vec3& point, const Pointer& from, const Pointer& to);
/// The same for the wheel, which moves it away from the eye.
Vec3 pushedAway(const ToolContext& context, const Vec3& point, float notches);

/// The solid under a ray that may be taken out, or null.
/// @param added  only what the user has put in; else also what the scene has, but for grounds without end
const Body* removableUnder(const ToolContext& context, const Ray& ray, bool added);
/// Takes it out, as an edit of its own. @return false if there is none
bool removeUnder(ToolContext& context, const Pointer& pointer, bool added);
/// A ring round what removeUnder() would take.
void markRemovable(const ToolContext& context, const Pointer& pointer, bool added,
                   std::vector<Stroke>& strokes);

}  // namespace ooze::ui
