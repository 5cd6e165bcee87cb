// Fixtures for tests of the moving particle method (MPS): states on which its stages are compared with their
// transcription.
#pragma once

#include "base/random.h"
#include "methods/mps/mps.h"
#include "reference/mps_reference.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace ooze::mps_tests {

using mps::Material;
using mps::Mps;

inline constexpr float kH = 0.021f;                    // interaction radius [m]
inline constexpr float kSpacing = mps::spacingOf(kH);  // rest spacing l0, about a centimetre [m]
inline constexpr double kSpacingDouble = static_cast<double>(kSpacing);

inline MaterialDefinition definition(const Material& m, float density = 1000.f) {
  MaterialDefinition d;
  d.name = "liquid";
  d.values = toValues<Material>(mps::kParameters, m);
  d.density = density;
  d.referenceRadius = kH;
  return d;
}

/// A liquid without viscosity and surface tension: only density and pressure act.
inline constexpr Material kPlain{.viscosity = 0.f, .tension = 0.f};

/// Makes the method with these materials, without gravity. Linear systems are solved to rounding.
inline std::unique_ptr<Mps> method(const std::vector<MaterialDefinition>& materials) {
  MethodSettings settings;
  settings.interactionRadius = kH;
  auto made = std::make_unique<Mps>(settings);
  made->setMaterials(materials);
  made->setGravity(Vec3(0.f));
  made->setResidual(1e-10);
  return made;
}

/// Returns a block of the rest lattice whose lower corner is `at`.
/// Each particle is displaced by up to `noise` spacings along each axis and moves at up to `speed` [m/s]
/// along each axis.
inline LiquidSeeds block(int nx, int ny, int nz, float noise, float speed, std::uint64_t seed,
                         std::uint16_t material = 0, Vec3 at = Vec3(0.f)) {
  LiquidSeeds seeds;
  seeds.material = material;
  std::uint64_t k = 0;
  const auto vector = [&] {
    Vec3 v;
    for (int axis = 0; axis < 3; ++axis) v[axis] = 2.f * randomUnit(seed, k++) - 1.f;
    return v;
  };
  for (int x = 0; x < nx; ++x)
    for (int y = 0; y < ny; ++y)
      for (int z = 0; z < nz; ++z) {
        seeds.positions.push_back(at + kSpacing * (Vec3(x, y, z) + Vec3(0.5f) + noise * vector()));
        seeds.velocities.push_back(speed * vector());
      }
  return seeds;
}

/// Makes a tank whose lower corner is the origin.
inline Body tankOf(const Vec3& size) {
  Body tank = makeBody("tank", {.kind = SolidShape::SolidKind::Tank, .size = 0.5f * size}, Motion::Static);
  tank.pose.position = tank.previousPose.position = 0.5f * size;
  return tank;
}

/// Signed distance of a box-shaped shell: thick walls around a cavity.
class Shell final : public SignedDistance {
 public:
  /// @param half  half the cavity's edges [m]
  /// @param wall  thickness of the walls [m]
  Shell(const Vec3& half, float wall) : cavity_(makeBox(half)), outside_(makeBox(half + Vec3(wall))) {}
  [[nodiscard]] float distance(const Vec3& p) const override {
    return std::max(outside_->distance(p), -cavity_->distance(p));
  }
  [[nodiscard]] Sample sample(const Vec3& p) const override {
    const Sample in = cavity_->sample(p), out = outside_->sample(p);
    return out.distance > -in.distance ? out : Sample{-in.distance, -in.normal};
  }
  [[nodiscard]] Aabb bounds() const override { return outside_->bounds(); }

 private:
  ShapePtr cavity_, outside_;
};

/// Makes a closed box whose cavity begins at `at`.
inline Body closedBox(const Vec3& size, const Vec3& at = Vec3(0.f)) {
  Body box = makeBody("box", {.kind = SolidShape::SolidKind::Sphere, .size = Vec3(1.f)}, Motion::Static);
  box.shape = std::make_shared<Shell>(0.5f * size, 5.f * kSpacing);
  box.pose.position = box.previousPose.position = at + 0.5f * size;
  return box;
}

inline Bodies bodiesWith(Body body) {
  std::vector<Body> list;
  list.push_back(std::move(body));
  return Bodies(std::move(list));
}

/// Copies the points of the method into the state of the transcription, in the same order.
/// @param bodies  the bodies of the world, if forces move some of them
inline mps_reference::State stateOf(Mps& m, const std::vector<MaterialDefinition>& materials,
                                    const Bodies& bodies = Bodies()) {
  mps_reference::State s;
  s.spacing = kSpacingDouble;
  for (const MaterialDefinition& d : materials) {
    const auto v = fromValues<Material>(mps::kParameters, d.values);
    s.liquids.push_back({static_cast<double>(v.viscosity), static_cast<double>(v.tension),
                         static_cast<double>(v.drag), static_cast<double>(v.relaxation),
                         static_cast<double>(d.density)});
  }
  std::vector<int> moved(bodies.list.size(), -1);
  for (std::size_t b = 0; b < moved.size(); ++b) {
    const Body& body = bodies.list[b];
    if (!body.isMoved()) continue;
    moved[b] = static_cast<int>(s.bodies.size());
    const glm::dmat3 turn = glm::mat3_cast(glm::dquat(body.pose.orientation));
    s.bodies.push_back({glm::dvec3(body.centre()), glm::dvec3(body.velocity),
                        glm::dvec3(body.angularVelocity), body.mass(),
                        double{body.density} * turn * body.unitMass.inertia * glm::transpose(turn)});
  }
  const mps::PointSet& points = m.points();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool isParticle = points.isParticle[i] != 0;
    s.points.push_back({glm::dvec3(points.at[i]), glm::dvec3(points.velocity[i]),
                        static_cast<mps_reference::Kind>(points.kind[i]), isParticle,
                        isParticle ? m.liquid().particles.material[points.from[i]] : 0u,
                        static_cast<double>(points.friction[i]), glm::dvec3(points.normal[i]),
                        static_cast<double>(points.depth[i]),
                        isParticle || points.from[i] >= moved.size() ? -1 : moved[points.from[i]]});
  }
  return s;
}

inline void step(Mps& m, float dt, const Threads& threads, Bodies& bodies) {
  StageTimer timer;
  StepContext context{bodies, threads, timer, 0};
  m.step(dt, context);
}

inline void steps(Mps& m, float dt, int count, const Threads& threads) {
  Bodies none;
  for (int k = 0; k < count; ++k) step(m, dt, threads, none);
}

inline float maxSpeed(Mps& m) {
  float most = 0.f;
  const Particles& p = m.liquid().particles;
  for (std::size_t i = 0; i < p.size(); ++i) most = std::max(most, glm::length(p.velocity[i]));
  return most;
}

}  // namespace ooze::mps_tests
