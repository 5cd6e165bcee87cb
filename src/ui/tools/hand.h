// How what is held follows the pointer.
#pragma once

#include "ui/tools/tool.h"

namespace ooze::ui {

/// Where a point goes that is held while the pointer moves: in the plane that faces the camera, so that it
/// stays under the pointer; with Shift level, away from the viewer as the pointer goes up. It stays where it
/// is rather than come behind the eye or go out of sight.
Vec3 carried(const ToolContext& context, const Vec3& point, const Pointer& from, const Pointer& to);
/// The same for the wheel, which moves it away from the eye.
Vec3 pushedAway(const ToolContext& context, const Vec3& point, float notches);

}  // namespace ooze::ui
