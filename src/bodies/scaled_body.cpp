#include "bodies/scaled_body.h"

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

MassProperties scaledMass(const MassProperties& mass, double scale) {
  const double cube = scale * scale * scale;
  return {cube * mass.volume, scale * mass.centre, cube * scale * scale * mass.inertia};
}

}  // namespace

ShapePtr makeScaledDistance(ShapePtr shape, float scale) {
  return std::make_shared<const ScaledDistance>(std::move(shape), scale);
}

Body scaledBody(const Body& made, float scale, float leastWall) {
  Body body = made;
  body.scale = scale;
  if (scale == 1.f) return body;
  body.unitMass = scaledMass(made.unitMass, scale);
  if (!made.solid.mesh) {
    body.solid.size *= scale;
    body.shape = makeDistance(withLeastWall(body.solid, leastWall));
    return body;
  }
  Mesh mesh = *made.solid.mesh;
  for (Vec3& p : mesh.positions) p *= scale;
  body.solid.mesh = std::make_shared<const Mesh>(std::move(mesh));
  // The sampled distance grid is reused, because sampling again would take seconds.
  body.shape = makeScaledDistance(made.shape, scale);
  return body;
}

}  // namespace ooze
