#include "ooze/liquid/volume.h"

#include <algorithm>
#include <utility>

namespace ooze {
namespace {

/// A shape scaled along its axes. Distances are correct only in sign and at zero, which is sufficient for
/// filling.
class Scaled final : public SignedDistance {
 public:
  Scaled(ShapePtr shape, const Vec3& scale)
      : shape_(std::move(shape)), scale_(scale), least_(std::min({scale.x, scale.y, scale.z})) {}
  float distance(const Vec3& p) const override { return least_ * shape_->distance(p / scale_); }
  Sample sample(const Vec3& p) const override {
    const Sample s = shape_->sample(p / scale_);
    return {least_ * s.distance, glm::normalize(s.normal / scale_)};
  }
  Aabb bounds() const override {
    const Aabb b = shape_->bounds();
    return {b.lower * scale_, b.upper * scale_};
  }

 private:
  ShapePtr shape_;
  Vec3 scale_;
  float least_;
};

}  // namespace

ShapePtr scaledShape(const LiquidVolume& volume) {
  return volume.scale == Vec3(1.f) ? volume.shape : std::make_shared<Scaled>(volume.shape, volume.scale);
}

std::vector<Vec3> fillLiquid(const LiquidVolume& volume, float spacing, std::uint64_t seed,
                             std::uint64_t limit) {
  const Scaled shape(volume.shape, volume.scale);
  // No margin: one particle per spacing cubed of the shape gives the correct volume.
  return fillVolume(shape, volume.pose, spacing, volume.sampling, seed, 0.f, limit);
}

}  // namespace ooze
