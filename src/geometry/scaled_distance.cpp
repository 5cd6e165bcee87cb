#include "geometry/scaled_distance.h"

#include <utility>

namespace ooze {
namespace {

class ScaledDistance final : public SignedDistance {
 public:
  ScaledDistance(ShapePtr shape, float scale) : shape_(std::move(shape)), scale_(scale) {}

  [[nodiscard]] float distance(const Vec3& p) const override { return scale_ * shape_->distance(p / scale_); }
  [[nodiscard]] Sample sample(const Vec3& p) const override { return scaled(shape_->sample(p / scale_)); }
  [[nodiscard]] Sample sampleWithin(const Vec3& p, float reach) const override {
    return scaled(shape_->sampleWithin(p / scale_, reach / scale_));
  }
  [[nodiscard]] Faces facesWithin(const Vec3& p, float reach) const override {
    Faces faces;
    for (const Sample& face : shape_->facesWithin(p / scale_, reach / scale_)) faces.add(scaled(face));
    return faces;
  }
  [[nodiscard]] Aabb bounds() const override {
    const Aabb box = shape_->bounds();
    return {scale_ * box.lower, scale_ * box.upper};
  }
  [[nodiscard]] Aabb solidBounds() const override {
    const Aabb box = shape_->solidBounds();
    return {scale_ * box.lower, scale_ * box.upper};
  }

 private:
  [[nodiscard]] Sample scaled(const Sample& s) const { return {scale_ * s.distance, s.normal}; }

  ShapePtr shape_;
  float scale_;
};

}  // namespace

ShapePtr makeScaledDistance(ShapePtr shape, float scale) {
  return std::make_shared<const ScaledDistance>(std::move(shape), scale);
}

}  // namespace ooze
