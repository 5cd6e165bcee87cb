#include "app/pictures/picture_request.h"

#include <algorithm>

namespace ooze {
namespace {

bool lookAlike(const MaterialDefinition& a, const MaterialDefinition& b) {
  return a.look == b.look && a.lookOverrides == b.lookOverrides && a.colour == b.colour;
}

bool isPlacedAlike(const Body& a, const Body& b) {
  return a.isDrawn() == b.isDrawn() && a.look.colour == b.look.colour && a.shape == b.shape &&
         a.pose.position == b.pose.position && a.pose.orientation == b.pose.orientation;
}

bool isPlacedAlike(const EmitterSpec& a, const EmitterSpec& b) {
  return a.keys.empty() && b.keys.empty() && a.shape == b.shape && a.radius == b.radius &&
         a.position == b.position && a.direction == b.direction;
}

/// Returns whether two moments of a sleeping world look the same.
bool areAsleepAlike(const Snapshot& a, const Snapshot& b) {
  return a.statistics.asleep > 0 && b.statistics.asleep > 0 && a.droplets.empty() && b.droplets.empty() &&
         a.positions == b.positions && a.colours == b.colours && a.frozen == b.frozen &&
         std::ranges::equal(a.materials, b.materials, lookAlike) &&
         std::ranges::equal(a.bodies, b.bodies,
                            [](const Body& x, const Body& y) { return isPlacedAlike(x, y); }) &&
         std::ranges::equal(a.emitters, b.emitters,
                            [](const EmitterSpec& x, const EmitterSpec& y) { return isPlacedAlike(x, y); });
}

}  // namespace

bool areSame(const PictureRequest& a, const PictureRequest& b) {
  if (!differOnlyInMoment(a, b) || a.scene != b.scene) return false;
  if (a.snapshot && b.snapshot && a.snapshot != b.snapshot)
    return areAsleepAlike(*a.snapshot, *b.snapshot) && a.settings.quantityScale == b.settings.quantityScale;
  return a.snapshot == b.snapshot && a.settings.quantityScale == b.settings.quantityScale;
}

bool differOnlyInMoment(const PictureRequest& a, const PictureRequest& b) {
  return differOnlyInMomentAndView(a, b) && a.camera.eye == b.camera.eye &&
         a.camera.target == b.camera.target && a.camera.fieldOfView == b.camera.fieldOfView &&
         a.settings.size == b.settings.size;
}

bool differOnlyInMomentAndView(const PictureRequest& a, const PictureRequest& b) {
  const RenderSettings &s = a.settings, &t = b.settings;
  return s.view == t.view && s.quantity == t.quantity && s.background == t.background &&
         s.panorama == t.panorama && s.light == t.light && s.averagingSeries == t.averagingSeries &&
         s.spray == t.spray && a.quality == b.quality && a.isTransient == b.isTransient;
}

PictureCrop centredCrop(const glm::ivec2& picture, const glm::ivec2& place) {
  const Vec2 whole(picture), shape(place);
  const float fit = std::min(whole.x / shape.x, whole.y / shape.y);
  const glm::ivec2 part = glm::clamp(glm::ivec2(glm::round(fit * shape)), glm::ivec2(1), picture);
  const glm::ivec2 from = (picture - part) / 2;
  return {from, from + part};
}

}  // namespace ooze
