#include "bodies/scaled_body.h"

#include "geometry/scaled_distance.h"

namespace ooze {
namespace {

MassProperties scaledMass(const MassProperties& mass, double scale) {
  const double cube = scale * scale * scale;
  return {cube * mass.volume, scale * mass.centre, cube * scale * scale * mass.inertia};
}

}  // namespace

Body scaledBody(const Body& made, float scale) {
  Body body = made;
  body.scale = scale;
  if (scale == 1.f) return body;
  body.unitMass = scaledMass(made.unitMass, scale);
  if (!made.solid.mesh) {
    body.solid.size *= scale;
    body.shape = makeDistance(body.solid);
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
