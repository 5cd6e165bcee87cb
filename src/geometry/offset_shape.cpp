#include "geometry/offset_shape.h"

#include <utility>

namespace ooze {
namespace {

class OffsetShape final : public SignedDistance {
 public:
  OffsetShape(ShapePtr shape, float offset) : shape_(std::move(shape)), offset_(offset) {}

  [[nodiscard]] float distance(const Vec3& p) const override { return shape_->distance(p) + offset_; }
  [[nodiscard]] Sample sample(const Vec3& p) const override { return moved(shape_->sample(p)); }
  [[nodiscard]] Sample sampleWithin(const Vec3& p, float reach) const override {
    return moved(shape_->sampleWithin(p, reach - offset_));
  }
  [[nodiscard]] Faces facesWithin(const Vec3& p, float reach) const override {
    Faces faces;
    for (const Sample& face : shape_->facesWithin(p, reach - offset_)) faces.add(moved(face));
    return faces;
  }
  [[nodiscard]] Aabb bounds() const override { return shape_->bounds(); }
  [[nodiscard]] Aabb solidBounds() const override { return shape_->solidBounds(); }

 private:
  [[nodiscard]] Sample moved(const Sample& s) const { return {s.distance + offset_, s.normal}; }

  ShapePtr shape_;
  float offset_;
};

}  // namespace

ShapePtr makeOffsetShape(ShapePtr shape, float offset) {
  return std::make_shared<const OffsetShape>(std::move(shape), offset);
}

}  // namespace ooze
